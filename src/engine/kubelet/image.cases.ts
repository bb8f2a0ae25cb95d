import type { Case, CaseAdapter, CaseFile, Failure } from '../../host/cases/case-form';
import { compareValue, compareValues } from '../../host/cases/compare';
import { podKind } from '../api/kinds';
import type { Pod } from '../api/types';
import { defaultConfig } from '../config';
import { hex64, parseImage } from '../workloads/image-reference';
import type { ImageRow } from './cri/runtime-state';
import { eventTexts } from './event-texts';
import { Scene, second } from './scene.cases';

interface Config {
  image: string;
  images: string[];
  imagePullPolicy?: string;
  present?: boolean;
  pullSeconds?: number;
  imageBytes?: number;
  kubeletVersion?: string;
  serializeImagePulls?: boolean;
  maxParallelImagePulls?: number;
}
const configOf = (c: Case): Config => c.given?.config as unknown as Config;

/** Puts an image on the node, as though it had been pulled before. */
function preload(scene: Scene, image: string): void {
  const name = parseImage(image)?.name ?? image;
  const row: ImageRow = { node: 'node1', name, id: `${name}@sha256:${hex64(name)}`, sizeBytes: 1, pulledAt: 0 };
  scene.kernel.perform(() => {
    scene.kernel.emit({ actor: 'case', verb: 'fault', subject: image, level: 'micro' });
    scene.kernel.table<ImageRow>('images').set(`node1 ${name}`, row);
  });
}

const imageReasons = ['Pulling', 'Pulled', 'Failed', 'BackOff', 'ErrImageNeverPull'];

function ensureImage(c: Case, file: CaseFile): Failure[] {
  const { image, imagePullPolicy, present, pullSeconds, imageBytes, kubeletVersion } = configOf(c);
  const described = {
    image: {
      ...(pullSeconds === undefined ? {} : { pullMillis: pullSeconds * 1000 }),
      ...(imageBytes === undefined ? {} : { sizeBytes: imageBytes }),
    },
  };
  const scene = new Scene({ workloads: { [image]: described } });
  if (present) preload(scene, image);
  const from = scene.now;
  scene.create({ spec: { containers: [{ name: 'web', image, ...(imagePullPolicy ? { imagePullPolicy } : {}) }] } });
  scene.run(9);
  // What a file says of an older release is compared with the text of that release.
  const version = kubeletVersion ?? file.version;
  const inRelease = (message: string) =>
    message === eventTexts.present(image).message ? eventTexts.present(image, version).message : message;
  const events = scene
    .recorded(from)
    .filter((event) => imageReasons.includes(event.reason))
    .map((event) => ({ ...event, message: inRelease(event.message) }));
  const pulls = scene.criCalls(from).filter((call) => call.startsWith('PullImage')).length;
  const waiting = scene.pod()?.status?.containerStatuses?.[0]?.state?.waiting?.reason;
  return compareValues({ pulls, error: waiting ?? null, events }, c.then);
}

function ensureImages(c: Case): Failure[] {
  const { images, pullSeconds, serializeImagePulls, maxParallelImagePulls } = configOf(c);
  const workloads = Object.fromEntries(
    images.map((image) => [image, { image: { pullMillis: (pullSeconds ?? 0) * 1000 } }]),
  );
  const kubelet = {
    ...defaultConfig.kubelet,
    ...(serializeImagePulls === undefined ? {} : { serializeImagePulls }),
    ...(maxParallelImagePulls === undefined ? {} : { maxParallelImagePulls }),
  };
  const scene = new Scene({ workloads, kubelet });
  images.forEach((image, i) => {
    scene.create({ metadata: { name: `p${i}` }, spec: { containers: [{ name: 'web', image }] } });
  });
  scene.run(60);
  const pulls = scene.events().filter((event) => event.verb === 'cri.PullImage');
  const done = scene
    .events()
    .filter((event) => event.verb === 'cri.reply' && (event.detail as { call: string }).call === 'PullImage');
  const from = pulls[0]?.at ?? 0;
  return compareValues(
    { doneAtSeconds: done.map((event) => Math.round(((event.at - from) / second) * 10) / 10) },
    c.then,
  );
}

function defaultPolicy(c: Case): Failure[] {
  const pod: Pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'web', image: configOf(c).image }] } };
  return compareValue(
    podKind.setDefaults(pod).spec?.containers[0]?.imagePullPolicy,
    c.then.imagePullPolicy,
    'imagePullPolicy',
  );
}

const topic = 'image-pull';
export const adapters: CaseAdapter[] = [
  { area: 'kubelet', topic, when: 'ensureImage', run: ensureImage },
  { area: 'kubelet', topic, when: 'ensureImages', run: ensureImages },
  { area: 'kubelet', topic, when: 'default', run: defaultPolicy },
];
