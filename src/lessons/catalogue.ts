import { type LessonText, parseLessonText } from './text/lesson-text';
import type { Lesson } from './types';

type Load<T> = Readonly<Record<string, () => Promise<T>>>;

const lessons = import.meta.glob<{ readonly default: Lesson }>(
  '../../content/documents/*/lessons/*/lesson.ts',
) as Load<{
  readonly default: Lesson;
}>;
const texts = import.meta.glob<string>('../../content/documents/*/lessons/*/*.mdx', {
  query: '?raw',
  import: 'default',
}) as Load<string>;

const folder = '../../content/documents/';

const pathOf = (key: string, file: string): string => `${folder}${key.replace('/', '/lessons/')}/${file}`;

/** A lesson's data; `undefined` when there is no such lesson. */
export async function loadLesson(key: string): Promise<Lesson | undefined> {
  return (await lessons[pathOf(key, 'lesson.ts')]?.())?.default;
}

/** A lesson's words in one language, in English where that one is not there yet. */
export async function loadLessonText(key: string, language: string): Promise<LessonText | undefined> {
  const load = texts[pathOf(key, `${language}.mdx`)] ?? texts[pathOf(key, 'en.mdx')];
  return load && parseLessonText(await load()).text;
}
