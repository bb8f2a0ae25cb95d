/**
 * Models: k8s.io/apimachinery pkg/util/validation/field/errors.go (Error, ErrorBody, ErrorList.ToAggregate),
 *   pkg/util/errors Aggregate.
 * Simplified: values are JSON values and print as JSON (upstream since 1.34); a path is a plain string.
 * Not modelled: Origin and CoveredByDeclarative, which only mark who reported an error.
 */

export type FieldErrorType =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany';

/** One complaint about one field; plain data. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** Path as upstream prints it: `spec.containers[0].image`, `metadata.annotations[x]`. */
  readonly field: string;
  readonly value?: unknown;
  /** The message does not show the value (OmitValueType). */
  readonly omitsValue?: true;
  readonly detail: string;
}

const TITLES: Readonly<Record<FieldErrorType, string>> = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
};

export function notFound(field: string, value: unknown): FieldError {
  return { type: 'FieldValueNotFound', field, value, detail: '' };
}

export function required(field: string, detail = ''): FieldError {
  return { type: 'FieldValueRequired', field, detail };
}

export function duplicate(field: string, value: unknown): FieldError {
  return { type: 'FieldValueDuplicate', field, value, detail: '' };
}

export function invalid(field: string, value: unknown, detail: string): FieldError {
  return { type: 'FieldValueInvalid', field, value, detail };
}

export function invalidWithoutValue(field: string, detail: string): FieldError {
  return { type: 'FieldValueInvalid', field, omitsValue: true, detail };
}

/** `supported` in the order to be printed; upstream sorts sets before it prints them. */
export function notSupported(field: string, value: unknown, supported: readonly string[]): FieldError {
  const detail = supported.length === 0 ? '' : `supported values: ${supported.map(goQuote).join(', ')}`;
  return { type: 'FieldValueNotSupported', field, value, detail };
}

export function forbidden(field: string, detail: string): FieldError {
  return { type: 'FieldValueForbidden', field, detail };
}

/** The value itself is left out. A negative maximum prints none. */
export function tooLong(field: string, maxBytes: number): FieldError {
  const detail =
    maxBytes < 0 ? 'value is too long' : `may not be more than ${maxBytes} byte${maxBytes === 1 ? '' : 's'}`;
  return { type: 'FieldValueTooLong', field, detail };
}

export function tooMany(field: string, actual: number, max: number): FieldError {
  const detail = max < 0 ? 'has too many items' : `must have at most ${max} item${max === 1 ? '' : 's'}`;
  return { type: 'FieldValueTooMany', field, value: actual, detail };
}

/** The error without its field: what `details.causes[].message` holds. */
export function errorBody(error: FieldError): string {
  const title = TITLES[error.type];
  let body = title;
  switch (error.type) {
    case 'FieldValueRequired':
    case 'FieldValueForbidden':
    case 'FieldValueTooLong':
      break;
    default:
      if (!error.omitsValue) body = `${title}: ${printValue(error.value)}`;
  }
  return error.detail === '' ? body : `${body}: ${error.detail}`;
}

export function errorText(error: FieldError): string {
  return `${error.field}: ${errorBody(error)}`;
}

/** One error plain, several as `[a, b]`, equal ones once (ErrorList.ToAggregate, Aggregate.Error). */
export function aggregateText(errors: readonly FieldError[]): string {
  const seen = new Set<string>();
  for (const error of errors) seen.add(errorText(error));
  const texts = [...seen];
  return texts.length === 1 ? (texts[0] as string) : `[${texts.join(', ')}]`;
}

/** `undefined` stands for a nil pointer, which upstream prints as the text "null"; `null` for a nil map or list. */
function printValue(value: unknown): string {
  if (value === undefined) return '"null"';
  if (value === null) return 'null';
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'object') return goJson(value);
  return String(value);
}

const NEEDS_ESCAPE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|["\\]/gu;
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** A string as Go's `%q` prints it. */
export function goQuote(text: string): string {
  return `"${text.replace(NEEDS_ESCAPE, escapeRune)}"`;
}

function escapeRune(rune: string): string {
  const short = SHORT_ESCAPES[rune];
  if (short !== undefined) return short;
  const code = rune.codePointAt(0) as number;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
  // A lone surrogate can't exist in Go's UTF-8; it arrives there as U+FFFD.
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** JSON as Go's encoding/json writes it where it differs from ours: `<`, `>`, `&` and U+2028/9 are escaped. */
export function goJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
