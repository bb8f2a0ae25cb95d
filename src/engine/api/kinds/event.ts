/**
 * Models: pkg/registry/core/event/strategy.go (ToSelectableFields).
 * Simplified: -
 * Not modelled: the group events.k8s.io, which serves the same objects in another shape.
 */
import type { CoreEvent } from '../types';
import { validateEvent } from '../validation/event';
import { defineKind } from './define-kind';

export const eventKind = defineKind<CoreEvent>({
  group: '',
  version: 'v1',
  kind: 'Event',
  resource: 'events',
  namespaced: true,
  shortNames: ['ev'],
  validate: validateEvent,
  validateUpdate: validateEvent,
  allowCreateOnUpdate: true,
  selectableFields: {
    'involvedObject.kind': (event) => event.involvedObject?.kind ?? '',
    'involvedObject.namespace': (event) => event.involvedObject?.namespace ?? '',
    'involvedObject.name': (event) => event.involvedObject?.name ?? '',
    'involvedObject.uid': (event) => event.involvedObject?.uid ?? '',
    'involvedObject.apiVersion': (event) => event.involvedObject?.apiVersion ?? '',
    'involvedObject.resourceVersion': (event) => event.involvedObject?.resourceVersion ?? '',
    'involvedObject.fieldPath': (event) => event.involvedObject?.fieldPath ?? '',
    reason: (event) => event.reason ?? '',
    reportingComponent: (event) => event.reportingComponent ?? '',
    source: (event) => event.source?.component || event.reportingComponent || '',
    type: (event) => event.type ?? '',
  },
});
