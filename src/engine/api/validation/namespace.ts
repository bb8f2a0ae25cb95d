/**
 * Models: pkg/apis/core/validation (ValidateNamespace, ValidateNamespaceUpdate, ValidateNamespaceStatusUpdate,
 *   ValidateNamespaceFinalizeUpdate,
 *   ValidateServiceAccount).
 * Simplified: -
 * Not modelled: -
 */
import { type FieldError, invalid } from '../field-error';
import type { Namespace, ServiceAccount } from '../types';
import { addAll } from './fields';
import { isDns1123Label, isDns1123Subdomain, isLabelKey } from './formats';
import { checkFinalizerName, checkObjectMeta, checkObjectMetaUpdate } from './object-meta';

export function validateNamespace(namespace: Namespace): FieldError[] {
  const errors: FieldError[] = [];
  checkNamespace(errors, namespace);
  return errors;
}

function checkNamespace(errors: FieldError[], namespace: Namespace): void {
  checkObjectMeta(errors, namespace, false, isDns1123Label);
  for (const finalizer of namespace.spec?.finalizers ?? []) {
    addAll(errors, 'spec.finalizers', finalizer, isLabelKey(finalizer));
    checkFinalizerName(errors, 'spec.finalizers', finalizer);
  }
}

export function validateNamespaceUpdate(namespace: Namespace, old: Namespace): FieldError[] {
  const errors: FieldError[] = [];
  checkNamespace(errors, namespace);
  checkObjectMetaUpdate(errors, namespace, old);
  return errors;
}

export function validateNamespaceFinalizeUpdate(namespace: Namespace, old: Namespace): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, namespace, old);
  for (const [i, finalizer] of (namespace.spec?.finalizers ?? []).entries()) {
    const path = `spec.finalizers[${i}]`;
    addAll(errors, path, finalizer, isLabelKey(finalizer));
    checkFinalizerName(errors, path, finalizer);
  }
  return errors;
}

export function validateNamespaceStatusUpdate(namespace: Namespace, old: Namespace): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, namespace, old);
  const phase = namespace.status?.phase ?? '';
  const terminating = namespace.metadata.deletionTimestamp != null;
  if (!terminating && phase !== 'Active') {
    errors.push(invalid('status.Phase', phase, "may only be 'Active' if `deletionTimestamp` is empty"));
  }
  if (terminating && phase !== 'Terminating') {
    errors.push(invalid('status.Phase', phase, "may only be 'Terminating' if `deletionTimestamp` is not empty"));
  }
  return errors;
}

export function validateServiceAccount(account: ServiceAccount): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMeta(errors, account, true, isDns1123Subdomain);
  return errors;
}

export function validateServiceAccountUpdate(account: ServiceAccount, old: ServiceAccount): FieldError[] {
  const errors: FieldError[] = [];
  checkObjectMetaUpdate(errors, account, old);
  checkObjectMeta(errors, account, true, isDns1123Subdomain);
  return errors;
}
