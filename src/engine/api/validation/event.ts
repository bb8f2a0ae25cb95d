/**
 * Models: pkg/apis/core/validation/events.go (legacyValidateEvent: what core/v1 Events must satisfy).
 * Simplified: -
 * Not modelled: the strict rules of events.k8s.io/v1 (that group is not served).
 */
import { type FieldError, invalid, required } from '../field-error';
import type { CoreEvent } from '../types';
import { addAll, checkLabelKey } from './fields';
import { byteLength, isDns1123Subdomain } from './formats';

const SHORT_BYTES = 128;
const NOTE_BYTES = 1024;

export function validateEvent(event: CoreEvent): FieldError[] {
  const errors: FieldError[] = [];
  const namespace = event.metadata.namespace ?? '';
  const involved = event.involvedObject?.namespace ?? '';
  const field = 'involvedObject.namespace';
  const message = 'does not match event.namespace';
  if (event.eventTime == null) {
    const matches = involved === '' ? namespace === '' || namespace === 'default' : namespace === involved;
    if (!matches) errors.push(invalid(field, involved, message));
  } else {
    if (involved === '' && namespace !== 'default' && namespace !== 'kube-system') {
      errors.push(invalid(field, involved, message));
    }
    const controller = event.reportingComponent ?? '';
    if (controller === '') errors.push(required('reportingController'));
    checkLabelKey(errors, 'reportingController', controller);
    checkText(errors, 'reportingInstance', event.reportingInstance, SHORT_BYTES, true);
    checkText(errors, 'action', event.action, SHORT_BYTES, true);
    checkText(errors, 'reason', event.reason, SHORT_BYTES, true);
    checkText(errors, 'message', event.message, NOTE_BYTES, false);
  }
  addAll(errors, 'namespace', namespace, isDns1123Subdomain(namespace));
  return errors;
}

function checkText(errors: FieldError[], field: string, text = '', maxBytes: number, needed: boolean): void {
  if (needed && text === '') errors.push(required(field));
  if (byteLength(text) > maxBytes) errors.push(invalid(field, '', `can have at most ${maxBytes} characters`));
}
