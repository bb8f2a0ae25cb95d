/**
 * Models: k8s.io/kube-openapi pkg/validation/validate (SchemaValidator), pkg/validation/errors; apiextensions-apiserver
 *   pkg/apiserver/validation ValidateCustomResource, which turns them into field errors.
 * Simplified: patterns are read by this language's engine, not by RE2.
 * Not modelled: `x-kubernetes-validations` (CEL), ratcheting of values that were stored before a schema changed.
 */
import { equalJson } from '../../../shared/json';
import { parseTime } from '../../../shared/time';
import { type FieldError, goJson, goQuote, invalid, notSupported, required, tooLong, tooMany } from '../field-error';
import { pathText } from '../validate-schema';
import {
  isIntOrString,
  isMap,
  itemsOf,
  type JsonMap,
  type JsonSchema,
  propertyOf,
  typeOf,
  valuesOf,
} from './json-schema';

type Path = readonly (string | number)[];

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  byte: (text) => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTime(`${text}T00:00:00Z`) !== undefined,
  'date-time': (text) => /^\d{4}-\d{2}-\d{2}[Tt]/.test(text) && parseTime(text.toUpperCase()) !== undefined,
  ipv4: (text) => /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) < 256),
  email: (text) => /^[^@\s]+@[^@\s]+$/.test(text),
  uuid: (text) => /^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$/.test(text),
};

const integerFormats: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63],
};

function matchesPattern(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // RE2 knows flags and classes that this engine does not: what cannot be read refuses nothing.
    return true;
  }
}

class Validation {
  readonly errors: FieldError[] = [];

  private say(path: Path, value: unknown, text: string): void {
    const name = pathText(path);
    this.errors.push(invalid(name, value, name === '' ? text : `${name} in body ${text}`));
  }

  validate(value: unknown, schema: JsonSchema, path: Path): void {
    if (value === null && schema.nullable) return;
    if (!this.checkType(value, schema, path)) return;
    this.checkCombinations(value, schema, path);
    if (typeof value === 'string') this.checkText(value, schema, path);
    if (typeof value === 'number') this.checkNumber(value, schema, path);
    if (Array.isArray(value)) this.checkList(value, schema, path);
    this.checkEnum(value, schema, path);
    if (isMap(value)) this.checkMap(value, schema, path);
  }

  /** Whether the value is of the type; nothing else is said of one that is not. */
  private checkType(value: unknown, schema: JsonSchema, path: Path): boolean {
    const type = typeOf(value);
    if (isIntOrString(schema)) {
      if (type === 'integer' || type === 'string') return true;
      this.say(path, type, `must be of type integer,string: ${goQuote(type)}`);
      return false;
    }
    const wanted = schema.type;
    if (!wanted || wanted === type || (wanted === 'number' && type === 'integer')) return true;
    this.say(path, type, `must be of type ${wanted}: ${goQuote(type)}`);
    return false;
  }

  private checkCombinations(value: unknown, schema: JsonSchema, path: Path): void {
    const {
      allOf = [],
      anyOf = [],
      oneOf = [],
      not,
    } = schema as {
      allOf?: JsonSchema[];
      anyOf?: JsonSchema[];
      oneOf?: JsonSchema[];
      not?: JsonSchema;
    };
    const errorsOf = (other: JsonSchema): readonly FieldError[] => {
      const validation = new Validation();
      validation.validate(value, other, path);
      return validation.errors;
    };
    const name = goQuote(pathText(path));
    const complain = (text: string) => this.errors.push(invalid(pathText(path), '', `${name} must ${text}`));
    const fewest = (all: readonly (readonly FieldError[])[]) =>
      all.reduce((best, errors) => (errors.length < best.length ? errors : best));
    if (anyOf.length > 0) {
      const all = anyOf.map(errorsOf);
      if (!all.some((errors) => errors.length === 0)) {
        complain('validate at least one schema (anyOf)');
        this.errors.push(...fewest(all));
      }
    }
    if (oneOf.length > 0) {
      const all = oneOf.map(errorsOf);
      const valid = all.filter((errors) => errors.length === 0).length;
      if (valid !== 1) {
        const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
        complain(`validate one and only one schema (oneOf). ${found}`);
        if (valid === 0) this.errors.push(...fewest(all));
      }
    }
    if (allOf.length > 0) {
      const all = allOf.map(errorsOf);
      const valid = all.filter((errors) => errors.length === 0).length;
      if (valid < all.length) {
        complain(`validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`);
        this.errors.push(...all.flat());
      }
    }
    if (not !== undefined && errorsOf(not).length === 0) complain('not validate the schema (not)');
  }

  private checkText(value: string, schema: JsonSchema, path: Path): void {
    const length = [...value].length;
    const { maxLength, minLength, pattern, format } = schema;
    if (maxLength != null && length > maxLength) this.errors.push(tooLong(pathText(path), maxLength));
    if (minLength != null && length < minLength) {
      this.say(path, value, `should be at least ${minLength} chars long`);
    }
    if (pattern && !matchesPattern(pattern, value)) this.say(path, value, `should match '${pattern}'`);
    const fits = format && Object.hasOwn(formats, format) ? formats[format] : undefined;
    if (fits && !fits(value)) this.say(path, value, `must be of type ${format}: ${goQuote(value)}`);
  }

  private checkNumber(value: number, schema: JsonSchema, path: Path): void {
    const { multipleOf, maximum, minimum, exclusiveMaximum, exclusiveMinimum, format = '' } = schema;
    if (multipleOf && !Number.isInteger(value / multipleOf))
      this.say(path, value, `should be a multiple of ${multipleOf}`);
    if (maximum != null && (exclusiveMaximum ? value >= maximum : value > maximum)) {
      this.say(path, value, `should be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`);
    }
    if (minimum != null && (exclusiveMinimum ? value <= minimum : value < minimum)) {
      this.say(path, value, `should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`);
    }
    const range = Object.hasOwn(integerFormats, format) ? integerFormats[format] : undefined;
    if (range && (value < range[0] || value > range[1])) {
      this.say(path, value, `must be of type ${format}: ${goQuote(String(value))}`);
    }
  }

  private checkList(value: readonly unknown[], schema: JsonSchema, path: Path): void {
    const { maxItems, minItems } = schema;
    const items = itemsOf(schema);
    if (items !== undefined) for (const [i, item] of value.entries()) this.validate(item, items, [...path, i]);
    if (minItems != null && value.length < minItems) {
      this.say(path, value.length, `should have at least ${minItems} items`);
    }
    if (maxItems != null && value.length > maxItems) this.errors.push(tooMany(pathText(path), value.length, maxItems));
  }

  private checkEnum(value: unknown, schema: JsonSchema, path: Path): void {
    const values = schema.enum as readonly unknown[] | undefined;
    if (!values || values.length === 0 || values.some((other) => equalJson(other, value))) return;
    const texts = values.map((other) => (typeof other === 'string' ? other : goJson(other)));
    this.errors.push(notSupported(pathText(path), value, texts));
  }

  private checkMap(value: JsonMap, schema: JsonSchema, path: Path): void {
    const { maxProperties, minProperties } = schema;
    const count = Object.keys(value).length;
    if (minProperties != null && count < minProperties) {
      this.say(path, count, `should have at least ${minProperties} properties`);
    }
    if (maxProperties != null && count > maxProperties) {
      this.errors.push(tooMany(pathText(path), count, maxProperties));
    }
    for (const name of schema.required ?? []) {
      if (!Object.hasOwn(value, name)) this.errors.push(required(pathText([...path, name])));
    }
    const values = valuesOf(schema);
    for (const [name, member] of Object.entries(value)) {
      const property = propertyOf(schema, name) ?? (isMap(values) ? (values as JsonSchema) : undefined);
      // The object's own metadata has rules of its own.
      if (property !== undefined && !(path.length === 0 && name === 'metadata')) {
        this.validate(member, property, [...path, name]);
      }
    }
  }
}

/** Complaints about a value of a custom kind, in upstream's order of validators. Never throws. */
export function validateValue(value: unknown, schema: JsonSchema): FieldError[] {
  const validation = new Validation();
  validation.validate(value, schema, []);
  return validation.errors;
}
