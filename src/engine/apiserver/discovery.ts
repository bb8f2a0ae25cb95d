// Models: k8s.io/apiserver pkg/endpoints/discovery (APIVersions, APIGroupList, APIResourceList, aggregated v2),
//   pkg/version (Info)
// Simplified: the document is made anew for each request.
// Not modelled: entity tags, storage version hashes.

import { compareStrings } from '../../shared/compare';
import type { KindDefinition, Subresource } from '../api/kinds';
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
  readonly kinds: readonly KindDefinition[];
}

/** The versions of one group, the preferred one first. */
type Group = readonly [GroupVersion, ...GroupVersion[]];

/** `v2` before `v1` before `v1beta1` before `v1alpha1` before words (version.CompareKubeAwareVersionStrings). */
function compareVersions(a: string, b: string): number {
  const parts = (text: string) => /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(text);
  const [one, two] = [parts(a), parts(b)];
  if (one === null || two === null) return one ? -1 : two ? 1 : compareStrings(a, b);
  const stage = (match: RegExpExecArray) => (match[2] === undefined ? 0 : match[2] === 'beta' ? 1 : 2);
  return stage(one) - stage(two) || Number(two[1]) - Number(one[1]) || Number(two[3] ?? 0) - Number(one[3] ?? 0);
}

/** Groups in the order of discovery, the core group among them as the empty name. */
function groupsOf(kinds: readonly KindDefinition[]): Group[] {
  const groups = new Map<string, Map<string, KindDefinition[]>>();
  for (const kind of kinds) {
    const versions = groups.get(kind.group) ?? new Map<string, KindDefinition[]>();
    groups.set(kind.group, versions);
    const found = versions.get(kind.version);
    if (found) found.push(kind);
    else versions.set(kind.version, [kind]);
  }
  return [...groups].map(
    ([group, versions]) =>
      [...versions]
        .sort(([a], [b]) => compareVersions(a, b))
        .map(([version, found]) => ({ group, version, kinds: found })) as unknown as Group,
  );
}

function resourceList(gv: GroupVersion): unknown {
  const resources = gv.kinds.flatMap((kind) => {
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

function groupOf(versions: Group): unknown {
  const shown = versions.map(({ group, version }) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: versions[0].group, versions: shown, preferredVersion: shown[0] };
}

function aggregated(groups: readonly Group[]): unknown {
  const items = groups.map((versions) => {
    const [{ group }] = versions;
    return {
      metadata: group === '' ? { creationTimestamp: null } : { name: group, creationTimestamp: null },
      versions: versions.map((gv) => ({
        version: gv.version,
        resources: gv.kinds.map((kind) => ({
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
      })),
    };
  });
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
export function discovery(path: string, accept: string | undefined, kinds: readonly KindDefinition[]): unknown {
  // A client that knows only v2beta1 gets the lists of one group each.
  const wantsAll = (accept ?? '')
    .split(',')
    .some((part) => /;as=APIGroupDiscoveryList/.test(part) && /;v=v2(;|$)/.test(part));
  const groups = groupsOf(kinds);
  const core = groups.filter(([{ group }]) => group === '');
  const named = groups.filter(([{ group }]) => group !== '');
  switch (path) {
    case '/version':
      return versionInfo;
    case '/api':
      if (wantsAll) return aggregated(core);
      return {
        kind: 'APIVersions',
        versions: core.flatMap((versions) => versions.map(({ version }) => version)),
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
  const versions = groups.find(([gv]) => gv.group === group);
  if (versions === undefined) return undefined;
  if (rest.length === 0) return { kind: 'APIGroup', apiVersion: 'v1', ...(groupOf(versions) as object) };
  const found = versions.find(({ version }) => version === rest[0]);
  return found && resourceList(found);
}
