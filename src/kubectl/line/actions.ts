// Models: the commands of kubectl that the page gives without a line: on a file, and on one object
// Simplified: starts at once; reading files, discovery and schemas take no time.
// Not modelled: kubeconfig, output formats, --wait.
import type { EngineContext, Session } from '../../engine/index';
import { applyObject, type Mapped, type Outcome } from '../apply';
import type { PrintLines } from '../lines';
import { deleteNamed, deleteObject, type ObjectTarget, scaleNamed, setImage } from '../object-commands';
import type { FilePayload, PrintedLine } from '../process';
import { readObjects } from '../read-objects';
import { rolloutPaused, rolloutRestart, rolloutUndo } from '../rollout';
import { errorText, type KubectlError } from '../wording';

type Objects = (mapped: Mapped, source: string, session: Session) => Outcome;

function lines(stream: 'out' | 'err', texts: readonly string[]): PrintedLine[] {
  return texts.map((text) => ({ stream, text }));
}

/** The commands that name one object instead of a file. */
function onObject(type: string, payload: unknown, session: Session): Outcome {
  const target = payload as ObjectTarget;
  const options = payload as { replicas: number; container: string; image: string; toRevision?: number };
  switch (type) {
    case 'deleteObject':
      return deleteNamed(target, session);
    case 'scale':
      return scaleNamed(target, options.replicas, session);
    case 'setImage':
      return setImage(target, options.container, options.image, session);
    case 'rolloutUndo':
      return rolloutUndo(session, target, options.toRevision ?? 0);
    case 'rolloutRestart':
      return rolloutRestart(session, target);
    case 'rolloutPause':
      return rolloutPaused(session, target, true);
    case 'rolloutResume':
      return rolloutPaused(session, target, false);
    default:
      return { warnings: [], error: { message: `unknown command ${JSON.stringify(type)} for "kubectl"` } };
  }
}

/** Carries out `apply` and `delete` of a file (FilePayload), and the verbs above. */
export function actionRunner(
  { clients }: Pick<EngineContext, 'clients'>,
  print: PrintLines,
): (run: string, type: string, payload: unknown) => void {
  const finish = (
    session: Session,
    run: string,
    printed: readonly PrintedLine[],
    errors: readonly KubectlError[],
  ): void => {
    const text = errorText(errors);
    const failed = errors.length > 0;
    const all = text ? [...printed, ...lines('err', text.split('\n'))] : printed;
    print(session, session.at, run, all, failed ? 1 : 0);
  };

  /** Runs over the objects of a file; what went well is printed as it happens, errors at the end. */
  const overFile = (run: string, payload: FilePayload, act: Objects, none: string): void => {
    const session = clients.session('kubectl');
    const { mapped, errors } = readObjects(payload, none, undefined, session);
    let printed: readonly PrintedLine[] = [];
    for (const one of mapped) {
      if (printed.length > 0) print(session, session.at, run, printed);
      const outcome = act(one, payload.file, session);
      if (outcome.error) errors.push(outcome.error);
      printed = [...lines('err', outcome.warnings), ...lines('out', outcome.line ? [outcome.line] : [])];
    }
    finish(session, run, printed, errors);
  };

  const single = (run: string, act: (session: Session) => Outcome): void => {
    const session = clients.session('kubectl');
    const { line, warnings, error } = act(session);
    finish(session, run, [...lines('err', warnings), ...lines('out', line ? [line] : [])], error ? [error] : []);
  };

  return (run, type, payload) => {
    if (type === 'apply') {
      const file = payload as FilePayload;
      const act: Objects = (mapped, source, session) => applyObject(mapped, source, session, file.dryRun === true);
      overFile(run, file, act, 'no objects passed to apply');
    } else if (type === 'delete') overFile(run, payload as FilePayload, deleteObject, 'no objects passed to delete');
    else single(run, (session) => onObject(type, payload, session));
  };
}
