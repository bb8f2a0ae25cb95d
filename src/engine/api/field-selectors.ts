/**
 * Models: k8s.io/apimachinery pkg/fields (ParseSelector, UnescapeValue), pkg/runtime
 *   DefaultMetaV1FieldSelectorConversion, pkg/apis/core/v1 conversion.go (field label functions).
 * Simplified: which fields a kind offers comes from the caller; old names (`spec.host`) are not translated.
 * Not modelled: -
 */
import { goQuote } from './field-error';

export interface FieldTerm {
  readonly field: string;
  readonly equal: boolean;
  readonly value: string;
}

export type FieldSelectorResult =
  | { readonly terms: readonly FieldTerm[]; readonly error?: undefined }
  | { readonly terms?: undefined; readonly error: string };

/** Reads `status.phase!=Running,spec.nodeName=n1`; errors in upstream's words. */
export function parseFieldSelector(text: string): FieldSelectorResult {
  const terms: FieldTerm[] = [];
  for (const part of splitTerms(text).sort()) {
    if (part === '') continue;
    const operator = /!=|==?/.exec(part);
    if (operator === null) return { error: `invalid selector: '${text}'; can't understand '${part}'` };
    const value = unescapeValue(part.slice(operator.index + operator[0].length));
    if (value.error !== undefined) return { error: value.error };
    const field = part.slice(0, operator.index);
    if (field !== '' || value.value !== '') terms.push({ field, equal: operator[0] !== '!=', value: value.value });
  }
  return { terms };
}

/**
 * The same, refused when a field is not one that the kind offers. `fields`: what the kind offers beside
 * `metadata.name` and `metadata.namespace`; undefined for kinds that offer no more, whose error reads differently.
 */
export function parseFieldSelectorFor(text: string, fields: readonly string[] | undefined): FieldSelectorResult {
  const parsed = parseFieldSelector(text);
  if (parsed.error !== undefined) return parsed;
  for (const { field } of parsed.terms) {
    if (field === 'metadata.name' || field === 'metadata.namespace' || fields?.includes(field)) continue;
    return {
      error:
        fields === undefined
          ? `${goQuote(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`
          : `field label not supported: ${field}`,
    };
  }
  return parsed;
}

/** `read` gives the object's value of a field, empty when it has none. */
export function matchesFields(terms: readonly FieldTerm[], read: (field: string) => string): boolean {
  for (const term of terms) if ((read(term.field) === term.value) !== term.equal) return false;
  return true;
}

/** The value that the selector demands for one field, when it does. */
export function requiredFieldValue(terms: readonly FieldTerm[], field: string): string | undefined {
  return terms.find((term) => term.equal && term.field === field)?.value;
}

/** Text form, with `\`, `,` and `=` escaped in values. */
export function fieldSelectorText(terms: readonly FieldTerm[]): string {
  return terms
    .map(({ field, equal, value }) => `${field}${equal ? '=' : '!='}${value.replace(/[\\,=]/g, '\\$&')}`)
    .join(',');
}

function splitTerms(text: string): string[] {
  if (text === '') return [];
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',') {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

function unescapeValue(
  text: string,
): { readonly value: string; readonly error?: undefined } | { readonly error: string } {
  if (!/[\\,=]/.test(text)) return { value: text };
  let value = '';
  const runes = [...text];
  for (let i = 0; i < runes.length; i++) {
    const rune = runes[i]!;
    if (rune === '\\') {
      const next = runes[++i];
      if (next !== '\\' && next !== ',' && next !== '=') {
        return { error: `invalid field selector: invalid escape sequence: \\${next ?? ''}` };
      }
      value += next;
    } else if (rune === ',' || rune === '=') {
      return { error: `invalid field selector: unescaped character in value: ${rune.codePointAt(0)}` };
    } else {
      value += rune;
    }
  }
  return { value };
}
