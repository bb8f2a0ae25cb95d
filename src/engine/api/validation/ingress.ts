/**
 * Models: pkg/apis/networking/validation (ValidateIngressCreate, ValidateIngressSpec, validateHTTPIngressPath,
 *   validateIngressBackend, ValidateIngressClass).
 * Simplified: -
 * Not modelled: the leniency for objects that older releases stored.
 */
import { type FieldError, forbidden, invalid, notSupported, required, tooLong } from '../field-error';
import type {
  HTTPIngressPath,
  Ingress,
  IngressBackend,
  IngressClass,
  IngressClassParametersReference,
  IngressRule,
  IngressSpec,
} from '../types';
import { addAll, checkDnsLabel, checkDnsSubdomain, checkImmutable } from './fields';
import { byteLength, isDns1035Label, isDns1123Subdomain, isPortName, isPortNumber, regexText } from './formats';
import { ipFamilyOf } from './ip';
import { isPathSegmentName, rulesOf } from './names';

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];
const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';
const WILDCARD = '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*';
const wildcard = new RegExp(`^${WILDCARD}$`);

function isWildcardHost(host: string): readonly string[] {
  const errors = byteLength(host) > 253 ? ['must be no more than 253 characters'] : [];
  if (wildcard.test(host)) return errors;
  const message =
    "a wildcard DNS-1123 subdomain must start with \"*.\", followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character";
  return [...errors, regexText(message, WILDCARD, '*.example.com')];
}

export const ingressRules = rulesOf<Ingress>(true, (errors, ingress, old) => {
  checkSpec(errors, ingress.spec ?? {});
  const annotation = ingress.metadata.annotations?.[CLASS_ANNOTATION];
  const name = ingress.spec?.ingressClassName;
  if (old === undefined && annotation !== undefined && name != null && annotation !== name) {
    const message = 'must match `ingressClassName` when both are specified';
    errors.push(invalid(`annotations.${CLASS_ANNOTATION}`, annotation, message));
  }
});

function checkSpec(errors: FieldError[], spec: IngressSpec): void {
  const rules = spec.rules ?? [];
  if (rules.length === 0 && spec.defaultBackend == null)
    errors.push(invalid('spec', spec.rules ?? null, 'either `defaultBackend` or `rules` must be specified'));
  if (spec.defaultBackend != null) checkBackend(errors, 'spec.defaultBackend', spec.defaultBackend);
  for (const [i, rule] of rules.entries()) checkRule(errors, `spec.rules[${i}]`, rule);
  for (const [i, tls] of (spec.tls ?? []).entries()) {
    for (const [j, host] of (tls.hosts ?? []).entries()) checkHost(errors, `spec.tls[${i}].hosts[${j}]`, host);
    if (tls.secretName) checkDnsSubdomain(errors, `spec.tls[${i}].secretName`, tls.secretName);
  }
  if (spec.ingressClassName != null) checkDnsSubdomain(errors, 'spec.ingressClassName', spec.ingressClassName);
}

function checkHost(errors: FieldError[], field: string, host: string): void {
  addAll(errors, field, host, host.includes('*') ? isWildcardHost(host) : isDns1123Subdomain(host));
}

function checkRule(errors: FieldError[], field: string, rule: IngressRule): void {
  if (rule.host) {
    if (ipFamilyOf(rule.host) !== undefined)
      errors.push(invalid(`${field}.host`, rule.host, 'must be a DNS name, not an IP address'));
    checkHost(errors, `${field}.host`, rule.host);
  }
  if (rule.http == null) return;
  const paths = rule.http.paths ?? [];
  if (paths.length === 0) errors.push(required(`${field}.http.paths`));
  for (const [i, path] of paths.entries()) checkPath(errors, `${field}.http.paths[${i}]`, path);
}

function checkPath(errors: FieldError[], field: string, path: HTTPIngressPath): void {
  const text = path.path ?? '';
  const add = (message: string) => errors.push(invalid(`${field}.path`, text, message));
  if (path.pathType == null) return void errors.push(required(`${field}.pathType`, 'pathType must be specified'));
  if (path.pathType === 'Exact' || path.pathType === 'Prefix') {
    if (!text.startsWith('/')) add('must be an absolute path');
    for (const part of ['//', '/./', '/../', '%2f', '%2F']) if (text.includes(part)) add(`must not contain '${part}'`);
    for (const end of ['/..', '/.']) if (text.endsWith(end)) add(`cannot end with '${end}'`);
  } else if (path.pathType === 'ImplementationSpecific') {
    if (text !== '' && !text.startsWith('/')) add('must be an absolute path');
  } else errors.push(notSupported(`${field}.pathType`, path.pathType, PATH_TYPES));
  checkBackend(errors, `${field}.backend`, path.backend ?? {});
}

function checkBackend(errors: FieldError[], field: string, { resource, service }: IngressBackend): void {
  if (resource != null && service != null)
    return void errors.push(invalid(field, '', 'cannot set both resource and service backends'));
  if (resource != null) {
    checkReference(errors, `${field}.resource`, resource);
    return;
  }
  if (service == null) return void errors.push(invalid(field, '', 'resource or service backend is required'));
  if (!service.name) errors.push(required(`${field}.service.name`));
  else addAll(errors, `${field}.service.name`, service.name, isDns1035Label(service.name));
  const { name, number } = service.port ?? {};
  if (name && number) errors.push(invalid(field, '', 'cannot set both port name & port number'));
  else if (name) addAll(errors, `${field}.service.port.name`, name, isPortName(name));
  else if (number) addAll(errors, `${field}.service.port.number`, number, isPortNumber(number));
  else errors.push(required(field, 'port name or number is required'));
}

function checkReference(
  errors: FieldError[],
  field: string,
  reference: { readonly apiGroup?: string | undefined; readonly kind: string; readonly name: string },
): void {
  if (reference.apiGroup != null) checkDnsSubdomain(errors, `${field}.apiGroup`, reference.apiGroup);
  for (const name of ['kind', 'name'] as const) {
    if (!reference[name]) errors.push(required(`${field}.${name}`));
    else addAll(errors, `${field}.${name}`, reference[name], isPathSegmentName(reference[name]));
  }
}

export const ingressClassRules = rulesOf<IngressClass>(false, (errors, given, old) => {
  const controller = given.spec?.controller ?? '';
  if (old !== undefined) checkImmutable(errors, 'spec.controller', controller, old.spec?.controller ?? '');
  if (controller === '') errors.push(required('spec.controller'));
  else {
    if (byteLength(controller) > 250) errors.push(tooLong('spec.controller', 250));
    const slash = controller.indexOf('/');
    if (slash <= 0 || slash === controller.length - 1)
      errors.push(invalid('spec.controller', controller, 'must be a domain-prefixed path (such as "acme.io/foo")'));
    else checkDnsSubdomain(errors, 'spec.controller', controller.slice(0, slash));
  }
  if (given.spec?.parameters != null) checkParameters(errors, given.spec.parameters);
});

function checkParameters(errors: FieldError[], parameters: IngressClassParametersReference): void {
  const field = 'spec.parameters';
  checkReference(errors, field, parameters);
  const { scope, namespace } = parameters;
  if (scope == null) errors.push(required(`${field}.scope`));
  else if (scope !== 'Cluster' && scope !== 'Namespace')
    errors.push(notSupported(`${field}.scope`, scope, ['Cluster', 'Namespace']));
  else if (scope === 'Cluster') {
    if (namespace != null) errors.push(forbidden(`${field}.namespace`, "`parameters.scope` is set to 'Cluster'"));
  } else if (namespace == null) errors.push(required(`${field}.namespace`, "`parameters.scope` is set to 'Namespace'"));
  else checkDnsLabel(errors, `${field}.namespace`, namespace);
}
