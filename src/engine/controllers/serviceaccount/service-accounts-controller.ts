// Models: pkg/controller/serviceaccount/serviceaccounts_controller.go
// Simplified: —
// Not modelled: tokens.
import { type KindDefinition, kindOf } from '../../api/kinds';
import { keyOf } from '../../api/meta';
import type { Namespace, ServiceAccount } from '../../api/types';
import type { Controller, ControllerContext, ControllerDefinition, SyncResult } from '../../client/controller';
import type { Informer } from '../../client/informer';
import { failedWith, type Session } from '../../client/session';
import { hasStatusCause, namespaceTerminating } from '../status-error';

const namespaces = kindOf('', 'v1', 'namespaces') as KindDefinition;
const serviceAccounts = kindOf('', 'v1', 'serviceaccounts') as KindDefinition;
const accountName = 'default';

/** Keeps a ServiceAccount named default in every namespace. */
class ServiceAccountsController implements Controller {
  private readonly context: ControllerContext;
  private readonly namespaces: Informer<Namespace>;
  private readonly accounts: Informer<ServiceAccount>;

  constructor(context: ControllerContext) {
    this.context = context;
    this.namespaces = context.informer<Namespace>(namespaces);
    this.accounts = context.informer<ServiceAccount>(serviceAccounts);
  }

  register(): void {
    const { queue } = this.context;
    this.accounts.on({ delete: ({ metadata }) => queue.add(metadata.namespace ?? '') });
    this.namespaces.on({
      add: ({ metadata }) => queue.add(metadata.name ?? ''),
      update: (_before, { metadata }) => queue.add(metadata.name ?? ''),
    });
  }

  sync(key: string, session: Session): SyncResult {
    if (this.namespaces.get(key)?.status?.phase !== 'Active') return undefined;
    if (this.accounts.get(keyOf(key, accountName))) return undefined;
    const account: ServiceAccount = { metadata: { name: accountName, namespace: key } };
    const created = session.create(serviceAccounts, account);
    if (created.ok || failedWith(created, 'AlreadyExists')) return undefined;
    if (hasStatusCause(created.status, namespaceTerminating)) return undefined;
    return { error: created.status.message ?? '' };
  }
}

export const serviceAccountsController: ControllerDefinition = {
  name: 'serviceaccount',
  workers: 1,
  actor: 'serviceaccount-controller',
  build: (context) => new ServiceAccountsController(context),
};
