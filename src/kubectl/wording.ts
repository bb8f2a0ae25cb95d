// Models: k8s.io/kubectl pkg/cmd/util/helpers.go (checkErr, StandardErrorMessage, AddSourceToErr, MultilineError), printers.NamePrinter
// Simplified: errors are values; a Status and a plain message are the only two sorts.
// Not modelled: exit codes other than 0 and 1.
import type { KindDefinition, Status } from '../engine/index';

/** What went wrong, before it is worded: an answer of the server, or kubectl's own complaint. */
export type KubectlError =
  | {
      readonly status: Status;
      readonly message?: undefined;
      readonly noMatch?: undefined;
      readonly ofTheLab?: undefined;
    }
  | {
      readonly message: string;
      readonly status?: undefined;
      readonly noMatch?: boolean;
      /** The lab speaks, not kubectl: its words stand alone. */
      readonly ofTheLab?: boolean;
    };

/** `deployment.apps/web`, as the name printer has it. */
export function resourceName(kind: Pick<KindDefinition, 'group' | 'kind'>, name: string): string {
  return `${kindText(kind)}/${name}`;
}

/** `deployment.apps`, `pod` */
export function kindText(kind: Pick<KindDefinition, 'group' | 'kind'>): string {
  const lower = kind.kind.toLowerCase();
  return kind.group === '' ? lower : `${lower}.${kind.group}`;
}

/** AddSourceToErr: says while what, and with which file. */
export function withSource(verb: string, source: string, error: KubectlError): KubectlError {
  const text = (message: string) => `error when ${verb} ${JSON.stringify(source)}: ${message}`;
  if (error.status) return { status: { ...error.status, message: text(error.status.message ?? '') } };
  return { ...error, message: text(error.message) };
}

/** One error inside a list of several, and every error that is no refusal of the object's contents. */
function standardMessage(error: KubectlError): string {
  if (!error.status) return error.message;
  const { reason, message = '' } = error.status;
  if (reason === 'Unauthorized') return `error: You must be logged in to the server (${message})`;
  return reason ? `Error from server (${reason}): ${message}` : `Error from server: ${message}`;
}

function withErrorPrefix(text: string): string {
  return text.startsWith('error: ') ? text : `error: ${text}`;
}

/** `The Deployment "web" is invalid: …`; several causes are a list of lines. */
function invalidMessage(status: Status): string {
  const { details, message } = status;
  if (!details) return message ? `The request is invalid: ${message}` : 'The request is invalid';
  const causes = (details.causes ?? []).map(({ field, message: text = '' }) => (field ? `${field}: ${text}` : text));
  const named = details.kind || details.name;
  const subject = named
    ? `The ${details.kind ?? ''} ${JSON.stringify(details.name ?? '')} is invalid`
    : 'The request is invalid';
  if (causes.length === 0) return named || !message ? subject : `${subject}: ${message}`;
  if (causes.length === 1) return `${subject}: ${causes[0]}`;
  return `${subject}: \n${causes.map((cause) => `* ${cause}`).join('\n')}`;
}

/** What kubectl prints to the error stream for the errors of one command; nothing when there are none. */
export function errorText(errors: readonly KubectlError[]): string {
  const only = errors[0];
  if (!only) return '';
  if (errors.length > 1) return errors.map(standardMessage).join('\n');
  if (only.status?.reason === 'Invalid') return invalidMessage(only.status);
  if (only.status) return standardMessage(only);
  return only.ofTheLab ? only.message : withErrorPrefix(only.message);
}
