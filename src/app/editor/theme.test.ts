import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editorTheme } from './theme';

const tokens = (theme: string): ReadonlyMap<string, string> => {
  const css = readFileSync('src/ui/tokens.css', 'utf8');
  const block = css.slice(css.indexOf(`[data-theme="${theme}"] {`)).split('}')[0] ?? '';
  return new Map([...block.matchAll(/(--[\w-]+): (#[0-9a-f]+);/g)].map(([, name = '', value = '']) => [name, value]));
};

test('in both themes every colour of the editor is a token, in the digits that the editor reads', () => {
  for (const theme of ['light', 'dark']) {
    const known = tokens(theme);
    const { colors, rules } = editorTheme((name) => known.get(name) ?? `no ${name}`, theme === 'dark');
    for (const [name, colour] of Object.entries(colors)) expect(colour, name).toMatch(/^#[0-9a-f]{6}([0-9a-f]{2})?$/);
    for (const { token, foreground } of rules) expect(foreground, token).toMatch(/^[0-9a-f]{6}$/);
  }
});

test('white as a build shortens it is still white', () => {
  const { colors, rules } = editorTheme(() => '#fff', false);
  expect(colors['editor.background']).toBe('#ffffff');
  expect(colors['editor.selectionBackground']).toBe('#ffffff44');
  expect(rules[0]?.foreground).toBe('ffffff');
});
