// Models: k8s.io/kubectl pkg/cmd/{apply,create,replace,diff}: what they do with the objects of `-f`
// Simplified: `-f`, whatever it names, is the file that is open in the editor.
// Not modelled: -k, --prune, several files.
import { type KubeObject, pathOf, type Status } from '../../engine/index';
import { afterApply } from '../after-apply';
import { applyObject, lastAppliedAnnotation, type Mapped, originalOf } from '../apply';
import {
  type Call,
  type CommandDefinition,
  dryRunFlag,
  dryRunOf,
  dryRunQuery,
  dryRunSuffix,
  Failure,
  fail,
  filenameFlag,
  flag,
  outputFlag,
} from '../line/command';
import { unifiedDiff } from '../line/diff';
import { formatOf, printObjects, shownObject } from '../line/output';
import { choose, getObject, withKind } from '../line/resources';
import { printYaml } from '../line/yaml-print';
import { deleteObject } from '../object-commands';
import { readObjects } from '../read-objects';
import { type KubectlError, resourceName, withSource } from '../wording';

/** Runs over the objects of the file; what goes wrong is said at the end, as kubectl does. */
export function overObjects(call: Call, none: string, act: (mapped: Mapped, source: string) => void): void {
  const file = call.file;
  if (!file) fail(`the path ${JSON.stringify(call.flags.text('filename') ?? '')} does not exist`);
  const { mapped, errors } = readObjects(file, none, call.namespace, call.session);
  for (const one of mapped) {
    try {
      if (call.flags.has('namespace') && one.kind.namespaced && one.namespace !== call.namespace)
        fail(
          `the namespace from the provided object ${JSON.stringify(one.namespace)} does not match the namespace ${JSON.stringify(call.namespace)}. You must pass '--namespace=${one.namespace}' to perform this operation.`,
        );
      act(one, file.file);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      errors.push(...error.errors);
    }
  }
  if (errors.length > 0) throw new Failure(errors as KubectlError[]);
}

function needFile(call: Call, otherwise: string): void {
  if (!call.flags.has('filename')) fail(otherwise);
}

function show(call: Call, mapped: Mapped, object: KubeObject, done: string): void {
  const output = call.flags.text('output');
  if (output === undefined) call.out(`${resourceName(mapped.kind, object.metadata.name || mapped.name)} ${done}`);
  else
    for (const text of printObjects(
      formatOf(output),
      [{ kind: mapped.kind, object: withKind(mapped.kind, object) }],
      true,
    ))
      call.out(text);
}

const serverSideQuery = (call: Call, dry: 'client' | 'server' | undefined) => ({
  fieldManager: call.flags.text('field-manager') ?? 'kubectl',
  fieldValidation: 'Strict',
  force: String(call.flags.bool('force-conflicts')),
  ...dryRunQuery(dry),
});

function serverSide(call: Call, mapped: Mapped, dry: 'client' | 'server' | undefined): void {
  const { kind, namespace, name, object } = mapped;
  const answer = call.session.request({
    method: 'PATCH',
    path: pathOf(kind, namespace, name),
    query: serverSideQuery(call, dry),
    contentType: 'application/apply-patch+yaml',
    body: object,
    trusted: false,
  });
  for (const warning of answer.warnings) call.err(`Warning: ${warning}`);
  if (answer.code >= 400) {
    const status = answer.body as Status;
    if (status.reason !== 'Conflict') throw new Failure([{ status }]);
    fail(
      `${status.message}\nPlease review the fields above--they currently have other managers. Here\nare the ways you can resolve this warning:\n* If you intend to manage all of these fields, please re-run the apply\n  command with the \`--force-conflicts\` flag.\n* If you do not intend to manage all of the fields, please edit your\n  manifest to remove references to the fields that should keep their\n  current managers.\n* You may co-own fields by updating your manifest to match the existing\n  value; in this case, you'll become the manager if the other manager(s)\n  stop managing the field (remove it from their configuration).\nSee https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`,
    );
  }
  show(call, mapped, answer.body as KubeObject, `serverside-applied${dryRunSuffix(dry)}`);
}

export const applyCommand: CommandDefinition = {
  path: 'apply',
  use: 'kubectl apply (-f FILENAME | -k DIRECTORY) [options]',
  short: 'Apply a configuration to a resource by file name or stdin',
  flags: [
    filenameFlag,
    dryRunFlag,
    outputFlag,
    flag('bool', 'server-side', 'If true, apply runs in the server instead of the client'),
    flag('bool', 'force-conflicts', 'If true, server-side apply will force the changes against conflicts'),
    flag('text', 'field-manager', 'Name of the manager used to track field ownership', {
      byDefault: 'kubectl-client-side-apply',
    }),
  ],
  run(call) {
    needFile(call, 'must specify one of -f and -k');
    const dry = dryRunOf(call.flags);
    const inServer = call.flags.bool('server-side');
    if (call.flags.bool('force-conflicts') && !inServer) fail('--force-conflicts only works with --server-side');
    if (dry === 'client' && inServer)
      fail("--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)");
    overObjects(call, 'no objects passed to apply', (mapped, source) => {
      if (inServer) return serverSide(call, mapped, dry);
      if (dry === 'client') {
        const { kind, namespace, name } = mapped;
        const answer = call.session.request({ method: 'GET', path: pathOf(kind, namespace, name), trusted: false });
        const there = answer.code < 400;
        if (!there && answer.code !== 404) throw new Failure([{ status: answer.body as Status }]);
        return show(
          call,
          mapped,
          there ? (answer.body as KubeObject) : mapped.object,
          `${there ? 'configured' : 'created'} (dry run)`,
        );
      }
      const { line, warnings, error } = applyObject(mapped, source, call.session, dry === 'server');
      for (const warning of warnings) call.err(warning);
      if (error) throw new Failure([error]);
      if (call.flags.has('output'))
        show(call, mapped, getObject({ ...call, namespace: mapped.namespace }, mapped.kind, mapped.name), '');
      else if (line) call.out(line);
      return undefined;
    });
  },
};

export const viewLastAppliedCommand: CommandDefinition = {
  path: 'apply view-last-applied',
  use: 'kubectl apply view-last-applied (TYPE [NAME | -l label] | TYPE/NAME | -f FILENAME)',
  short: 'View the latest last-applied-configuration annotations of a resource/object',
  flags: [outputFlag],
  run(call) {
    for (const { kind, name = '' } of choose(call.args)) {
      const original = originalOf(getObject(call, kind, name));
      if (original === undefined) fail(`no last-applied-configuration annotation found on resource: ${name}`);
      call.out(printYaml(original).replace(/\n$/, ''));
    }
  },
};

export const createFileCommand: CommandDefinition = {
  path: 'create',
  use: 'kubectl create -f FILENAME',
  short: 'Create a resource from a file or from stdin',
  flags: [
    filenameFlag,
    dryRunFlag,
    outputFlag,
    flag('bool', 'save-config', 'If true, the configuration of current object will be saved in its annotation'),
  ],
  run(call) {
    if (call.args.length > 0)
      fail(`Unexpected args: [${call.args.join(' ')}]\nSee 'kubectl create -h' for help and examples`);
    needFile(call, 'must specify one of -f and -k');
    const dry = dryRunOf(call.flags);
    overObjects(call, 'no objects passed to create', (mapped, source) => {
      const { kind, namespace, object } = mapped;
      if (dry === 'client') return show(call, mapped, object, 'created (dry run)');
      const query = { fieldManager: 'kubectl-create', fieldValidation: 'Strict', ...dryRunQuery(dry) };
      const answer = call.session.request({
        method: 'POST',
        path: pathOf(kind, namespace),
        query,
        body: object,
        trusted: false,
      });
      for (const warning of answer.warnings) call.err(`Warning: ${warning}`);
      if (answer.code >= 400) throw new Failure([withSource('creating', source, { status: answer.body as Status })]);
      return show(call, mapped, answer.body as KubeObject, `created${dryRunSuffix(dry)}`);
    });
  },
};

export const replaceCommand: CommandDefinition = {
  path: 'replace',
  use: 'kubectl replace -f FILENAME',
  short: 'Replace a resource by file name or stdin',
  flags: [filenameFlag, dryRunFlag, outputFlag],
  run(call) {
    needFile(call, 'must specify one of -f and -k');
    const dry = dryRunOf(call.flags);
    overObjects(call, 'no objects passed to replace', (mapped, source) => {
      const { kind, namespace, name, object } = mapped;
      const path = pathOf(kind, namespace, name);
      const found = call.session.request({ method: 'GET', path, trusted: false });
      const refused = (body: unknown) => new Failure([withSource('replacing', source, { status: body as Status })]);
      if (found.code >= 400) throw refused(found.body);
      const { resourceVersion } = (found.body as KubeObject).metadata;
      const body = { ...object, metadata: { resourceVersion, ...object.metadata } };
      const query = { fieldManager: 'kubectl-replace', fieldValidation: 'Strict', ...dryRunQuery(dry) };
      const answer = call.session.request({ method: 'PUT', path, query, body, trusted: false });
      for (const warning of answer.warnings) call.err(`Warning: ${warning}`);
      if (answer.code >= 400) throw refused(answer.body);
      show(call, mapped, answer.body as KubeObject, `replaced${dryRunSuffix(dry)}`);
    });
  },
};

/** What a dry run of apply would leave, or what is there. */
function compared(call: Call, mapped: Mapped): { before: string; after: string } {
  const { kind, namespace, name } = mapped;
  const path = pathOf(kind, namespace, name);
  const found = call.session.request({ method: 'GET', path, trusted: false });
  const there = found.code < 400;
  if (!there && found.code !== 404) throw new Failure([{ status: found.body as Status }]);
  const current = there ? (found.body as KubeObject) : undefined;
  const { after } = afterApply(mapped, current);
  const query = { dryRun: 'All', fieldManager: 'kubectl-client-side-apply' };
  const answer = current
    ? call.session.request({
        method: 'PUT',
        path,
        query,
        body: {
          ...after,
          metadata: { ...after.metadata, annotations: { ...after.metadata.annotations, ...keptAnnotation(current) } },
        },
        trusted: false,
      })
    : call.session.request({
        method: 'POST',
        path: pathOf(kind, namespace),
        query,
        body: mapped.object,
        trusted: false,
      });
  if (answer.code >= 400) throw new Failure([{ status: answer.body as Status }]);
  const text = (object: KubeObject) => printYaml(shownObject(withKind(kind, object)));
  return { before: current ? text(current) : '', after: text(answer.body as KubeObject) };
}

function keptAnnotation({ metadata }: KubeObject): Record<string, string> {
  const kept = metadata.annotations?.[lastAppliedAnnotation];
  return kept === undefined ? {} : { [lastAppliedAnnotation]: kept };
}

export const diffCommand: CommandDefinition = {
  path: 'diff',
  use: 'kubectl diff -f FILENAME [options]',
  short: 'Diff the live version against a would-be applied version',
  flags: [filenameFlag],
  run(call) {
    needFile(call, 'must specify one of -f and -k');
    let different = false;
    overObjects(call, 'no objects passed to diff', (mapped) => {
      const { kind, namespace, name } = mapped;
      const { before, after } = compared(call, mapped);
      if (before === after) return;
      different = true;
      const file = [kind.group, kind.version, kind.kind, namespace, name].filter(Boolean).join('.');
      call.out(
        `diff -u -N LIVE/${file} MERGED/${file}\n--- LIVE/${file}\n+++ MERGED/${file}\n${unifiedDiff(before, after)}`,
      );
    });
    return different ? 1 : 0;
  },
};

/** `delete -f`: each object's own delete. */
export function deleteFile(call: Call, gone: (mapped: Mapped) => void): void {
  overObjects(call, 'no objects passed to delete', (mapped, source) => {
    const { line, error } = deleteObject(mapped, source, call.session);
    if (error && !(call.flags.bool('ignore-not-found') && error.status?.reason === 'NotFound'))
      throw new Failure([error]);
    if (line) call.out(line);
    gone(mapped);
  });
}
