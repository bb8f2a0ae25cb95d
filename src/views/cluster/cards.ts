import type { ConfigMap, Deployment, EndpointSlice, ReplicaSet, Service } from '../../engine/index';
import type { Rows } from '../../store/lab-store';
import type { Box, ObjectCard } from './geometry';
import { cardGap, cardHeight } from './layout';
import { byAge, list } from './rows';

/** Between cards of a row: room for the line from an owner. */
const between = 14;
const widths = { deployments: 196, replicasets: 190, services: 208, configmaps: 164 } as const;

/** What an object says of itself when it cannot go on: its rollout is too late, or no Pod may be created. */
function failureOf({ status }: Deployment | ReplicaSet): string {
  const failed = (status?.conditions ?? []).find(
    ({ type, status: is }) =>
      (type === 'Progressing' && is === 'False') || (type === 'ReplicaFailure' && is === 'True'),
  );
  return failed ? (failed.reason ?? failed.type) : '';
}

/** Deployments with their ReplicaSets, then Services, then ConfigMaps, in rows from left to right. */
export function objectCards(rows: Rows, top: number, width: number): { cards: ObjectCard[]; height: number } {
  const cards: ObjectCard[] = [];
  let x = 0;
  let y = top;
  const put = (resource: keyof typeof widths): Box => {
    const w = Math.min(widths[resource], width);
    if (x > 0 && x + w > width) {
      x = 0;
      y += cardHeight + cardGap;
    }
    const box = { x, y, w, h: cardHeight };
    x += w + between;
    return box;
  };
  const card = (resource: string, key: string, box: Box, more: Partial<ObjectCard>): ObjectCard => ({
    ...box,
    id: `${resource}/${key}`,
    resource,
    key,
    name: key.startsWith('default/') ? key.slice('default/'.length) : key,
    want: 0,
    have: 0,
    failing: '',
    revision: '',
    owner: undefined,
    endpointsReady: -1,
    endpoints: -1,
    address: '',
    ...more,
  });
  const revision = (object: { metadata: { annotations?: Readonly<Record<string, string>> | undefined } }) =>
    object.metadata.annotations?.['deployment.kubernetes.io/revision'] ?? '';

  const replicaSets = byAge(list<ReplicaSet>(rows, 'api/replicasets'));
  const replicaSetCard = (key: string, set: ReplicaSet, box: Box, owner: string | undefined) =>
    card('replicasets', key, box, {
      failing: failureOf(set),
      want: set.spec?.replicas ?? 1,
      have: set.status?.readyReplicas ?? 0,
      revision: revision(set),
      owner,
    });
  const owned = new Set<string>();
  for (const [key, deployment] of byAge(list<Deployment>(rows, 'api/deployments'))) {
    const own = replicaSets.filter(([, set]) =>
      set.metadata.ownerReferences?.some(({ uid }) => uid === deployment.metadata.uid),
    );
    cards.push(
      card('deployments', key, put('deployments'), {
        failing: failureOf(deployment),
        want: deployment.spec?.replicas ?? 1,
        have: deployment.status?.readyReplicas ?? 0,
        revision: revision(deployment),
      }),
    );
    for (const [setKey, set] of own) {
      owned.add(setKey);
      cards.push(replicaSetCard(setKey, set, put('replicasets'), `deployments/${key}`));
    }
  }
  for (const [key, set] of replicaSets) {
    if (owned.has(key)) continue;
    cards.push(replicaSetCard(key, set, put('replicasets'), undefined));
  }
  const slices = list<EndpointSlice>(rows, 'api/endpointslices');
  for (const [key, service] of byAge(list<Service>(rows, 'api/services'))) {
    const own = slices.filter(
      ([, slice]) => slice.metadata.labels?.['kubernetes.io/service-name'] === service.metadata.name,
    );
    const endpoints = own.flatMap(([, slice]) => slice.endpoints ?? []);
    cards.push(
      card('services', key, put('services'), {
        address: service.spec?.clusterIP ?? '',
        endpoints: own.length === 0 ? -1 : endpoints.length,
        endpointsReady: endpoints.filter(({ conditions }) => conditions?.ready !== false).length,
      }),
    );
  }
  for (const [key, configMap] of byAge(list<ConfigMap>(rows, 'api/configmaps'))) {
    if (configMap.metadata.name === 'kube-root-ca.crt') continue;
    cards.push(card('configmaps', key, put('configmaps'), { want: Object.keys(configMap.data ?? {}).length }));
  }
  return { cards, height: cards.length === 0 ? top : y + cardHeight + 4 };
}
