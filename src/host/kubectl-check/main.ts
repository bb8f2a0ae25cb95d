import '../../engine/further-kinds';
import '../../kubectl/line/index';
import { Cluster, type ClusterConfig, type LoggedCommand, type OutsideRequest } from '../../engine';
import { kubectlProcess } from '../../kubectl';
import { BadInput, runCommand } from '../command-line.mjs';
import { ApiListener, announcedVersion } from '../serve/api-listener';
import { LiveCluster } from '../serve/live-cluster';
import { runInPage } from './in-page-kubectl';
import { normalForm } from './normal-form';
import { kubectlVersion, type Ran, RealKubectl } from './real-kubectl';
import { type CheckStep, steps } from './steps';

/** Virtual seconds a second of the cluster that the real kubectl works on. */
const speed = 100;
/** Virtual time in which a cluster comes to rest after a command, at most, microseconds. */
const restMicros = 300e6;
const restMillis = 10_000;

async function rest(live: LiveCluster): Promise<void> {
  const until = performance.now() + restMillis;
  while (!live.cluster.kernel.settled && performance.now() < until) await new Promise((done) => setTimeout(done, 10));
}

/** What a command changed through the real kubectl is changed in the page's cluster too, so that both stay alike. */
function repeatWrites(page: Cluster, sent: readonly LoggedCommand[]): void {
  for (const { command } of sent) {
    const { id: _id, ...request } = command.payload as OutsideRequest;
    if (command.type !== 'request' || request.method === 'GET') continue;
    page.kernel.command({ ...command, payload: request });
    page.kernel.runUntil(page.kernel.now + 1e6);
  }
}

/** What is wrong with what the real kubectl did; undefined when it did what it is known to do. */
function unexpected({ code = 0, prints = '' }: CheckStep, ran: Ran): string | undefined {
  if (ran.code !== code) return `exit code ${ran.code} instead of ${code}`;
  return `${ran.out}${ran.err}`.includes(prints) ? undefined : `it does not print ${JSON.stringify(prints)}`;
}

/** Where two runs of one line differ; undefined where they are the same but for times. */
function difference({ loose }: CheckStep, real: Ran, page: Ran): string | undefined {
  if (real.code !== page.code) return `exit code ${real.code}, in the page ${page.code}`;
  if (loose) return undefined;
  for (const stream of ['out', 'err'] as const) {
    const [ours, theirs] = [normalForm(page[stream]), normalForm(real[stream])];
    if (ours !== theirs) return `prints\n${theirs}\n  and in the page\n${ours}`;
  }
  return undefined;
}

await runCommand({
  call: 'npm run kubectl-check --',
  usage: '[--kubectl PROGRAM] [--announce VERSION] [--show]',
  help: `Runs ${steps.length} commands of the real kubectl against a served cluster, and the same with the page's kubectl on a cluster of the same
seed; compares exit codes and what they print, but for times and names that follow from them. Commands of which it is known
why they differ are checked by what the real one prints, and listed. Without kubectl it says that it skipped.

  --kubectl PROGRAM   the kubectl to run (kubectl, as found on the PATH)
  --announce VERSION  the version that the server tells (v1.31.14)
  --show              prints what each command prints

The last line is \`N passed, M failed\`. Exit code: 0 all well or skipped, 1 a command differs, 2 bad input.`,
  values: ['kubectl', 'announce'],
  flags: ['show'],
  async main({ values, flags }) {
    const kubectl = values.kubectl ?? 'kubectl';
    const announced = announcedVersion(values.announce ?? 'v1.31.14');
    if (!announced) throw new BadInput(`--announce '${values.announce}' is no version such as v1.31.14`);
    const version = kubectlVersion(kubectl);
    if (version === undefined) {
      if (values.kubectl !== undefined) throw new BadInput(`--kubectl '${kubectl}' cannot be run`);
      console.log('skipped: there is no kubectl on the PATH\n0 passed, 0 failed');
      return 0;
    }
    const config: Partial<ClusterConfig> = { seed: 1 };
    const live = new LiveCluster(config, speed, [kubectlProcess]).start();
    const listener = new ApiListener(live, announced);
    const real = new RealKubectl(kubectl, `http://127.0.0.1:${await listener.listen(0)}`);
    const page = new Cluster(config, [kubectlProcess]).boot();
    page.kernel.runUntilSettled(restMicros);
    console.log(`kubectl ${version}, which is told that the server is ${announced.gitVersion}`);

    let passed = 0;
    let failed = 0;
    const differing: string[] = [];
    for (const step of steps) {
      const before = live.cluster.kernel.commands.length;
      const ran = await real.run(step.line, step.file);
      const own = step.differs === undefined ? runInPage(page, step.line, step.file) : undefined;
      if (step.differs !== undefined) {
        differing.push(`${step.line}: ${step.differs}`);
        repeatWrites(page, live.cluster.kernel.commands.slice(before));
      }
      await rest(live);
      page.kernel.runUntilSettled(page.kernel.now + restMicros);
      const wrong = unexpected(step, ran) ?? (own && difference(step, ran, own));
      if (wrong === undefined) passed++;
      else failed++;
      if (wrong !== undefined || flags.has('show')) {
        console.log(
          `${wrong === undefined ? 'ok  ' : 'FAIL'} kubectl ${step.line}${wrong === undefined ? '' : `: ${wrong}`}`,
        );
        console.log(`${ran.out}${ran.err}`.replace(/^/gm, '    ').trimEnd());
      }
    }
    real.remove();
    await listener.close();
    console.log(`${steps.length - differing.length} of ${steps.length} commands compared with the page's kubectl`);
    for (const one of differing) console.log(`known to differ: kubectl ${one}`);
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 ? 1 : 0;
  },
});
