// Models: k8s.io/kubectl pkg/cmd/{version,apiresources,clusterinfo,events,explain,config}
// Simplified: a schema has no descriptions, as the server's has none.
// Not modelled: --for with a version, kubeconfig files.
import { type CoreEvent, type KindDefinition, kindByGvk, kinds } from '../../engine/index';
import { compareStrings } from '../../shared/compare';
import { timeSince } from '../describe/page';
import { allNamespacesFlag, type Call, type CommandDefinition, fail, flag, outputFlag, refuse } from '../line/command';
import { kindNamed, listObjects, needKind } from '../line/resources';
import { table } from '../line/tab-writer';
import { printJson, printYaml } from '../line/yaml-print';

function document(call: Call, path: string, query: Readonly<Record<string, string>> = {}): unknown {
  const answer = call.session.request({ method: 'GET', path, query, accept: 'application/json', trusted: false });
  if (answer.code >= 400) refuse(answer.body);
  return answer.body;
}

const clientVersion = 'v1.37.0';

export const versionCommand: CommandDefinition = {
  path: 'version',
  use: 'kubectl version [flags] [options]',
  short: 'Print the client and server version information',
  flags: [flag('bool', 'client', 'If true, shows client version only (no server required)'), outputFlag],
  run(call) {
    const server = call.flags.bool('client')
      ? undefined
      : (document(call, '/version', { timeout: '32s' }) as { gitVersion: string });
    const output = call.flags.text('output');
    const whole = {
      clientVersion: { major: '1', minor: '37', gitVersion: clientVersion, platform: 'linux/amd64' },
      ...(server ? { serverVersion: server } : {}),
    };
    if (output === 'json') call.out(JSON.stringify(whole, undefined, 2));
    else if (output === 'yaml') call.out(printYaml(whole).replace(/\n$/, ''));
    else if (output !== undefined) fail(`--output must be 'yaml' or 'json'`);
    else
      call.out(
        [`Client Version: ${clientVersion}`, ...(server ? [`Server Version: ${server.gitVersion}`] : [])].join('\n'),
      );
  },
};

const gv = ({ group, version }: KindDefinition) => (group === '' ? version : `${group}/${version}`);

export const apiResourcesCommand: CommandDefinition = {
  path: 'api-resources',
  use: 'kubectl api-resources [options]',
  short: 'Print the supported API resources on the server',
  flags: [
    outputFlag,
    flag('bool', 'namespaced', 'If false, non-namespaced resources will be returned', { byDefault: 'true' }),
    flag('text', 'api-group', 'Limit to resources in the specified API group'),
    flag('bool', 'no-headers', "don't print headers"),
    flag('text', 'sort-by', 'If non-empty, sort list of resources using specified field. One of (name, kind)'),
  ],
  run(call) {
    document(call, '/api');
    document(call, '/apis');
    const { flags } = call;
    const output = flags.text('output');
    if (output !== undefined && output !== 'wide' && output !== 'name') fail(`--output ${output} is not available`);
    const shown = kinds
      .filter(
        ({ namespaced, group }) =>
          (!flags.has('namespaced') || namespaced === flags.bool('namespaced')) &&
          (!flags.has('api-group') || group === flags.text('api-group')),
      )
      .sort((a, b) =>
        flags.text('sort-by') === 'name'
          ? compareStrings(a.resource, b.resource)
          : flags.text('sort-by') === 'kind'
            ? compareStrings(a.kind, b.kind)
            : compareStrings(a.group, b.group) || compareStrings(a.resource, b.resource),
      );
    if (output === 'name') {
      call.out(shown.map(({ resource, group }) => (group ? `${resource}.${group}` : resource)).join('\n'));
      return;
    }
    const rows = shown.map((kind) => [
      kind.resource,
      kind.shortNames.join(','),
      gv(kind),
      String(kind.namespaced),
      kind.kind,
      ...(output === 'wide'
        ? ['create,delete,deletecollection,get,list,patch,update,watch', kind.categories.join(',')]
        : []),
    ]);
    const header = [
      'NAME',
      'SHORTNAMES',
      'APIVERSION',
      'NAMESPACED',
      'KIND',
      ...(output === 'wide' ? ['VERBS', 'CATEGORIES'] : []),
    ];
    call.out(table(flags.bool('no-headers') ? rows : [header, ...rows]));
  },
};

export const apiVersionsCommand: CommandDefinition = {
  path: 'api-versions',
  use: 'kubectl api-versions',
  short: 'Print the supported API versions on the server, in the form of "group/version"',
  flags: [],
  run(call) {
    document(call, '/api');
    const { groups } = document(call, '/apis') as {
      groups?: readonly { versions: readonly { groupVersion: string }[] }[];
    };
    const versions = (groups ?? []).flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion));
    call.out([...versions, 'v1'].sort(compareStrings).join('\n'));
  },
};

export const clusterInfoCommand: CommandDefinition = {
  path: 'cluster-info',
  use: 'kubectl cluster-info [flags] [options]',
  short: 'Display cluster information',
  flags: [],
  run(call) {
    const services = needKind('services');
    listObjects(call, services, 'kube-system', { labelSelector: 'kubernetes.io/cluster-service=true' });
    call.out(
      "Kubernetes control plane is running at https://10.0.0.2:6443\n\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.",
    );
  },
};

const lastSeen = (event: CoreEvent) =>
  event.series?.lastObservedTime ?? event.lastTimestamp ?? event.eventTime ?? event.firstTimestamp ?? '';

export const eventsCommand: CommandDefinition = {
  path: 'events',
  use: 'kubectl events [(-o|--output=)json|yaml|name|…] [--for TYPE/NAME] [--watch] [--types=Normal,Warning]',
  short: 'List events',
  flags: [
    allNamespacesFlag,
    outputFlag,
    flag('text', 'for', 'Filter events to only those pertaining to the specified resource'),
    flag('list', 'types', 'Output only events of given types'),
    flag('bool', 'no-headers', "don't print headers"),
  ],
  run(call) {
    const kind = needKind('events');
    const everywhere = call.flags.bool('all-namespaces');
    const about = call.flags.text('for');
    let fieldSelector = '';
    if (about !== undefined) {
      const [type = '', name = ''] = about.split('/');
      if (!type || !name) fail(`--for must be in resource/name form`);
      const of = needKind(type);
      fieldSelector = `involvedObject.kind=${of.kind},involvedObject.apiVersion=${gv(of)},involvedObject.name=${name}`;
    }
    const found = listObjects(call, kind, everywhere ? '' : call.namespace, {
      ...(fieldSelector ? { fieldSelector } : {}),
      limit: '500',
    }) as unknown as CoreEvent[];
    const types = call.flags.list('types').flatMap((text) => text.split(','));
    const shown = found
      .filter(({ type }) => types.length === 0 || types.includes(type ?? ''))
      .sort((a, b) => compareStrings(lastSeen(a), lastSeen(b)));
    const output = call.flags.text('output');
    if (output === 'yaml' || output === 'json') {
      const list = { apiVersion: 'v1', items: shown, kind: 'List', metadata: { resourceVersion: '' } };
      call.out(output === 'json' ? printJson(list) : printYaml(list).replace(/\n$/, ''));
      return;
    }
    if (output !== undefined)
      fail(
        `unable to match a printer suitable for the output format ${JSON.stringify(output)}, allowed formats are: json, yaml`,
      );
    if (shown.length === 0) {
      call.err(everywhere ? 'No events found.' : `No events found in ${call.namespace} namespace.`);
      return;
    }
    const now = call.session.epochMicros;
    const rows = shown.map((event) => {
      const last = timeSince(lastSeen(event), now);
      const count = event.series?.count ?? event.count ?? 1;
      const age =
        count > 1
          ? `${last} (x${count} over ${timeSince(event.firstTimestamp ?? event.eventTime, now)})`
          : timeSince(event.firstTimestamp ?? event.eventTime, now);
      const { kind: what = '', name = '' } = event.involvedObject;
      return [
        ...(everywhere ? [event.metadata.namespace ?? ''] : []),
        age,
        event.type ?? '',
        event.reason ?? '',
        `${what}/${name}`,
        (event.message ?? '').trim(),
      ];
    });
    const header = [...(everywhere ? ['NAMESPACE'] : []), 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE'];
    call.out(table(call.flags.bool('no-headers') ? rows : [header, ...rows]));
  },
};

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly allOf?: readonly { readonly $ref: string }[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly oneOf?: unknown;
}

type Schemas = Readonly<
  Record<string, Schema & { readonly 'x-kubernetes-group-version-kind'?: readonly { readonly kind: string }[] }>
>;

const refName = (schema: Schema): string | undefined => schema.allOf?.[0]?.$ref.split('/').at(-1);

/** `<[]Container>`, `<map[string]string>`, `<integer>` */
function typeText(schema: Schema): string {
  const ref = refName(schema);
  if (ref !== undefined) return ref.split('.').at(-1) ?? ref;
  if (schema.items) return `[]${typeText(schema.items)}`;
  if (schema.additionalProperties) return `map[string]${typeText(schema.additionalProperties)}`;
  return schema.type ?? (schema.format === 'int-or-string' ? 'IntOrString' : schema.oneOf ? 'Quantity' : 'Object');
}

/** The struct behind a field, through lists and maps. */
function structOf(schema: Schema, schemas: Schemas): Schema | undefined {
  const inner = schema.items ?? schema.additionalProperties;
  if (inner) return structOf(inner, schemas);
  const ref = refName(schema);
  return ref === undefined ? (schema.properties ? schema : undefined) : schemas[ref];
}

function fieldLines(struct: Schema, schemas: Schemas, recursive: boolean, level: number): string[] {
  return Object.keys(struct.properties ?? {})
    .sort(compareStrings)
    .flatMap((name) => {
      const field = struct.properties?.[name] as Schema;
      const needed = struct.required?.includes(name) ? ' -required-' : '';
      const indent = '  '.repeat(level);
      const line = `${indent}${name}\t<${typeText(field)}>${needed}`;
      const words = field.enum ? [`${indent}  enum: ${field.enum.join(', ')}`] : [];
      if (recursive) {
        const inner = structOf(field, schemas);
        return [line, ...words, ...(inner && level < 12 ? fieldLines(inner, schemas, true, level + 1) : [])];
      }
      return [line, ...words, `${indent}  ${field.description ?? '<no description>'}`, ''];
    });
}

export const explainCommand: CommandDefinition = {
  path: 'explain',
  use: 'kubectl explain TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group] [-o|--output=plaintext|plaintext-openapiv2]',
  short: 'Get documentation for a resource',
  flags: [
    flag('bool', 'recursive', 'When true, print the name of all the fields recursively'),
    flag('text', 'api-version', 'Use given api-version (group/version) of the resource'),
    outputFlag,
  ],
  run(call) {
    const [what, ...more] = call.args;
    if (what === undefined)
      fail(
        'You must specify the type of resource to explain. Use "kubectl api-resources" for a complete list of supported resources.',
      );
    if (more.length > 0) fail('We accept only this format: explain RESOURCE');
    const [type = '', ...fields] = what.split('.');
    const version = call.flags.text('api-version');
    const named = kindNamed(type) ?? fail(`the server doesn't have a resource type ${JSON.stringify(type)}`);
    const kind =
      version === undefined
        ? named
        : (kindByGvk(version, named.kind) ?? fail(`couldn't find resource for "${version}, Kind=${named.kind}"`));
    document(call, '/openapi/v3', { timeout: '32s' });
    const path =
      kind.group === '' ? `/openapi/v3/api/${kind.version}` : `/openapi/v3/apis/${kind.group}/${kind.version}`;
    const { components } = document(call, path, { timeout: '32s' }) as { components: { schemas: Schemas } };
    const { schemas } = components;
    let struct: Schema | undefined = Object.values(schemas).find((schema) =>
      schema['x-kubernetes-group-version-kind']?.some((each) => each.kind === kind.kind),
    );
    if (!struct) fail(`couldn't find resource for "${gv(kind)}, Kind=${kind.kind}"`);
    const head = [
      ...(kind.group ? [`GROUP:      ${kind.group}`] : []),
      `KIND:       ${kind.kind}`,
      `VERSION:    ${kind.version}`,
      '',
    ];
    let field: Schema | undefined;
    for (const name of fields) {
      field = struct && Object.hasOwn(struct.properties ?? {}, name) ? struct.properties?.[name] : undefined;
      if (!field) fail(`field ${JSON.stringify(name)} does not exist`);
      struct = structOf(field, schemas);
    }
    if (field) {
      head.push(`FIELD: ${fields.at(-1)} <${typeText(field)}>`);
      head.push(...(field.enum ? ['ENUM:', ...field.enum.map((word) => `    ${word}`)] : ['']), '');
    }
    head.push('DESCRIPTION:', '    <empty>');
    if (!struct) {
      call.out(head.join('\n'));
      return;
    }
    const lines = fieldLines(struct, schemas, call.flags.bool('recursive'), 1);
    call.out([...head, 'FIELDS:', ...lines].join('\n'));
  },
};

export const setContextCommand: CommandDefinition = {
  path: 'config set-context',
  use: 'kubectl config set-context [NAME | --current] [--namespace=namespace]',
  short: 'Set a context entry in kubeconfig',
  flags: [flag('bool', 'current', 'Modify the current context')],
  run(call) {
    if (!call.flags.bool('current')) fail('only the current context can be changed here: use --current');
    if (!call.flags.has('namespace')) fail('nothing to set: give --namespace');
    call.setNamespace(call.flags.text('namespace') || 'default');
    call.out('Context "clusterglass" modified.');
  },
};

export const currentContextCommand: CommandDefinition = {
  path: 'config current-context',
  use: 'kubectl config current-context [flags]',
  short: 'Display the current-context',
  flags: [],
  run: (call) => call.out('clusterglass'),
};
