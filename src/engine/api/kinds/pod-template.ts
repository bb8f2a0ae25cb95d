/**
 * Models: pkg/registry/core/podtemplate/strategy.go.
 * Simplified: -
 * Not modelled: -
 */
import { withMetadata } from '../meta';
import type { PodTemplate } from '../types';
import { rulesOf } from '../validation/names';
import { checkPodTemplate } from '../validation/pod-spec';
import { semanticEqual } from '../validation/semantic-equal';
import { age, column, containerColumns, mapCell } from './columns';
import { defineKind } from './define-kind';
import { nextGeneration } from './generation';
import { defaultPodTemplate } from './pod-defaults';

export const podTemplateKind = defineKind<PodTemplate>({
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  resource: 'podtemplates',
  namespaced: true,
  setDefaults(given) {
    const template = defaultPodTemplate(given.template);
    return template === given.template ? given : { ...given, template };
  },
  prepareForCreate: (given) => withMetadata(given, { generation: 1 }),
  prepareForUpdate: (given, old) => (semanticEqual(given.template, old.template) ? given : nextGeneration(given, old)),
  ...rulesOf<PodTemplate>(true, (errors, { template }) => checkPodTemplate(errors, 'template', template ?? {})),
  returnsDeletedObject: true,
  columns: [
    ...containerColumns<PodTemplate>(({ template }) => template).map((shown) => ({ ...shown, priority: 0 })),
    column('Pod Labels', ({ template }) => mapCell(template?.metadata?.labels)),
    age,
  ],
});
