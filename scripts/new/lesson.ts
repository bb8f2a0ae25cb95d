import { spaced, type Template } from './template';

export const lesson: Template = {
  nameForm: 'document/slug, as in deployment/rolling-ten',
  namePattern: /^[a-z][a-z0-9]*(-[a-z0-9]+)*\/[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
  folder: (name) => {
    const [document, slug] = name.split('/');
    return `content/documents/${document}/lessons/${slug}`;
  },
  files: (name) => {
    const [document = '', slug = ''] = name.split('/');
    return {
      'lesson.ts': `import type { Lesson } from '../../../../../src/lessons/types';

// Data only, no prose: every word that a learner reads is in zh.mdx and en.mdx under the same ids.
// \`npm run lesson -- content/documents/${document}/lessons/${slug}\` prints where the steps stand in a run.
export default {
  id: '${slug}',
  document: '${document}',
  minutes: 8,
  claims: [],
  questions: [],
  kubernetes: '1.37',
  seed: 1,

  config: { nodes: [{ name: 'worker-1', cpuMilli: 4000, memoryBytes: 8 * 2 ** 30, pods: 110 }] },
  assumptions: [],

  start: [
    {
      apply: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'web', namespace: 'default' },
        spec: { containers: [{ name: 'web', image: 'nginx' }] },
      },
    },
  ],

  // Anchors match once each, in this order: predicates on the trace, never a number or a time.
  steps: [
    {
      id: 'created',
      kind: 'watch',
      at: { verb: 'api.create', subject: { kind: 'Pod', name: 'web', subresource: '' } },
      view: { picture: 'cluster' },
    },
    {
      id: 'bound',
      kind: 'watch',
      at: { verb: 'api.create', subject: { kind: 'Pod', name: 'web', subresource: 'binding' } },
      view: { picture: 'cluster' },
    },
    { id: 'summary', kind: 'summary', view: { picture: 'cluster' } },
  ],

  still: { step: 'bound', view: 'cluster' },
} satisfies Lesson;
`,
      'en.mdx': mdx(`title: ${spaced(slug)}\nshort: ${spaced(slug)}\nquestion: TO BE WRITTEN\nstill: TO BE WRITTEN`),
      'zh.mdx': mdx('title: TO BE WRITTEN\nshort: TO BE WRITTEN\nquestion: TO BE WRITTEN\nstill: TO BE WRITTEN'),
      'lesson.test.ts': `import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import lesson from './lesson';

const read = (language: string) => readFileSync(new URL(\`./\${language}.mdx\`, import.meta.url), 'utf8');
const languages = { en: read('en'), zh: read('zh') };

test('both languages tell the same steps in the same order', () => {
  const told = (text: string) => [...text.matchAll(/<Step id="([^"]+)">/g)].map(([, id]) => id);
  const ids = lesson.steps.map(({ id }) => id);
  expect({ en: told(languages.en), zh: told(languages.zh) }).toEqual({ en: ids, zh: ids });
});

test.each(Object.entries(languages))('every text is written in %s', (_language, text) => {
  expect(text).not.toContain('TO BE WRITTEN');
});
`,
    };
  },
  next: () => [
    'choose the anchors in lesson.ts from a real run of your start commands: npm run lesson',
    'add a prediction and a change; src/host/lesson/lessons.test.ts says what is missing',
    'write both texts; the test fails until nothing is left to be written',
  ],
};

const mdx = (front: string) => `---
${front}
---

<Step id="created">
## TO BE WRITTEN

TO BE WRITTEN
</Step>

<Step id="bound">
## TO BE WRITTEN

TO BE WRITTEN
</Step>

<Step id="summary">
## TO BE WRITTEN

<Summary>
TO BE WRITTEN
</Summary>
</Step>
`;
