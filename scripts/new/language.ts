import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from './template';

/** The English texts as the start of another language's file. */
function copyOfEnglish(root: string): string {
  const english = readFileSync(join(root, 'content/languages/en/ui.ts'), 'utf8');
  const text = english.replace('export const ui = {', 'export const ui: Ui = {').replace(/\nexport type Ui = .*\n/, '');
  if (!text.includes('export const ui: Ui = {') || /export type Ui\b/.test(text))
    throw new Error(
      "content/languages/en/ui.ts has changed its form: it needs 'export const ui = {' and 'export type Ui = …;'",
    );
  return `import type { Ui } from '../en/ui';\n\n${text}`;
}

export const language: Template = {
  nameForm: 'a language tag, as in fr or pt-BR',
  namePattern: /^[a-z]{2,3}(-[A-Z][A-Za-z]{1,3})?$/,
  folder: (name) => `content/languages/${name}`,
  files: (_name, root) => ({
    'ui.ts': copyOfEnglish(root),
    'ui.test.ts': `import { expect, test } from 'vitest';
import { ui as english } from '../en/ui';
import { ui } from './ui';

/** Texts that are spelled alike in both languages, by path. */
const alike: readonly string[] = [];

/** Paths of texts, and of functions that make texts, that are still the English ones. */
function stillEnglish(own: unknown, theirs: unknown, path: string): string[] {
  if (typeof own === 'object' && own !== null && typeof theirs === 'object' && theirs !== null)
    return Object.entries(own).flatMap(([key, value]) =>
      stillEnglish(value, (theirs as Record<string, unknown>)[key], path ? \`\${path}.\${key}\` : key),
    );
  return String(own) === String(theirs) && !alike.includes(path) ? [path] : [];
}

test('every text is translated', () => {
  expect(stillEnglish(ui, english, '')).toEqual([]);
});
`,
  }),
  next: (name) => [
    `add ${name} to the languages in src/i18n/index.tsx`,
    'translate ui.ts; the test lists what is still English',
  ],
};
