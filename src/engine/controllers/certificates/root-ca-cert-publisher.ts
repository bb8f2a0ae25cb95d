// Models: pkg/controller/certificates/rootcacertpublisher/publisher.go
// Simplified: the certificate is no certificate.
// Not modelled: —
import { equalJson } from '../../../shared/json';
import { type KindDefinition, kindOf } from '../../api/kinds';
import { keyOf } from '../../api/meta';
import type { ConfigMap, Namespace } from '../../api/types';
import type { Controller, ControllerContext, ControllerDefinition, SyncResult } from '../../client/controller';
import type { Informer } from '../../client/informer';
import { failedWith, type Session } from '../../client/session';
import { hasStatusCause, namespaceTerminating } from '../status-error';

const namespaces = kindOf('', 'v1', 'namespaces') as KindDefinition;
const configMaps = kindOf('', 'v1', 'configmaps') as KindDefinition;
const mapName = 'kube-root-ca.crt';
const data = { 'ca.crt': '-----BEGIN CERTIFICATE-----\nc2ltdWxhdGVk\n-----END CERTIFICATE-----\n' };
const descriptionAnnotation = 'kubernetes.io/description';
const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the ' +
  'internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes ' +
  'clusters.';

/** Keeps a ConfigMap with the certificate of the API server's authority in every namespace. */
class RootCaCertPublisher implements Controller {
  private readonly context: ControllerContext;
  private readonly namespaces: Informer<Namespace>;
  private readonly configMaps: Informer<ConfigMap>;

  constructor(context: ControllerContext) {
    this.context = context;
    this.namespaces = context.informer<Namespace>(namespaces);
    this.configMaps = context.informer<ConfigMap>(configMaps);
  }

  register(): void {
    const { queue } = this.context;
    const enqueue = ({ metadata }: ConfigMap): void => {
      if (metadata.name === mapName) queue.add(metadata.namespace ?? '');
    };
    this.configMaps.on({ update: (_before, map) => enqueue(map), delete: enqueue });
    this.namespaces.on({
      add: ({ metadata }) => queue.add(metadata.name ?? ''),
      update: (_before, { metadata, status }) => {
        if (status?.phase === 'Active') queue.add(metadata.name ?? '');
      },
    });
  }

  sync(key: string, session: Session): SyncResult {
    const found = this.configMaps.get(keyOf(key, mapName));
    if (!found) return this.create(key, session);
    const { annotations } = found.metadata;
    if (equalJson(found.data, data) && annotations?.[descriptionAnnotation]) return undefined;
    const metadata = { ...found.metadata, annotations: { ...annotations, [descriptionAnnotation]: description } };
    const updated = session.update(configMaps, { ...found, metadata, data });
    return updated.ok ? undefined : { error: updated.status.message ?? '' };
  }

  private create(namespace: string, session: Session): SyncResult {
    const annotations = { [descriptionAnnotation]: description };
    const created = session.create<ConfigMap>(configMaps, {
      metadata: { name: mapName, namespace, annotations },
      data,
    });
    if (created.ok || failedWith(created, 'NotFound')) return undefined;
    if (hasStatusCause(created.status, namespaceTerminating)) return undefined;
    return { error: created.status.message ?? '' };
  }
}

export const rootCaCertPublisher: ControllerDefinition = {
  name: 'root_ca_cert_publisher',
  workers: 1,
  actor: 'root-ca-cert-publisher',
  build: (context) => new RootCaCertPublisher(context),
};
