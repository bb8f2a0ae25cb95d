// Models: k8s.io/kubectl pkg/cmd/describe
// Simplified: an object that was fetched by name is fetched again, as its describer does.
// Not modelled: names by prefix among several.
import type { KindDefinition, KubeObject } from '../../engine/index';
import { describeNode } from '../describe/node';
import { describeAny, describeConfigMap, describeNamespace, describeSecret, describeService } from '../describe/others';
import type { Page } from '../describe/page';
import { describeDeployment, describePod, describeReplicaSet } from '../describe/workloads';
import { allNamespacesFlag, type Call, type CommandDefinition, Failure, fail, selectorFlag } from '../line/command';
import { choose, getObject, listObjects, withKind } from '../line/resources';

const describers: Readonly<Record<string, (call: Call, object: never) => Page>> = {
  pods: describePod,
  deployments: describeDeployment,
  replicasets: describeReplicaSet,
  nodes: describeNode,
  services: describeService,
  namespaces: describeNamespace,
  configmaps: describeConfigMap,
  secrets: describeSecret,
};

function found(call: Call, kind: KindDefinition, name: string | undefined): KubeObject[] {
  if (name === undefined) {
    const labelSelector = call.flags.text('selector');
    const namespace = call.flags.bool('all-namespaces') ? '' : call.namespace;
    return listObjects(call, kind, namespace, { ...(labelSelector ? { labelSelector } : {}), limit: '500' });
  }
  try {
    return [withKind(kind, getObject(call, kind, name))];
  } catch (error) {
    if (!(error instanceof Failure) || error.errors[0]?.status?.reason !== 'NotFound') throw error;
    // A name that is none may be the beginning of one.
    const namespace = call.flags.bool('all-namespaces') ? '' : call.namespace;
    const begun = listObjects(call, kind, namespace, { limit: '500' }).filter(({ metadata }) =>
      metadata.name?.startsWith(name),
    );
    if (begun.length === 0) throw error;
    return begun;
  }
}

export const describeCommand: CommandDefinition = {
  path: 'describe',
  use: 'kubectl describe (-f FILENAME | TYPE [NAME_PREFIX | -l label] | TYPE/NAME) [options]',
  short: 'Show details of a specific resource or group of resources',
  flags: [selectorFlag, allNamespacesFlag],
  run(call) {
    if (call.args.length === 0)
      fail(
        'You must specify the type of resource to describe. Use "kubectl api-resources" for a complete list of supported resources.',
      );
    const errors: Failure['errors'][number][] = [];
    let printed = 0;
    for (const { kind, name } of choose(call.args)) {
      try {
        for (const object of found(call, kind, name)) {
          const again = getObjectIn(call, kind, object);
          const describe = (describers[kind.resource] ?? describeAny) as (call: Call, object: KubeObject) => Page;
          if (printed++ > 0) call.out('\n');
          call.out(describe(call, withKind(kind, again)).toString());
        }
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        errors.push(...error.errors);
      }
    }
    if (errors.length > 0) throw new Failure(errors);
    if (printed === 0) {
      const everywhere = call.flags.bool('all-namespaces');
      call.err(everywhere ? 'No resources found' : `No resources found in ${call.namespace} namespace.`);
    }
  },
};

function getObjectIn(call: Call, kind: KindDefinition, { metadata }: KubeObject): KubeObject {
  return getObject({ ...call, namespace: metadata.namespace ?? call.namespace }, kind, metadata.name ?? '');
}
