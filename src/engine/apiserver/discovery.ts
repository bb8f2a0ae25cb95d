// Models: k8s.io/apiserver pkg/endpoints/discovery (APIVersions, APIGroupList, APIResourceList, aggregated v2),
//   pkg/version (Info)
// Simplified: one version a group; the document is made anew for each request.
// Not modelled: entity tags, storage version hashes.

import type { KindDefinition, Subresource } from '../api/kinds';
import { kinds } from '../api/kinds';
import { apiVersionOf } from '../api/meta';

const gitVersion = 'v1.37.0';

/** What each subresource takes and which verbs it has. */
const subresources: Readonly<
  Record<Subresource, { readonly kind?: readonly [string, string, string]; readonly verbs: readonly string[] }>
> = {
  status: { verbs: ['get', 'patch', 'update'] },
  scale: { kind: ['autoscaling', 'v1', 'Scale'], verbs: ['get', 'patch', 'update'] },
  binding: { kind: ['', 'v1', 'Binding'], verbs: ['create'] },
  eviction: { kind: ['policy', 'v1', 'Eviction'], verbs: ['create'] },
  log: { verbs: ['get'] },
  exec: { kind: ['', 'v1', 'PodExecOptions'], verbs: ['create', 'get'] },
  finalize: { verbs: ['update'] },
  ephemeralcontainers: { verbs: ['get', 'patch', 'update'] },
  resize: { verbs: ['get', 'patch', 'update'] },
};

function verbsOf(kind: KindDefinition): string[] {
  const all = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
  return kind.content ? all.filter((verb) => verb !== 'deletecollection') : all;
}

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Groups in the order of discovery, the core group among them as the empty name. */
function groupVersions(): GroupVersion[] {
  const found = new Map<string, GroupVersion>();
  for (const { group, version } of kinds) found.set(`${group}/${version}`, { group, version });
  return [...found.values()];
}

const ofGroup = ({ group, version }: GroupVersion): KindDefinition[] =>
  kinds.filter((kind) => kind.group === group && kind.version === version);

function resourceList(gv: GroupVersion): unknown {
  const resources = ofGroup(gv).flatMap((kind) => {
    const { resource, singular, namespaced } = kind;
    const main = {
      name: resource,
      singularName: singular,
      namespaced,
      kind: kind.kind,
      verbs: verbsOf(kind),
      ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
      ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
    };
    const parts = kind.subresources.map((name) => {
      const { kind: taken, verbs } = subresources[name];
      const [group, version, takenKind] = taken ?? [];
      return {
        name: `${resource}/${name}`,
        singularName: '',
        namespaced,
        ...(takenKind === undefined ? {} : { group: group ?? '', version: version ?? '' }),
        kind: takenKind ?? kind.kind,
        verbs,
      };
    });
    return [main, ...parts];
  });
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: apiVersionOf(gv.group, gv.version), resources };
}

function groupOf({ group, version }: GroupVersion): unknown {
  const shown = { groupVersion: `${group}/${version}`, version };
  return { name: group, versions: [shown], preferredVersion: shown };
}

function aggregated(groups: readonly GroupVersion[]): unknown {
  const items = groups.map((gv) => ({
    metadata: gv.group === '' ? { creationTimestamp: null } : { name: gv.group, creationTimestamp: null },
    versions: [
      {
        version: gv.version,
        resources: ofGroup(gv).map((kind) => ({
          resource: kind.resource,
          responseKind: { group: kind.group, version: kind.version, kind: kind.kind },
          scope: kind.namespaced ? 'Namespaced' : 'Cluster',
          singularResource: kind.singular,
          verbs: verbsOf(kind),
          ...(kind.shortNames.length > 0 ? { shortNames: kind.shortNames } : {}),
          ...(kind.categories.length > 0 ? { categories: kind.categories } : {}),
          ...(kind.subresources.length > 0
            ? { subresources: kind.subresources.map((name) => subresourceOf(kind, name)) }
            : {}),
        })),
        freshness: 'Current',
      },
    ],
  }));
  return { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items };
}

function subresourceOf(kind: KindDefinition, name: Subresource): unknown {
  const { kind: taken, verbs } = subresources[name];
  const [group, version, takenKind] = taken ?? [kind.group, kind.version, kind.kind];
  return { subresource: name, responseKind: { group, version, kind: takenKind }, verbs };
}

const versionInfo = {
  major: '1',
  minor: '37',
  emulationMajor: '1',
  emulationMinor: '37',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '36',
  gitVersion,
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '',
  goVersion: '',
  compiler: '',
  platform: 'linux/amd64',
};

/** The answer to a path of discovery; `undefined` for every other path. `accept`: what the client would take. */
export function discovery(path: string, accept: string | undefined): unknown {
  // A client that knows only v2beta1 gets the lists of one group each.
  const wantsAll = (accept ?? '')
    .split(',')
    .some((part) => /;as=APIGroupDiscoveryList/.test(part) && /;v=v2(;|$)/.test(part));
  const groups = groupVersions();
  const core = groups.filter(({ group }) => group === '');
  const named = groups.filter(({ group }) => group !== '');
  switch (path) {
    case '/version':
      return versionInfo;
    case '/api':
      if (wantsAll) return aggregated(core);
      return {
        kind: 'APIVersions',
        versions: core.map(({ version }) => version),
        serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '10.0.0.2:6443' }],
      };
    case '/apis':
      if (wantsAll) return aggregated(named);
      return { kind: 'APIGroupList', apiVersion: 'v1', groups: named.map(groupOf) };
    default:
  }
  const parts = path.split('/');
  const group = parts[1] === 'apis' ? (parts[2] ?? '') : '';
  const rest = parts[1] === 'apis' ? parts.slice(3) : parts[1] === 'api' ? parts.slice(2) : undefined;
  if (rest === undefined || rest.length > 1 || (parts[1] === 'apis' && group === '')) return undefined;
  const found = groups.find((gv) => gv.group === group && (rest.length === 0 || gv.version === rest[0]));
  if (found === undefined) return undefined;
  if (rest.length === 1) return resourceList(found);
  return { kind: 'APIGroup', apiVersion: 'v1', ...(groupOf(found) as object) };
}
