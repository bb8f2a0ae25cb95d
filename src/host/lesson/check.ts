import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseLessonText } from '../../lessons/text/lesson-text';
import type { Lesson } from '../../lessons/types';
import { type DiagramNodes, proveLesson } from './prove';
import { idProblems } from './text-ids';
import { type Language, textProblems } from './text-rules';

export const lessonLanguages = ['en', 'zh'] as const;

/** What a file exports by default. */
export const loadDefault = async <T>(path: string): Promise<T> =>
  ((await import(pathToFileURL(resolve(path)).href)) as { readonly default: T }).default;

interface BindFile {
  readonly place?: Readonly<Record<string, unknown>>;
  readonly nodes?: DiagramNodes;
}

const textOf = (folder: string, language: Language) =>
  parseLessonText(readFileSync(join(folder, `${language}.mdx`), 'utf8'));

/** Every node of the diagrams that a lesson's steps show, with what lights it. */
async function nodesOf(folder: string, lesson: Lesson): Promise<(diagram: string) => DiagramNodes | undefined> {
  const ids = new Set(lesson.steps.flatMap(({ view: { diagram } }) => (typeof diagram === 'string' ? [diagram] : [])));
  const found = new Map<string, DiagramNodes>();
  for (const id of ids) {
    const path = join(folder, '../../diagrams', `${id}.bind.ts`);
    if (!existsSync(path)) continue;
    const { place = {}, nodes = {} } = await loadDefault<BindFile>(path);
    found.set(id, Object.fromEntries(Object.keys(place).map((node) => [node, nodes[node] ?? []])));
  }
  return (diagram) => found.get(diagram);
}

/** What a lesson promises and the engine does not keep; nothing when all is well. */
export async function promiseProblems(folder: string, lesson: Lesson): Promise<string[]> {
  const texts = lessonLanguages.map((language) => textOf(folder, language).text);
  const messages = (step: string, failure: string) =>
    texts.flatMap(({ steps }) =>
      steps
        .filter(({ id }) => id === step)
        .flatMap(({ failures }) => failures.filter(({ id }) => id === failure))
        .flatMap(({ message }) => (message === undefined ? [] : [message])),
    );
  return proveLesson(lesson, await nodesOf(folder, lesson), messages);
}

/** Where a lesson's text in a language is not as its lesson and the rules for texts want it; nothing when all is well. */
export function readingProblems(folder: string, lesson: Lesson, language: Language): string[] {
  const { text, faults } = textOf(folder, language);
  return [
    ...faults.map(({ line, message }) => `line ${line}: ${message}`),
    ...idProblems(lesson, text),
    ...textProblems(text, language),
  ];
}
