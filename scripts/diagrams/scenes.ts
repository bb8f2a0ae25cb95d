import { Lab } from '../../src/worker/lab';
import { loadReader, readManifest } from '../../src/worker/manifest';

/** What somebody does to a cluster, one thing after the other, each once the last has come to rest. */
type Deed = { readonly apply: string } | { readonly image: string } | { readonly undo: true };

interface Scene {
  readonly name: string;
  readonly document: string;
  readonly deeds: readonly Deed[];
}

const manifest = (strategy: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: shop}
spec:
  replicas: 3
  strategy: {type: ${strategy}}
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec: {containers: [{name: shop, image: "nginx:1.28"}]}
`;

/** Runs in which the diagrams can be lit until a lesson has them all. */
const scenes: readonly Scene[] = [
  {
    name: 'a Deployment that is applied and given another image',
    document: 'deployment',
    deeds: [{ apply: manifest('RollingUpdate') }, { image: 'nginx:1.29' }],
  },
  {
    name: 'a Recreate Deployment that is given another image, and the one before again',
    document: 'deployment',
    deeds: [{ apply: manifest('Recreate') }, { image: 'nginx:1.29' }, { undo: true }],
  },
];

export const scenesOf = (document: string): readonly Scene[] => scenes.filter((scene) => scene.document === document);

const shop = { namespace: 'default', name: 'shop' };

/** Plays a scene to its end. */
export async function playScene({ deeds }: Scene): Promise<Lab> {
  await loadReader();
  const lab = new Lab(1, { nodes: [{ name: 'node-1' }, { name: 'node-2' }] });
  for (const deed of deeds) {
    if ('apply' in deed) {
      const { objects } = readManifest(deed.apply);
      lab.command({ to: 'kubectl', type: 'apply', payload: { file: 'shop.yaml', text: deed.apply, objects } });
    } else if ('image' in deed) {
      const payload = { ...shop, resource: 'deployments', container: 'shop', image: deed.image };
      lab.command({ to: 'kubectl', type: 'setImage', payload });
    } else lab.command({ to: 'kubectl', type: 'rolloutUndo', payload: { ...shop, toRevision: 0 } });
    while (!lab.runTowardsRest(5_000)) {
      // Further.
    }
    lab.seek(lab.length - 1);
  }
  return lab;
}
