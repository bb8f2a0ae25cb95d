import {
  decodeStrict,
  type KubeObject,
  keyOf,
  pathOf,
  type RequestDetail,
  type Status,
  type TraceEvent,
} from '../engine/index';
import { afterApply, type Mapped, mapObject } from '../kubectl/index';
import type { ReadManifest } from './manifest';
import type { ComparedObject, ManifestProblem } from './protocol';

type Documents = ReadManifest['documents'];
type Path = readonly (string | number)[];

/** Problems that are shown of one manifest. */
const maxProblems = 50;

/**
 * The parts of a field as the API server names it: `spec.template.spec.containers[0].image`, `spec.nodeSelector[a.b/c]`.
 * A number in brackets is a place in a list where the object has a list there, else a key.
 */
export function fieldPath(field: string, object: unknown): Path {
  const path: (string | number)[] = [];
  let here = object;
  for (const [, name, key] of field.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
    const step = key !== undefined && Array.isArray(here) && /^\d+$/.test(key) ? Number(key) : (name ?? key ?? '');
    path.push(step);
    const inside = typeof here === 'object' && here !== null && Object.hasOwn(here, step);
    here = inside ? (here as Readonly<Record<string | number, unknown>>)[step] : undefined;
  }
  return path;
}

function fieldText(path: Path): string {
  return path.reduce<string>(
    (so, step) => (typeof step === 'number' ? `${so}[${step}]` : so ? `${so}.${step}` : step),
    '',
  );
}

function mapped(object: ReadManifest['objects'][number]): Mapped | string {
  const { apiVersion } = object;
  if (apiVersion === undefined || apiVersion === null) return 'apiVersion not set';
  if (typeof apiVersion !== 'string') return "apiVersion isn't string type";
  const found = mapObject(object, '');
  if ('kind' in found) return found;
  return /no matches for kind .*/.exec(found.message ?? '')?.[0] ?? found.message ?? '';
}

/** What the API server would not even read, by document: unknown kinds and fields, values of a wrong type. */
export function problemsOf(documents: Documents): ManifestProblem[] {
  const problems: ManifestProblem[] = [];
  for (const { object, lineOf } of documents) {
    const found = mapped(object);
    if (typeof found === 'string') problems.push({ field: '', message: found, ...lineOf(['kind']) });
    else
      for (const { path, message } of decodeStrict(found.kind.kind, object).problems.slice(0, maxProblems))
        problems.push({ field: fieldText(path), message, ...lineOf(path) });
    if (problems.length >= maxProblems) break;
  }
  return problems.slice(0, maxProblems);
}

function isAbout({ kind, namespace, name }: Mapped, { method, path, request }: RequestDetail): boolean {
  if (path === pathOf(kind, namespace, name)) return true;
  if (method !== 'POST' || path !== pathOf(kind, namespace)) return false;
  return (request as Partial<KubeObject> | undefined)?.metadata?.name === name;
}

/** What the cluster refused of a manifest, each at the field that the answer names, else at the object's name. */
export function refusalsOf(documents: Documents, answers: readonly TraceEvent[]): ManifestProblem[] {
  const failed = answers
    .map(({ detail }) => detail as RequestDetail)
    // kubectl asks first whether the object is there.
    .filter(({ code, method }) => code >= 400 && !(method === 'GET' && code === 404));
  const problems: ManifestProblem[] = [];
  for (const document of documents) {
    const found = mapped(document.object);
    if (typeof found === 'string') {
      problems.push({ field: '', message: found, ...document.lineOf(['kind']) });
      continue;
    }
    const answer = failed.find((detail) => isAbout(found, detail));
    if (!answer) continue;
    const { details, message = '' } = (answer.response ?? {}) as Partial<Status>;
    const named = (details?.causes ?? []).filter(({ field }) => field);
    const unreadable = answer.code === 400 ? problemsOf([document]) : [];
    if (named.length > 0)
      for (const { field = '', message: text = '' } of named)
        problems.push({ field, message: text, ...document.lineOf(fieldPath(field, document.object)) });
    else if (unreadable.length > 0) problems.push(...unreadable);
    else problems.push({ field: '', message, ...document.lineOf(['metadata', 'name']) });
  }
  return problems.slice(0, maxProblems);
}

/** What applying each document would change. `rowOf`: the object of a table and key, as it is stored. */
export function compare(documents: Documents, rowOf: (table: string, key: string) => unknown): ComparedObject[] {
  return documents.map(({ object }): ComparedObject => {
    const nothing = { before: undefined, after: undefined };
    const found = mapped(object);
    if (typeof found === 'string') return { id: String(object.kind ?? ''), ...nothing, problem: found };
    const key = keyOf(found.namespace, found.name);
    const id = `${found.kind.resource}/${key}`;
    try {
      const current = rowOf(`api/${found.kind.resource}`, key) as KubeObject | undefined;
      return { id, ...afterApply(found, current), problem: undefined };
    } catch (error) {
      return { id, ...nothing, problem: error instanceof Error ? error.message : String(error) };
    }
  });
}
