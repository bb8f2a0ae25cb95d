/**
 * Models: pkg/apis/core/validation (validatePodMetadataAndSpec: what only a Pod, not a template, is checked for).
 * Simplified: -
 * Not modelled: -
 */
import { type FieldError, forbidden } from '../field-error';
import type { Container, PodSpec } from '../types';
import { checkImageWhitespace } from './containers';

export function checkContainersOfPod(errors: FieldError[], spec: PodSpec): void {
  if (!spec.serviceAccountName && spec.volumes != null) checkTokensNeedAccount(errors, spec);
  const containers = spec.containers ?? [];
  for (let i = 0; i < containers.length; i++) {
    checkImageWhitespace(errors, `spec.containers[${i}]`, containers[i] as Container);
  }
  const initContainers = spec.initContainers ?? [];
  for (let i = 0; i < initContainers.length; i++) {
    checkImageWhitespace(errors, `spec.initContainers[${i}]`, initContainers[i] as Container);
  }
}

function checkTokensNeedAccount(errors: FieldError[], spec: PodSpec): void {
  const volumes = spec.volumes ?? [];
  for (let i = 0; i < volumes.length; i++) {
    const sources = volumes[i]?.projected?.sources ?? [];
    for (let j = 0; j < sources.length; j++) {
      if (sources[j]?.serviceAccountToken == null) continue;
      const field = `spec.volumes[${i}].projected.sources[${j}].serviceAccountToken`;
      errors.push(forbidden(field, 'must not be specified when serviceAccountName is not set'));
    }
  }
}
