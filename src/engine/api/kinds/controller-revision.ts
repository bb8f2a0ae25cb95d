/**
 * Models: pkg/registry/apps/controllerrevision/strategy.go, pkg/apis/apps/validation (ValidateControllerRevision).
 * Simplified: -
 * Not modelled: -
 */
import { required } from '../field-error';
import type { ControllerRevision } from '../types';
import { checkImmutable, checkNonNegative } from '../validation/fields';
import { rulesOf } from '../validation/names';
import { age, column, count } from './columns';
import { defineKind } from './define-kind';

const rules = rulesOf<ControllerRevision>(true, (errors, revision, old) => {
  if (revision.data == null) errors.push(required('data', 'data is mandatory'));
  checkNonNegative(errors, 'revision', revision.revision);
  if (old !== undefined) checkImmutable(errors, 'data', revision.data, old.data);
});

export const controllerRevisionKind = defineKind<ControllerRevision>({
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  resource: 'controllerrevisions',
  namespaced: true,
  ...rules,
  columns: [
    column('Controller', ({ metadata }) => {
      const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
      if (owner === undefined) return '<none>';
      const [group = '', version] = owner.apiVersion.split('/');
      return `${owner.kind.toLowerCase()}${version === undefined ? '' : `.${group}`}/${owner.name}`;
    }),
    count('Revision', ({ revision }) => revision),
    age,
  ],
});
