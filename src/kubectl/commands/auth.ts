// Models: k8s.io/kubectl pkg/cmd/auth (cani.go, whoami.go)
// Simplified: rules that are listed stand as the server gives them, one a line.
// Not modelled: reconcile, --as.
import { allNamespacesFlag, type Call, type CommandDefinition, fail, flag, outputFlag } from '../line/command';
import { kindNamed, write } from '../line/resources';
import { table } from '../line/tab-writer';
import { printJson, printYaml } from '../line/yaml-print';

const authorization = '/apis/authorization.k8s.io/v1';
const verbs = [
  ...['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection', 'use', 'bind', 'impersonate'],
  ...['*', 'approve', 'sign', 'escalate', 'attest'],
];
const urlVerbs = ['get', 'put', 'post', 'head', 'options', 'delete', 'patch', '*'];

/** kubectl's warnings here end in a line of their own. */
const warn = (call: Call, text: string): void => call.err(`Warning: ${text}\n`);

function resourceAttributes(call: Call, verb: string, word: string): Record<string, string> {
  const { flags } = call;
  const [type = '', ...rest] = word.split('/');
  const kind = type === '*' ? undefined : kindNamed(type);
  if (type !== '*' && !kind) {
    const [resource = '', ...group] = type.toLowerCase().split('.');
    const inGroup = group.length > 0 ? ` in group '${group.join('.')}'` : '';
    if (!['users', 'groups'].includes(resource))
      warn(call, `the server doesn't have a resource type '${resource}'${inGroup}`);
  }
  if (kind && !kind.namespaced && !flags.bool('all-namespaces')) {
    const inGroup = kind.group === '' ? '' : ` in group '${kind.group}'`;
    warn(call, `resource '${kind.resource}' is not namespace scoped${inGroup}`);
  }
  if (!verbs.includes(verb)) warn(call, `verb '${verb}' is not a known verb`);
  const given = {
    namespace: flags.bool('all-namespaces') ? '' : call.namespace,
    verb,
    group: kind?.group ?? '',
    resource: kind?.resource ?? type,
    subresource: flags.text('subresource') ?? '',
    name: rest.join('/'),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

function review(call: Call, path: string, kind: string, spec: unknown): unknown {
  const apiVersion = path.split('/').slice(2, 4).join('/');
  return write(call, 'POST', path, { kind, apiVersion, metadata: {}, ...(spec === undefined ? {} : { spec }) });
}

interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

function listRules(call: Call): void {
  if (call.args.length > 0) fail('list option must be specified with no arguments');
  const { status } = review(call, `${authorization}/selfsubjectrulesreviews`, 'SelfSubjectRulesReview', {
    namespace: call.namespace,
  }) as { status: { resourceRules: readonly Rule[]; nonResourceRules: readonly Rule[] } };
  const rows = [...status.resourceRules, ...status.nonResourceRules].map((rule) => {
    const { resources = [], apiGroups = [], nonResourceURLs = [], resourceNames = [] } = rule;
    const combined = resources.map((resource) => (apiGroups[0] ? `${resource}.${apiGroups[0]}` : resource)).join(',');
    return [combined, ...[nonResourceURLs, resourceNames, rule.verbs].map((words) => `[${words.join(' ')}]`)];
  });
  const header = call.flags.bool('no-headers') ? [] : [['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs']];
  call.out(table([...header, ...rows]));
}

export const authCanICommand: CommandDefinition = {
  path: 'auth can-i',
  use: 'kubectl auth can-i VERB [TYPE | TYPE/NAME | NONRESOURCEURL] [options]',
  short: 'Check whether an action is allowed',
  flags: [
    allNamespacesFlag,
    flag('bool', 'quiet', 'If true, suppress output and just return the exit code', { short: 'q' }),
    flag('text', 'subresource', 'SubResource such as pod/log or deployment/scale'),
    flag('bool', 'list', 'If true, prints all allowed actions'),
    flag('bool', 'no-headers', 'If true, prints allowed actions without headers'),
  ],
  run(call) {
    const { flags, args } = call;
    if (flags.bool('list')) {
      if (flags.bool('quiet') || flags.bool('all-namespaces') || flags.text('subresource'))
        fail("list option can't be specified with neither quiet, all-namespaces nor subresource options");
      listRules(call);
      return 0;
    }
    const [verb = '', word = ''] = args;
    if (args.length !== 2)
      fail(
        "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples.",
      );
    let spec: unknown;
    if (word.startsWith('/')) {
      if (flags.text('subresource')) fail('--subresource can not be used with NonResourceURL');
      if (!urlVerbs.includes(verb)) warn(call, `verb '${verb}' is not a known verb`);
      spec = { nonResourceAttributes: { path: word, verb } };
    } else spec = { resourceAttributes: resourceAttributes(call, verb, word) };
    if (flags.bool('no-headers')) fail('--no-headers cannot be set without --list specified');
    const path = `${authorization}/selfsubjectaccessreviews`;
    const { status } = review(call, path, 'SelfSubjectAccessReview', spec) as {
      status: { allowed: boolean; reason?: string };
    };
    if (!flags.bool('quiet')) call.out(status.allowed ? 'yes' : `no${status.reason ? ` - ${status.reason}` : ''}`);
    return status.allowed ? 0 : 1;
  },
};

export const authWhoamiCommand: CommandDefinition = {
  path: 'auth whoami',
  use: 'kubectl auth whoami [options]',
  short: 'Experimental: Check self subject attributes',
  flags: [outputFlag],
  run(call) {
    const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    const answer = review(call, path, 'SelfSubjectReview', undefined) as {
      status: { userInfo: { username: string; groups?: readonly string[] } };
    };
    const output = call.flags.text('output');
    if (output === 'json') call.out(printJson(answer).replace(/\n$/, ''));
    else if (output === 'yaml') call.out(printYaml(answer).replace(/\n$/, ''));
    else if (output !== undefined)
      fail(`unable to match a printer suitable for the output format ${JSON.stringify(output)}`);
    else {
      const { username, groups = [] } = answer.status.userInfo;
      const rows = [['Username', username], ...(groups.length > 0 ? [['Groups', `[${groups.join(' ')}]`]] : [])];
      call.out(table([['ATTRIBUTE', 'VALUE'], ...rows]));
    }
  },
};
