// Models: plugin/pkg/admission/limitranger (minConstraint, maxRequestConstraint, maxConstraint, limitRequestRatioConstraint)
// Simplified: quantities are compared exactly; upstream falls back to whole units beyond 2^63 thousandths.
// Not modelled: —
import { compareStrings } from '../../../shared/compare';
import {
  compareQuantities,
  mustParseQuantity,
  quantityMilliValue,
  quantitySign,
  quantityText,
} from '../../api/quantity';
import type { LimitRangeItem } from '../../api/types';
import type { ResourceList } from '../quota/resource-list';

const shown = (text: string): string => quantityText(mustParseQuantity(text));
const compare = (a: string, b: string): number => compareQuantities(mustParseQuantity(a), mustParseQuantity(b));
const isNothing = (text: string | undefined): boolean =>
  text === undefined || quantitySign(mustParseQuantity(text)) === 0;

/** What one bound says about one resource. */
type Constraint = (type: string, name: string, bound: string, requests: ResourceList, limits: ResourceList) => string;

const minimum: Constraint = (type, name, bound, requests, limits) => {
  const said = `minimum ${name} usage per ${type} is ${shown(bound)}`;
  const request = requests[name];
  const limit = limits[name];
  if (request === undefined) return `${said}.  No request is specified`;
  if (compare(request, bound) < 0) return `${said}, but request is ${shown(request)}`;
  return limit !== undefined && compare(limit, bound) < 0 ? `${said}, but limit is ${shown(limit)}` : '';
};

const maximum: Constraint = (type, name, bound, requests, limits) => {
  const said = `maximum ${name} usage per ${type} is ${shown(bound)}`;
  const request = requests[name];
  const limit = limits[name];
  if (limit === undefined) return `${said}.  No limit is specified`;
  if (compare(limit, bound) > 0) return `${said}, but limit is ${shown(limit)}`;
  return request !== undefined && compare(request, bound) > 0 ? `${said}, but request is ${shown(request)}` : '';
};

const ratio: Constraint = (type, name, bound, requests, limits) => {
  const said = `${name} max limit to request ratio per ${type} is ${shown(bound)}`;
  const request = requests[name];
  const limit = limits[name];
  if (request === undefined || isNothing(request)) return `${said}, but no request is specified or request is 0`;
  if (limit === undefined || isNothing(limit)) return `${said}, but no limit is specified or limit is 0`;
  const has = quantityMilliValue(mustParseQuantity(limit)) / quantityMilliValue(mustParseQuantity(request));
  return has * 1000 > quantityMilliValue(mustParseQuantity(bound))
    ? `${said}, but provided ratio is ${has.toFixed(6)}`
    : '';
};

function problemsOf(
  constraint: Constraint,
  type: string,
  bounds: ResourceList | undefined,
  requests: ResourceList,
  limits: ResourceList,
): string[] {
  const problems: string[] = [];
  for (const name of Object.keys(bounds ?? {}).sort(compareStrings)) {
    const problem = constraint(type, name, bounds?.[name] as string, requests, limits);
    if (problem !== '') problems.push(problem);
  }
  return problems;
}

/** What a limit has against requests and limits, in the API server's words: minimum, maximum, then ratio. */
export function limitProblems(limit: LimitRangeItem, requests: ResourceList, limits: ResourceList): string[] {
  return [
    ...problemsOf(minimum, limit.type, limit.min, requests, limits),
    ...problemsOf(maximum, limit.type, limit.max, requests, limits),
    ...problemsOf(ratio, limit.type, limit.maxLimitRequestRatio, requests, limits),
  ];
}

const requestMaximum: Constraint = (type, name, bound, requests) => {
  const said = `maximum ${name} usage per ${type} is ${shown(bound)}`;
  const request = requests[name];
  if (request === undefined) return `${said}.  No request is specified`;
  return compare(request, bound) > 0 ? `${said}, but request is ${shown(request)}` : '';
};

/** What a maximum has against requests alone. */
export function requestMaximumProblems(type: string, bounds: ResourceList, requests: ResourceList): string[] {
  return problemsOf(requestMaximum, type, bounds, requests, {});
}
