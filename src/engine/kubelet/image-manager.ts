// Models: pkg/kubelet/images/image_manager.go EnsureImageExists, imagePullPrecheck; puller.go serialImagePuller, parallelImagePuller
// Simplified: a pull takes as long as the image's size says, whether others are under way or not.
// Not modelled: pull secrets, the record of which Pod may use a pulled image, registryPullQPS.
import type { Container, Pod } from '../api/types';
import { readAnnotations } from '../workloads/annotations';
import { parseImage } from '../workloads/image-reference';
import { failedPullMicros, imageSizeBytes, pullError, pullMicros } from '../workloads/images';
import { imageBackOff, inBackOffSinceUpdate, nextBackOff } from './back-off';
import { type Caller, containerd } from './cri/runtime-state';
import { type EventText, eventTexts } from './event-texts';
import { containerNamed, nameOf, namespaceOf } from './pod-names';
import { component, type Shared } from './shared';
import type { PullRow } from './tables';

export interface ImageError {
  /** Becomes the waiting reason of the container. */
  readonly reason: 'ErrImagePull' | 'ImagePullBackOff' | 'ErrImageNeverPull' | 'InvalidImageName';
  readonly message: string;
}

/** What is to be done about an image before its container can be made. */
export type ImageStep =
  | { readonly act: 'use' }
  | { readonly act: 'pull' }
  | { readonly act: 'fail'; readonly error: ImageError };

/** imagePullPrecheck: policy and presence. Under Always nobody looks whether the image is there. */
export function imageStep(image: string, policy: string, present: boolean): ImageStep {
  if (policy === 'Always') return { act: 'pull' };
  if (present) return { act: 'use' };
  if (policy !== 'Never') return { act: 'pull' };
  return { act: 'fail', error: { reason: 'ErrImageNeverPull', message: eventTexts.neverPull(image).message } };
}

export type Ensured = { readonly ready: true } | { readonly waits: true } | { readonly error: ImageError };

/** A pull of an image that is there already: only its manifest is asked for. */
const manifestMicros = 400_000;

interface Pulling {
  readonly key: string;
  readonly startedAt: number;
}

export class ImageManager {
  private readonly shared: Shared;
  /** Goes on with the sync that waited for a pull. */
  private readonly resume: (caller: Caller, error: ImageError | undefined) => void;

  constructor(shared: Shared, resume: (caller: Caller, error: ImageError | undefined) => void) {
    this.shared = shared;
    this.resume = resume;
  }

  private pullKey(node: string, uid: string, container: string): string {
    return `${node} ${uid}/${container}`;
  }

  private log(node: string, pod: Pod, container: Container, text: EventText): void {
    this.shared.record(node, pod, text, container.name);
  }

  /** EnsureImageExists. `at`: virtual time of the call. */
  ensure(caller: Caller, pod: Pod, container: Container, at: number): Ensured {
    const { tables, runtime } = this.shared;
    const { node, uid } = caller;
    const image = container.image ?? '';
    if (!parseImage(image)) {
      const message = `Failed to apply default image tag ${JSON.stringify(image)}: couldn't parse image name ${JSON.stringify(image)}: invalid reference format`;
      this.log(node, pod, container, eventTexts.inspectFailed(message));
      return { error: { reason: 'InvalidImageName', message } };
    }
    const policy = container.imagePullPolicy ?? 'IfNotPresent';
    const present = policy === 'Always' ? false : runtime.imageStatus(node, pod, container, at) !== undefined;
    const step = imageStep(image, policy, present);
    if (step.act === 'use') {
      this.log(node, pod, container, eventTexts.present(image));
      return { ready: true };
    }
    if (step.act === 'fail') {
      this.log(node, pod, container, eventTexts.neverPull(image));
      return { error: step.error };
    }
    const backOff = tables.pullBackOffs.get(`${uid}_${image}`);
    if (backOff && inBackOffSinceUpdate(backOff, at, imageBackOff)) {
      const text = eventTexts.pullBackOff(image);
      this.log(node, pod, container, text);
      return { error: { reason: 'ImagePullBackOff', message: `${text.message}: ${backOff.error}` } };
    }
    this.log(node, pod, container, eventTexts.pulling(image));
    const key = this.pullKey(node, uid, container.name);
    const row: PullRow = { ...caller, image, askedAt: at, ordinal: this.shared.kernel.seq };
    tables.pulls.set(key, row);
    if (this.freePlaces(node) > 0) this.start(key, row, pod, container, at);
    return { waits: true };
  }

  private start(key: string, row: PullRow, pod: Pod, container: Container, at: number): void {
    const { tables, kernel, runtime, registry } = this.shared;
    const { description, missing } = registry.find(row.image);
    const isApp = pod.spec?.containers.some((candidate) => candidate.name === container.name) === true;
    const asked = readAnnotations(pod.metadata.annotations, container.name, isApp).settings.imagePull;
    const name = parseImage(row.image)?.name ?? row.image;
    const there = runtime.images.has(`${row.node} ${name}`);
    // An annotation that says how a pull goes says that the image is there.
    const error = pullError(row.image, asked === undefined ? missing : asked === 'fails' ? 'tag' : undefined);
    const factor = runtime.faults.get(row.node)?.pullFactor ?? 1;
    const own =
      typeof asked === 'object' && !there ? asked.takesMicros : there ? manifestMicros : pullMicros(description);
    const takes = Math.round((error === undefined ? own : failedPullMicros) * factor);
    const subject = `pods/${namespaceOf(pod)}/${nameOf(pod)}`;
    kernel.cause = kernel.emit({
      actor: `kubelet/${row.node}`,
      target: `containerd/${row.node}`,
      verb: 'cri.PullImage',
      subject,
      level: 'action',
      detail: { container: container.name, image: row.image, sentAt: at, sizeBytes: imageSizeBytes(description) },
    });
    const endsAt = at + takes;
    tables.pulls.set(key, { ...row, startedAt: at, endsAt, ...(error === undefined ? {} : { error }) });
    const pulling: Pulling = { key, startedAt: at };
    kernel.schedule(endsAt, component, 'pulled', pulling);
  }

  /** A pull has come to its end. */
  pulled({ key, startedAt }: Pulling): void {
    const { tables, kernel, runtime, registry } = this.shared;
    const row = tables.pulls.get(key);
    if (!row || row.startedAt !== startedAt || !tables.running(row.node)) return;
    const pod = tables.workers.get(row.uid)?.pod;
    const container = pod && containerNamed(pod, key.slice(key.indexOf('/') + 1));
    kernel.cause = kernel.emit({
      actor: `${containerd}/${row.node}`,
      target: `kubelet/${row.node}`,
      verb: 'cri.reply',
      subject: `pods/${pod ? `${namespaceOf(pod)}/${nameOf(pod)}` : row.uid}`,
      level: 'action',
      detail: {
        call: 'PullImage',
        sentAt: startedAt,
        image: row.image,
        ...(row.error === undefined ? {} : { error: row.error }),
      },
    });
    const seq = kernel.cause;
    tables.pulls.delete(key);
    const sizeBytes = imageSizeBytes(registry.describe(row.image));
    let failure: ImageError | undefined;
    if (row.error === undefined) {
      runtime.addImage(row.node, row.image, sizeBytes);
      if (pod && container) {
        this.log(
          row.node,
          pod,
          container,
          eventTexts.pulled(row.image, kernel.now - startedAt, kernel.now - row.askedAt, sizeBytes),
        );
      }
    } else {
      failure = { reason: 'ErrImagePull', message: row.error };
      if (pod && container) this.log(row.node, pod, container, eventTexts.pullFailed(row.image, row.error));
      const backOffKey = `${row.uid}_${row.image}`;
      const entry = nextBackOff(tables.pullBackOffs.get(backOffKey), kernel.now, kernel.now, imageBackOff);
      tables.pullBackOffs.set(backOffKey, { ...entry, uid: row.uid, error: `ErrImagePull: ${row.error}` });
    }
    this.startNext(row.node);
    kernel.cause = seq;
    this.resume({ node: row.node, uid: row.uid, run: row.run }, failure);
  }

  /** How many more images a node may pull at the same time. */
  private freePlaces(node: string): number {
    const { serializeImagePulls, maxParallelImagePulls } = this.shared.context.config.kubelet;
    const places = serializeImagePulls ? 1 : (maxParallelImagePulls ?? Number.POSITIVE_INFINITY);
    return places - this.shared.tables.pullsByNode.rows(node).filter((row) => row.startedAt !== undefined).length;
  }

  /** The next pulls of a node that wait, oldest first. */
  private startNext(node: string): void {
    const { tables, kernel } = this.shared;
    const ordinalOf = (key: string) => tables.pulls.get(key)?.ordinal ?? 0;
    const waiting = tables.pullsByNode.keys(node).filter((key) => tables.pulls.get(key)?.startedAt === undefined);
    for (const key of waiting.sort((a, b) => ordinalOf(a) - ordinalOf(b))) {
      if (this.freePlaces(node) <= 0) return;
      const row = tables.pulls.get(key) as PullRow;
      const pod = tables.workers.get(row.uid)?.pod;
      const container = pod && containerNamed(pod, key.slice(key.indexOf('/') + 1));
      if (pod && container) this.start(key, row, pod, container, kernel.now);
      else tables.pulls.delete(key);
    }
  }

  /** The sync that wanted a Pod's pulls is no longer wanted. */
  cancel(node: string, uid: string): void {
    const { tables } = this.shared;
    let freed = false;
    for (const key of [...tables.pullsByNode.keys(node)]) {
      const row = tables.pulls.get(key) as PullRow;
      if (row.uid !== uid) continue;
      tables.pulls.delete(key);
      freed ||= row.startedAt !== undefined;
    }
    if (freed) this.startNext(node);
  }
}
