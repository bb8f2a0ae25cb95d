import { camel, kebab, kebabForm, pascal, spaced, type Template } from './template';

export const controller: Template = {
  nameForm: kebabForm,
  namePattern: kebab,
  folder: (name) => `src/engine/controllers/${name}`,
  files: (name) => ({
    [`${name}-controller.ts`]: `// Models: pkg/controller/${name.replaceAll('-', '')}: name the upstream file and symbol
// Simplified: say what is simpler than upstream
// Not modelled: say what is left out
import { configMapKind, type KindDefinition } from '../../api/kinds';
import { keyOfObject } from '../../api/meta';
import type { ConfigMap } from '../../api/types';
import type { Controller, ControllerContext, ControllerDefinition, SyncResult } from '../../client/controller';
import type { Informer } from '../../client/informer';
import type { Session } from '../../client/session';
import { reconcile } from './reconcile';

class ${pascal(name)}Controller implements Controller {
  private readonly context: ControllerContext;
  private readonly objects: Informer<ConfigMap>;

  constructor(context: ControllerContext) {
    this.context = context;
    // The kind that this controller brings about: put its own in the place of ConfigMap.
    this.objects = context.informer<ConfigMap>(configMapKind as unknown as KindDefinition);
  }

  register(): void {
    const enqueue = (object: ConfigMap) => this.context.queue.add(keyOfObject(object));
    this.objects.on({ add: enqueue, update: (_before, object) => enqueue(object), delete: enqueue });
  }

  sync(key: string, session: Session): SyncResult {
    const object = this.objects.get(key);
    if (!object) return undefined;
    for (const write of reconcile(object, session.epochMicros)) write(session);
    return undefined;
  }
}

export const ${camel(name)}Controller: ControllerDefinition = {
  name: '${name.replaceAll('-', '')}',
  workers: 5,
  actor: '${name}-controller',
  build: (context) => new ${pascal(name)}Controller(context),
};
`,
    'reconcile.ts': `// Models: pkg/controller/${name.replaceAll('-', '')}: name the upstream symbol that decides
// Simplified: say what is simpler than upstream
// Not modelled: say what is left out
import type { ConfigMap } from '../../api/types';
import type { Session } from '../../client/session';

/** One write to the API server. */
export type Write = (session: Session) => void;

/**
 * What is to be written so that the cluster comes closer to what the object asks for; nothing when it is there.
 * Pure: it decides, and the controller writes. \`nowMicros\`: microseconds since 1970.
 */
export function reconcile(_object: ConfigMap, _nowMicros: number): readonly Write[] {
  return [];
}
`,
    [`${name}-controller.test.ts`]: `import { expect, test } from 'vitest';
import { controllers } from '..';
import { reconcile } from './reconcile';
import { ${camel(name)}Controller } from './${name}-controller';

test('the controller manager runs the ${spaced(name)} controller', () => {
  expect(controllers()).toContain(${camel(name)}Controller);
});

test('what a new object asks for is written', () => {
  expect(reconcile({ metadata: { name: 'first', namespace: 'default' } }, 0)).not.toEqual([]);
});
`,
  }),
  next: (name) => [
    `add ${camel(name)}Controller to src/engine/controllers/index.ts`,
    'put the kind that it brings about in the place of ConfigMap, and decide in reconcile.ts',
    'hold it against cases: adapters in cases.ts beside it, registered in src/host/cases/registry.ts',
  ],
};
