import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseLessonText } from '../../lessons/text/lesson-text';
import type { Lesson } from '../../lessons/types';
import { promiseProblems, readingProblems } from './check';

const lessons = import.meta.glob<{ default: Lesson }>('../../../content/documents/*/lessons/*/lesson.ts');
function textOf(folder: string, language: string) {
  return parseLessonText(readFileSync(new URL(`${folder}/${language}.mdx`, import.meta.url), 'utf8'));
}

test('there are lessons', () => {
  expect(Object.keys(lessons).length).toBeGreaterThan(0);
});

describe.each(Object.keys(lessons))('%s', (path) => {
  const folder = path.replace(/\/lesson\.ts$/, '');
  const directory = new URL(`${folder}/`, import.meta.url);

  test('is where it says, and its next lesson exists', async () => {
    const { default: lesson } = await (lessons[path] as () => Promise<{ default: Lesson }>)();
    expect(folder.endsWith(`/${lesson.document}/lessons/${lesson.id}`)).toBe(true);
    expect(readdirSync(directory)).toEqual(expect.arrayContaining(['en.mdx', 'lesson.ts', 'zh.mdx']));
    const [document, id] = (lesson.next?.lesson ?? `${lesson.document}/${lesson.id}`).split('/');
    expect(Object.keys(lessons)).toContain(`../../../content/documents/${document}/lessons/${id}/lesson.ts`);
  });

  test('asks at its start what the lesson before has left, in the same words', async () => {
    const { default: lesson } = await (lessons[path] as () => Promise<{ default: Lesson }>)();
    if (!lesson.recall) return;
    const { from, ...question } = lesson.recall;
    const [document = '', id = ''] = from.split('/');
    const before = folder.replace(/documents\/.*/, `documents/${document}/lessons/${id}`);
    const { default: earlier } = await (lessons[`${before}/lesson.ts`] as () => Promise<{ default: Lesson }>)();
    expect(earlier.next).toEqual({ lesson: `${lesson.document}/${lesson.id}`, recall: question });
    for (const language of ['en', 'zh'])
      expect(textOf(folder, language).text.recall).toEqual(textOf(before, language).text.next);
  });

  test('keeps its promises in the engine', { timeout: 60_000 }, async () => {
    const { default: lesson } = await (lessons[path] as () => Promise<{ default: Lesson }>)();
    expect(await promiseProblems(fileURLToPath(directory), lesson)).toEqual([]);
  });

  test.each(['en', 'zh'] as const)('reads in %s as its lesson and the rules for texts want', async (language) => {
    const { default: lesson } = await (lessons[path] as () => Promise<{ default: Lesson }>)();
    expect(readingProblems(fileURLToPath(directory), lesson, language)).toEqual([]);
  });
});
