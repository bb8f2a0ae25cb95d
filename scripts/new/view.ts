import { camel, kebab, kebabForm, pascal, spaced, type Template } from './template';

export const view: Template = {
  nameForm: kebabForm,
  namePattern: kebab,
  folder: (name) => `src/views/${name}`,
  files: (name) => ({
    'model.ts': `import type { Rows } from '../../store/lab-store';
import type { IndexedEvent } from '../../store/trace-index';

/** Width and height of the picture's own coordinates. */
export const pictureSize = { width: 320, height: 40 };

export interface Mark {
  /** Resource and key, as in \`pods/default/web-1\`. */
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export interface ${pascal(name)}Model {
  readonly marks: readonly Mark[];
}

interface Input {
  readonly rows: Rows;
  readonly event: IndexedEvent | undefined;
}

/** What the picture shows, from the rows and the event at the cursor alone. What is new must not move what was there. */
export function ${camel(name)}Model(_input: Input): ${pascal(name)}Model {
  return { marks: [] };
}
`,
    'describe.ts': `import type { Ui } from '../../i18n/index';
import type { ${pascal(name)}Model } from './model';

/** The picture in words, from the same model. Its words come from \`ui\`: add them to every language. */
export function describe${pascal(name)}(_ui: Ui, model: ${pascal(name)}Model): string {
  return model.marks.map((mark) => mark.name).join(', ');
}
`,
    'View.tsx': `import { useMemo } from 'react';
import { useUi } from '../../i18n/index';
import type { Rows } from '../../store/lab-store';
import type { IndexedEvent } from '../../store/trace-index';
import { describe${pascal(name)} } from './describe';
import { ${camel(name)}Model, pictureSize } from './model';

interface ${pascal(name)}ViewProps {
  readonly rows: Rows;
  readonly event: IndexedEvent | undefined;
}

/** Say in a sentence what the picture shows. */
export function ${pascal(name)}View({ rows, event }: ${pascal(name)}ViewProps) {
  const ui = useUi();
  const model = useMemo(() => ${camel(name)}Model({ rows, event }), [rows, event]);
  return (
    <svg viewBox={\`0 0 \${pictureSize.width} \${pictureSize.height}\`} role="img" aria-label={describe${pascal(name)}(ui, model)}>
      {model.marks.map(({ id, name, x, y }) => (
        <text key={id} x={x} y={y} fill="var(--ink)">
          {name}
        </text>
      ))}
    </svg>
  );
}
`,
    'model.test.ts': `import { expect, test } from 'vitest';
import { ui } from '../../../content/languages/en/ui';
import { describe${pascal(name)} } from './describe';
import { ${camel(name)}Model } from './model';

const pod = { metadata: { name: 'web-1', namespace: 'default', uid: 'u-1' } };
const rows = { 'api/pods': new Map([['default/web-1', pod]]) };

test('a Pod that is there at the cursor is in the ${spaced(name)} picture', () => {
  expect(${camel(name)}Model({ rows, event: undefined }).marks.map(({ id }) => id)).toEqual(['pods/default/web-1']);
});

test('the words of the ${spaced(name)} picture name what it shows', () => {
  expect(describe${pascal(name)}(ui, ${camel(name)}Model({ rows, event: undefined }))).toContain('web-1');
});
`,
  }),
  next: (name) => [
    `decide in model.ts what the picture shows, and draw it in View.tsx with the colours of src/ui/tokens.css`,
    'say it in words in describe.ts, in every language of content/languages',
    `put ${pascal(name)}View on a page of src/app, and prove it there with an e2e spec`,
  ],
};
