import { expect, test, vi } from 'vitest';
import { authorPreview, lessonOf } from './author-preview';

test('a file tells its lesson; files of other folders belong to none', () => {
  const folder = 'content/documents/deployment/lessons/rolling-ten';
  expect(lessonOf(`${folder}/zh.mdx`)).toBe(folder);
  expect(lessonOf('content/documents/deployment/diagrams/deploy-0.mmd')).toBeUndefined();
  expect(lessonOf('src/lessons/types.ts')).toBeUndefined();
});

/** What the dev server sends and prints after a file was saved. */
function saved(file: string) {
  const sent: { readonly type: string; readonly err?: { readonly message: string } }[] = [];
  const printed: string[] = [];
  const server = {
    config: { root: process.cwd(), logger: { info: (text: string) => printed.push(text) } },
    ws: { send: (payload: (typeof sent)[number]) => sent.push(payload) },
  };
  const { handler } = authorPreview().hotUpdate as { handler: (options: object) => readonly unknown[] | undefined };
  const answer = handler.call({ environment: { name: 'client' } }, { file: `${process.cwd()}/${file}`, server });
  return { sent, printed, answer };
}

const wait = { timeout: 55_000, interval: 100 };

test('a lesson that is saved is shown anew and proven beside it', { timeout: 60_000 }, async () => {
  const { sent, printed, answer } = saved('content/documents/deployment/lessons/how-to-read-the-glass/en.mdx');
  expect(answer).toEqual([]);
  await vi.waitFor(() => expect(printed).toHaveLength(1), wait);
  expect(printed[0]).toMatch(
    /^content\/documents\/deployment\/lessons\/how-to-read-the-glass\n[\s\S]*steps, no problem$/,
  );
  expect(sent).toEqual([{ type: 'full-reload' }]);
});

test('what is wrong with it lies over the page', { timeout: 60_000 }, async () => {
  const { sent } = saved('content/documents/deployment/lessons/not-yet/en.mdx');
  await vi.waitFor(() => expect(sent).toHaveLength(2), wait);
  expect(sent[1]).toMatchObject({ type: 'error' });
  expect(sent[1]?.err?.message).toContain('content/documents/deployment/lessons/not-yet');
});

test('a file of the code is left to the dev server', () => {
  const { sent, answer } = saved('src/lessons/types.ts');
  expect([sent, answer]).toEqual([[], undefined]);
});
