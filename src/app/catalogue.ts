import { lessonIndex } from 'virtual:lesson-index';
import { type DocumentEntry, type DocumentFolder, documents } from '../../content/atlas/documents';
import { lessonForQuestion, lessonOrder } from '../../content/atlas/lessons';

export type LessonEntry = (typeof lessonIndex)[number];

/** A document's lessons in their order. */
export function lessonsOf(folder: DocumentFolder): readonly LessonEntry[] {
  const order = lessonOrder[folder] ?? [];
  const rank = ({ slug }: LessonEntry) => (order.includes(slug) ? order.indexOf(slug) : order.length);
  return lessonIndex.filter(({ document }) => document === folder).sort((a, b) => rank(a) - rank(b));
}

export const documentOf = (folder: string): DocumentEntry | undefined =>
  documents.find((document) => document.folder === folder);

/** A document can be opened once it has a lesson. */
export const isOpen = (folder: DocumentFolder): boolean => lessonIndex.some(({ document }) => document === folder);

export const findLesson = (document: string, slug: string): LessonEntry | undefined =>
  lessonIndex.find((lesson) => lesson.document === document && lesson.slug === slug);

/** The lesson with which to begin. */
export function startLesson(): LessonEntry | undefined {
  for (const folder of Object.keys(lessonOrder) as DocumentFolder[]) {
    const [first] = lessonsOf(folder);
    if (first) return first;
  }
  return undefined;
}

/** Numbers of the questions that a lesson answers, each with its lessons: first the one that was made for it. */
export function answeredQuestions(): readonly (readonly [number: number, lessons: readonly LessonEntry[]])[] {
  const found = new Map<number, LessonEntry[]>();
  for (const { folder } of documents)
    for (const lesson of lessonsOf(folder))
      for (const question of lesson.questions) {
        const others = found.get(question) ?? [];
        const own = lessonForQuestion[question] === `${lesson.document}/${lesson.slug}`;
        found.set(question, own ? [lesson, ...others] : [...others, lesson]);
      }
  return [...found].sort(([a], [b]) => a - b);
}

export const documentAddress = (folder: string): string => `#/documents/${folder}`;
