import '../../engine/further-kinds';
import { type ClusterConfig, defaultConfig, manyNodes } from '../../engine';
import '../../kubectl/line/index';
import { kubectlProcess } from '../../kubectl';
import { BadInput, runCommand, wholeNumber } from '../command-line.mjs';
import { ApiListener, announcedVersion } from './api-listener';
import { LiveCluster } from './live-cluster';

const defaultVersion = 'v1.31.14';
/** Events that are kept for whoever asks why. */
const traceEvents = 200_000;

/** How much virtual time a cluster takes until it is handed over, milliseconds. */
function bootMillis(config: Partial<ClusterConfig>): number {
  const live = new LiveCluster(config, 1, [kubectlProcess]).start();
  live.stop();
  return Math.ceil(live.cluster.kernel.now / 1e3);
}

await runCommand({
  call: 'npm run serve --',
  usage: '[--port N] [--speed X] [--seed N] [--nodes N] [--start TIME] [--announce VERSION]',
  help: `Serves a new cluster's API over HTTP on 127.0.0.1, for kubectl (\`kubectl -s http://127.0.0.1:PORT\`) and other clients.
The cluster's virtual time runs at the wall's pace times the speed. It ends with Ctrl+C.

  --port N            the port (8001); 0 takes one that is free
  --speed X           virtual seconds a second, from 0.01 to 10000 (1)
  --seed N            the seed of the cluster (1)
  --nodes N           how many nodes (3)
  --start TIME        RFC 3339 time at which the cluster starts (so that its clock shows the present one)
  --announce VERSION  the version that /version tells (${defaultVersion}); kubectl 1.32 and later, which some systems choose
                      by it, send protobuf bodies for some creates, which are understood too

The first line that it prints is the server's address.

Exit code: 0 ended, 2 bad input.`,
  values: ['port', 'speed', 'seed', 'nodes', 'start', 'announce'],
  async main({ values }) {
    const port = wholeNumber(values.port, { name: '--port', least: 0, most: 65_535, otherwise: 8001 });
    const seed = wholeNumber(values.seed, { name: '--seed', least: 0, otherwise: 1 });
    const count = wholeNumber(values.nodes, { name: '--nodes', least: 1, most: 5_000, otherwise: 3 });
    const speed = Number(values.speed ?? 1);
    if (!(speed >= 0.01 && speed <= 10_000)) throw new BadInput(`--speed '${values.speed}' is not from 0.01 to 10000`);
    const started = values.start === undefined ? new Date() : new Date(values.start);
    if (Number.isNaN(started.getTime())) throw new BadInput(`--start '${values.start}' is no RFC 3339 time`);
    const announced = announcedVersion(values.announce ?? defaultVersion);
    if (!announced) throw new BadInput(`--announce '${values.announce}' is no version such as ${defaultVersion}`);

    const limits = { ...defaultConfig.limits, traceEvents };
    const config = { seed, nodes: manyNodes(count), limits };
    // A cluster that is served has stood up already: its clock shows the time that is asked for when it is handed over.
    const age = values.start === undefined ? bootMillis(config) : 0;
    const startTime = `${new Date(started.getTime() - age).toISOString().slice(0, 19)}Z`;
    const live = new LiveCluster({ ...config, startTime }, speed, [kubectlProcess]);
    const listener = new ApiListener(live, announced);
    const opened = await listener.listen(port).catch((error: NodeJS.ErrnoException) => {
      throw new BadInput(error.code === 'EADDRINUSE' ? `port ${port} is taken` : error.message);
    });
    live.start();
    console.log(`http://127.0.0.1:${opened}`);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
    await listener.close();
    return 0;
  },
});
