/**
 * Models: pkg/apis/rbac/v1/defaults.go, pkg/printers/internalversion (printRoleBinding): what both kinds of bindings share.
 * Simplified: -
 * Not modelled: -
 */
import type { RoleBinding, Subject } from '../types';
import { RBAC_GROUP } from '../validation/rbac';
import { age, column, type PrintColumn, wide } from './columns';
import { mapList } from './copy-on-write';

type Binding = Pick<RoleBinding, 'metadata' | 'roleRef' | 'subjects'>;

/** Roles, users and groups are of the RBAC group unless something else is said. */
export function defaultBinding<T extends Binding>(binding: T): T {
  const subjects = mapList<Subject>(binding.subjects, (subject) =>
    !subject.apiGroup && (subject.kind === 'User' || subject.kind === 'Group')
      ? { ...subject, apiGroup: RBAC_GROUP }
      : subject,
  );
  const roleRef = binding.roleRef?.apiGroup ? binding.roleRef : { ...binding.roleRef, apiGroup: RBAC_GROUP };
  return subjects === binding.subjects && roleRef === binding.roleRef ? binding : { ...binding, subjects, roleRef };
}

const namesOf = ({ subjects }: Binding, kind: string): string =>
  (subjects ?? [])
    .filter((subject) => subject.kind === kind)
    .map(({ name, namespace }) => (kind === 'ServiceAccount' ? `${namespace ?? ''}/${name}` : name))
    .join(', ');

export const bindingColumns: readonly PrintColumn<Binding>[] = [
  column('Role', ({ roleRef }) => `${roleRef?.kind ?? ''}/${roleRef?.name ?? ''}`),
  age,
  wide('Users', (binding) => namesOf(binding, 'User')),
  wide('Groups', (binding) => namesOf(binding, 'Group')),
  wide('ServiceAccounts', (binding) => namesOf(binding, 'ServiceAccount')),
];
