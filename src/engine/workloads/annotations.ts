// Models: nothing of Kubernetes; how a Pod template says what its program should do in the lab.
// Simplified: one value a key, for all app containers or for one that is named.
// Not modelled: —
import { parseBytes, parseCpuMilli, parseQuantity } from '../api/quantity';
import { parseDuration } from './duration';

/** From when an answer holds, microseconds since the start of the process. */
export interface AnswerWindow {
  readonly fromMicros: number;
  readonly ok: boolean;
}

export type ProbeKind = 'readiness' | 'liveness' | 'startup';

/** What the annotations of one container ask for. */
export interface Settings {
  readonly startDelayMicros?: number;
  readonly exitCode?: number;
  readonly runsForMicros?: number;
  readonly answers?: Readonly<Partial<Record<ProbeKind, readonly AnswerWindow[]>>>;
  readonly imagePull?: 'fails' | 'succeeds' | { readonly takesMicros: number };
  readonly sigterm?: 'ignore' | { readonly afterMicros: number };
  readonly create?: 'fails';
  readonly start?: 'fails';
  readonly postStart?: HookSetting;
  readonly preStop?: HookSetting;
  readonly memoryBytes?: number;
  readonly cpuMilli?: number;
}

export type HookSetting = 'fails' | { readonly takesMicros: number };

/** An annotation whose value means nothing. */
export interface AnnotationProblem {
  readonly key: string;
  readonly value: string;
  readonly expected: string;
}

const domain = 'clusterglass.dev/';

/** `never`, `always`, `after 5s`, `fails from 30s`, `fails from 30s until 60s`, several joined by commas. */
export function parseAnswer(text: string): readonly AnswerWindow[] | undefined {
  const windows: AnswerWindow[] = [];
  for (const part of text.split(',')) {
    const words = part.trim().split(/\s+/);
    const [first, second, third, fourth, fifth] = words;
    const time = parseDuration((first === 'after' ? second : third) ?? '');
    if (first === 'never' && words.length === 1) windows.push({ fromMicros: 0, ok: false });
    else if (first === 'always' && words.length === 1) windows.push({ fromMicros: 0, ok: true });
    else if (first === 'after' && words.length === 2 && time !== undefined) {
      windows.push({ fromMicros: 0, ok: false }, { fromMicros: time, ok: true });
    } else if (first === 'fails' && second === 'from' && time !== undefined) {
      if (windows.length === 0) windows.push({ fromMicros: 0, ok: true });
      windows.push({ fromMicros: time, ok: false });
      if (words.length === 3) continue;
      const end = fourth === 'until' && words.length === 5 ? parseDuration(fifth ?? '') : undefined;
      if (end === undefined || end <= time) return undefined;
      windows.push({ fromMicros: end, ok: true });
    } else return undefined;
  }
  return windows.sort((a, b) => a.fromMicros - b.fromMicros);
}

/** Where a list of windows stands at an age, and when that changes next. */
export function windowAt(
  windows: readonly AnswerWindow[],
  ageMicros: number,
): { ok: boolean; changesAtMicros: number | undefined } {
  let ok = false;
  for (const window of windows) {
    if (window.fromMicros > ageMicros) return { ok, changesAtMicros: window.fromMicros };
    ok = window.ok;
  }
  return { ok, changesAtMicros: undefined };
}

const answerForm = 'never, always, after 5s, fails from 30s, or fails from 30s until 60s';
const hook = (text: string): HookSetting | undefined => {
  const micros = parseDuration(text);
  return text === 'fails' ? 'fails' : micros === undefined ? undefined : { takesMicros: micros };
};
const whole = (text: string, max: number) => (/^\d{1,9}$/.test(text) && Number(text) <= max ? Number(text) : undefined);
const fails = (text: string) => (text === 'fails' ? ('fails' as const) : undefined);
const micros = (text: string) => parseDuration(text);

type Reader = (text: string, settings: Settings) => Settings | undefined;

/** Makes a reader that sets one member of the settings. */
function setting<K extends keyof Settings>(name: K, read: (text: string) => Settings[K] | undefined): Reader {
  return (text, settings) => {
    const value = read(text);
    return value === undefined ? undefined : { ...settings, [name]: value };
  };
}

const answer =
  (kind: ProbeKind): Reader =>
  (text, settings) => {
    const windows = parseAnswer(text);
    return windows && { ...settings, answers: { ...settings.answers, [kind]: windows } };
  };

/** Every annotation by its name behind `clusterglass.dev/`, and the words for what it wants. */
const readers: Readonly<Record<string, { readonly read: Reader; readonly expected: string }>> = {
  'start-delay': { read: setting('startDelayMicros', micros), expected: 'a duration such as 5s' },
  'exit-code': { read: setting('exitCode', (text) => whole(text, 255)), expected: 'a whole number from 0 to 255' },
  'runs-for': { read: setting('runsForMicros', micros), expected: 'a duration such as 30s' },
  crash: {
    read: (text, settings) => {
      const after =
        text === 'at start' ? 1_000_000 : text.startsWith('after ') ? parseDuration(text.slice(6)) : undefined;
      return after === undefined ? undefined : { ...settings, runsForMicros: after, exitCode: settings.exitCode ?? 1 };
    },
    expected: 'at start, or after 10s',
  },
  readiness: { read: answer('readiness'), expected: answerForm },
  liveness: { read: answer('liveness'), expected: answerForm },
  startup: { read: answer('startup'), expected: answerForm },
  'image-pull': {
    read: setting('imagePull', (text) => (text === 'succeeds' ? text : hook(text))),
    expected: 'fails, succeeds, or a duration such as 20s',
  },
  sigterm: {
    read: setting('sigterm', (text) => {
      const after = text.startsWith('exits after ') ? parseDuration(text.slice(12)) : undefined;
      return text === 'ignore' ? 'ignore' : after === undefined ? undefined : { afterMicros: after };
    }),
    expected: 'ignore, or exits after 5s',
  },
  create: { read: setting('create', fails), expected: 'fails' },
  start: { read: setting('start', fails), expected: 'fails' },
  'post-start': { read: setting('postStart', hook), expected: 'fails, or a duration such as 5s' },
  'pre-stop': { read: setting('preStop', hook), expected: 'fails, or a duration such as 5s' },
  memory: {
    read: setting('memoryBytes', (text) => (parseQuantity(text).quantity ? parseBytes(text) : undefined)),
    expected: 'a quantity such as 128Mi',
  },
  cpu: {
    read: setting('cpuMilli', (text) => (parseQuantity(text).quantity ? parseCpuMilli(text) : undefined)),
    expected: 'a quantity such as 250m',
  },
};

const none: { settings: Settings; problems: readonly AnnotationProblem[] } = { settings: {}, problems: [] };

/**
 * What a Pod's annotations ask of one container: `clusterglass.dev/<name>` for each app container,
 * `<container>.clusterglass.dev/<name>` for one, which wins. Values that mean nothing are left out and told.
 */
export function readAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  container: string,
  isApp: boolean,
): { settings: Settings; problems: readonly AnnotationProblem[] } {
  if (!annotations) return none;
  let settings: Settings = {};
  const problems: AnnotationProblem[] = [];
  const apply = (prefix: string) => {
    for (const key of Object.keys(annotations).sort()) {
      if (!key.startsWith(prefix)) continue;
      const name = key.slice(prefix.length);
      const value = String(annotations[key]);
      const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
      const next = reader?.read(value.trim(), settings);
      if (next) settings = next;
      else {
        const expected = reader?.expected ?? `one of ${Object.keys(readers).join(', ')}`;
        problems.push({ key, value, expected });
      }
    }
  };
  if (isApp) apply(domain);
  apply(`${container}.${domain}`);
  return settings === none.settings && problems.length === 0 ? none : { settings, problems };
}
