import { documents } from '../../content/atlas/documents';
import type { Atlas } from '../../content/languages/en/atlas';
import type { Ui } from '../i18n/index';
import type { Language } from '../store/settings';
import { lessonAddress } from './address';
import { answeredQuestions, documentAddress, isOpen, lessonsOf } from './catalogue';

export interface Place {
  readonly kind: 'page' | 'document' | 'lesson' | 'question';
  readonly title: string;
  /** Further words by which it is found. */
  readonly more: string;
  readonly address: string;
}

/** Everything that can be gone to, in the language in use. */
export function allPlaces(ui: Ui, atlas: Atlas, language: Language): readonly Place[] {
  const page = (title: string, address: string): Place => ({ kind: 'page', title, more: '', address });
  const places: Place[] = [];
  for (const [number, [lesson]] of answeredQuestions()) {
    const title = atlas.questions[number];
    if (lesson && title)
      places.push({ kind: 'question', title, more: '', address: lessonAddress(lesson.document, lesson.slug) });
  }
  for (const { folder, number } of documents) {
    if (!isOpen(folder)) continue;
    const { title, about } = atlas.documents[folder];
    for (const lesson of lessonsOf(folder)) {
      const { title: name, short, question } = lesson.text[language];
      const more = `${short} ${question} ${title} ${lesson.slug}`;
      places.push({ kind: 'lesson', title: name, more, address: lessonAddress(folder, lesson.slug) });
    }
    places.push({ kind: 'document', title, more: `${number} ${folder} ${about}`, address: documentAddress(folder) });
  }
  return [
    ...places,
    page(ui.bar.home, '#/'),
    page(ui.bar.documents, '#/documents'),
    page(ui.bar.questions, '#/questions'),
    page(ui.bar.playground, '#/playground'),
    page(atlas.fidelityPage.title, '#/fidelity'),
  ];
}

/** The places that hold every word; those with a word in their title come first. */
export function findPlaces(places: readonly Place[], query: string): readonly Place[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const inTitle = ({ title }: Place) => words.filter((word) => title.toLowerCase().includes(word)).length;
  return places
    .filter(({ title, more }) => words.every((word) => `${title} ${more}`.toLowerCase().includes(word)))
    .map((place, order) => ({ place, order }))
    .sort((a, b) => inTitle(b.place) - inTitle(a.place) || a.order - b.order)
    .map(({ place }) => place);
}
