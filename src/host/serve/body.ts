import { parse, stringify } from 'yaml';
import { protobufBody } from './protobuf';

/** MaxRequestBodyBytes. */
export const maxBodyBytes = 3 * 1024 * 1024;

const jsonTypes = new Set([
  '',
  'application/json',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
]);
const yamlTypes = new Set(['application/yaml', 'application/apply-patch+yaml']);
const protobufType = 'application/vnd.kubernetes.protobuf';

export interface Failure {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
}

/** A Status of the server's own, for what never reaches the REST function. */
export function statusOf({ code, reason, message }: Failure): unknown {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
}

export const mediaType = (header: string | undefined): string => (header?.split(';')[0] ?? '').trim().toLowerCase();

/** The value behind a body's bytes; a Failure as the API server words it when there is none. */
export function decodeBody(bytes: Buffer, contentType: string | undefined): { value: unknown } | { failure: Failure } {
  if (bytes.length === 0) return { value: undefined };
  const type = mediaType(contentType);
  try {
    if (jsonTypes.has(type)) return { value: JSON.parse(bytes.toString('utf8')) };
    if (yamlTypes.has(type)) return { value: parse(bytes.toString('utf8'), { version: '1.1' }) };
    if (type === protobufType) return { value: protobufBody(bytes) };
  } catch (error) {
    const message = `error decoding the body: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
    return { failure: { code: 400, reason: 'BadRequest', message } };
  }
  const message =
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf';
  return { failure: { code: 415, reason: 'UnsupportedMediaType', message } };
}

export type AnswerForm = 'json' | 'yaml';

/** In which form a client takes its answer; undefined when it takes none that there is. The client's first choice counts. */
export function answerForm(accept: string | undefined): AnswerForm | undefined {
  if (!accept) return 'json';
  for (const part of accept.split(',')) {
    const type = mediaType(part);
    if (type === 'application/json' || type === '*/*' || type === 'application/*') return 'json';
    if (type === 'application/yaml') return 'yaml';
  }
  return undefined;
}

/** Bytes and Content-Type of an answer. */
export function encodeAnswer(body: unknown, form: AnswerForm): { contentType: string; text: string } {
  if (typeof body === 'string') return { contentType: 'text/plain; charset=utf-8', text: body };
  if (form === 'yaml')
    return { contentType: 'application/yaml', text: stringify(body, { aliasDuplicateObjects: false }) };
  const kind = (body as { kind?: unknown } | undefined)?.kind;
  const parameters = kind === 'APIGroupDiscoveryList' ? ';g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' : '';
  return { contentType: `application/json${parameters}`, text: `${JSON.stringify(body)}\n` };
}
