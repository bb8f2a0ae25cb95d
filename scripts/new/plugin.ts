import { camel, kebab, kebabForm, pascal, type Template } from './template';

export const plugin: Template = {
  nameForm: kebabForm,
  namePattern: kebab,
  folder: (name) => `src/engine/scheduler/plugins/${name}`,
  files: (name) => ({
    'index.ts': `// Models: pkg/scheduler/framework/plugins/${name.replaceAll('-', '')}: name the upstream file and symbol
// Simplified: say what is simpler than upstream
// Not modelled: say what is left out
import type { Pod } from '../../../api/types';
import type { NodeInfo } from '../../cache/node-info';
import { nodeAdd } from '../../framework/cluster-event';
import type { PluginDefinition } from '../../framework/plugin';
import { newStatus } from '../../framework/status';

const refused = newStatus('Unschedulable', "node(s) didn't suit");

function suits(_pod: Pod, _node: NodeInfo): boolean {
  return true;
}

/** Say in a sentence which nodes the plugin refuses or prefers. */
export const ${camel(name)}: PluginDefinition = {
  name: '${pascal(name)}',
  build: () => ({
    filter: (_state, pod, node) => (suits(pod, node) ? undefined : refused),
    eventsToRegister: () => [{ event: nodeAdd }],
  }),
};
`,
    'index.test.ts': `import { expect, test } from 'vitest';
import { plugins } from '..';
import { NodeInfo } from '../../cache/node-info';
import { CycleState } from '../../framework/cycle-state';
import type { Handle } from '../../framework/plugin';
import { ${camel(name)} } from '.';

test('the default profile knows ${pascal(name)}', () => {
  expect(plugins.map(({ definition }) => definition)).toContain(${camel(name)});
});

test('a node that does not suit the Pod is refused', () => {
  const node = new NodeInfo('node-1');
  node.setNode({ metadata: { name: 'node-1' } });
  const pod = { metadata: { name: 'web', namespace: 'default' } };
  const plugin = ${camel(name)}.build(undefined, {} as Handle);
  expect(plugin.filter?.(new CycleState(), pod, node)).toMatchObject({ code: 'Unschedulable' });
});
`,
  }),
  next: (name) => [
    `add ${camel(name)} to src/engine/scheduler/plugins/index.ts, in upstream's order and with its weight`,
    'say in eventsToRegister what can make a Pod schedulable that it refused',
    'hold it against content/cases/scheduler: adapters in cases.ts beside it, registered in src/host/cases/registry.ts',
  ],
};
