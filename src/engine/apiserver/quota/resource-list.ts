// Models: k8s.io/apiserver pkg/quota/v1/resources.go (Add, SubtractWithNonNegativeResult, Mask, RemoveZeros,
//   LessThanOrEqual, Equals, IsNegative)
// Simplified: —
// Not modelled: —
import { compareStrings } from '../../../shared/compare';
import {
  addQuantities,
  compareQuantities,
  mustParseQuantity,
  newQuantity,
  quantitySign,
  quantityText,
  subtractQuantities,
} from '../../api/quantity';

/** Quantities by the name of their resource. */
export type ResourceList = Readonly<Record<string, string>>;

const zero = newQuantity(0, 'DecimalSI');

const quantityOf = (list: ResourceList, name: string) => {
  const text = list[name];
  return text === undefined ? zero : mustParseQuantity(text);
};

/** Each resource of either list, with their sum. */
export function addLists(a: ResourceList, b: ResourceList): ResourceList {
  const sum: Record<string, string> = { ...a };
  for (const name of Object.keys(b)) {
    const more = b[name] as string;
    sum[name] =
      sum[name] === undefined ? more : quantityText(addQuantities(quantityOf(sum, name), quantityOf(b, name)));
  }
  return sum;
}

/** What of `a` is left without `b`; nothing becomes negative, and what only `b` has becomes zero. */
export function subtractLists(a: ResourceList, b: ResourceList): ResourceList {
  const rest: Record<string, string> = {};
  for (const name of Object.keys(a)) {
    const difference = subtractQuantities(quantityOf(a, name), quantityOf(b, name));
    rest[name] = quantityText(quantitySign(difference) < 0 ? zero : difference);
  }
  for (const name of Object.keys(b)) rest[name] ??= '0';
  return rest;
}

/** Only the named resources. */
export function maskList(list: ResourceList, names: readonly string[]): ResourceList {
  const masked: Record<string, string> = {};
  for (const name of names) if (list[name] !== undefined) masked[name] = list[name];
  return masked;
}

export function withoutZeros(list: ResourceList): ResourceList {
  return maskList(
    list,
    Object.keys(list).filter((name) => quantitySign(quantityOf(list, name)) !== 0),
  );
}

/** The larger of both for each resource of either. */
export function largerOfLists(a: ResourceList, b: ResourceList): ResourceList {
  const larger: Record<string, string> = { ...a };
  for (const name of Object.keys(b)) {
    if (larger[name] === undefined || compareQuantities(quantityOf(b, name), quantityOf(larger, name)) > 0)
      larger[name] = b[name] as string;
  }
  return larger;
}

/** Names of the resources of which `list` has more than `bounds` allow, sorted. */
export function namesBeyond(list: ResourceList, bounds: ResourceList): string[] {
  return namesOf(list).filter(
    (name) => bounds[name] !== undefined && compareQuantities(quantityOf(list, name), quantityOf(bounds, name)) > 0,
  );
}

/** Names of the resources that are below zero, sorted. */
export function negativeNames(list: ResourceList): string[] {
  return namesOf(list).filter((name) => quantitySign(quantityOf(list, name)) < 0);
}

export function namesOf(list: ResourceList | undefined): string[] {
  return Object.keys(list ?? {}).sort(compareStrings);
}

/** Whether both have the same resources with the same amounts. */
export function equalLists(a: ResourceList | undefined, b: ResourceList | undefined): boolean {
  const names = Object.keys(a ?? {});
  if (names.length !== Object.keys(b ?? {}).length) return false;
  return names.every(
    (name) => b?.[name] !== undefined && compareQuantities(quantityOf(a ?? {}, name), quantityOf(b, name)) === 0,
  );
}

/** prettyPrint: `pods=1,requests.cpu=100m` */
export function listText(list: ResourceList): string {
  return namesOf(list)
    .map((name) => `${name}=${quantityText(quantityOf(list, name))}`)
    .join(',');
}
