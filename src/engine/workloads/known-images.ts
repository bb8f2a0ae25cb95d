// Models: public images as they are published: ports, stop signals, sizes on the wire, start-up times.
// Simplified: one description for all tags; sizes and times are typical ones.
// Not modelled: images that are not listed; they are servers that answer everything.
import type { WorkloadDescription } from './description';

const MB = 1_000_000;
const site = { '/': 200, '/index.html': 200 };
const deaf = 'ignore';
const prompt = (exitsAfterMillis: number, code = 0) => ({ exitsAfterMillis, code });

/** A shell without a terminal ends at once; what it is told to run decides. As PID 1 it is deaf to SIGTERM. */
const shell = (sizeBytes: number): WorkloadDescription => ({
  startMillis: 10,
  command: ['sh'],
  shell: true,
  onSigterm: deaf,
  image: { sizeBytes },
});
/** An interpreter without a program reads its empty input and ends. */
const interpreter = (name: string, sizeBytes: number): WorkloadDescription => ({
  startMillis: 100,
  command: [name],
  shell: true,
  onSigterm: deaf,
  image: { sizeBytes },
});

/** By path without `library/`; registries other than Docker Hub by domain and path. */
export const knownImages: Readonly<Record<string, WorkloadDescription>> = {
  nginx: {
    startMillis: 150,
    listens: [80],
    http: site,
    stopSignal: 'SIGQUIT',
    onSigterm: prompt(100),
    usage: { cpuMilli: 1, memoryBytes: 8 * MB },
    image: { sizeBytes: 72_950_530 },
    logLines: ['/docker-entrypoint.sh: Configuration complete; ready for start up', 'start worker processes'],
  },
  httpd: {
    startMillis: 200,
    listens: [80],
    http: site,
    stopSignal: 'SIGWINCH',
    onSigterm: prompt(150),
    usage: { cpuMilli: 1, memoryBytes: 10 * MB },
    image: { sizeBytes: 45_106_000 },
    logLines: ["AH00094: Command line: 'httpd -D FOREGROUND'"],
  },
  traefik: { startMillis: 400, stopSignal: 'SIGTERM', onSigterm: prompt(300), image: { sizeBytes: 51_500_000 } },
  redis: {
    startMillis: 100,
    listens: [6379],
    onSigterm: prompt(100),
    usage: { cpuMilli: 5, memoryBytes: 12 * MB },
    image: { sizeBytes: 45_014_000 },
    logLines: ['Ready to accept connections tcp'],
  },
  memcached: { startMillis: 50, listens: [11211], onSigterm: prompt(50), image: { sizeBytes: 30_400_000 } },
  postgres: {
    startMillis: 2_500,
    listens: [5432],
    stopSignal: 'SIGINT',
    onSigterm: prompt(400),
    usage: { cpuMilli: 10, memoryBytes: 60 * MB },
    image: { sizeBytes: 155_400_000 },
    logLines: ['database system is ready to accept connections'],
  },
  mysql: {
    startMillis: 9_000,
    listens: [3306, 33060],
    onSigterm: prompt(1_500),
    usage: { cpuMilli: 15, memoryBytes: 420 * MB },
    image: { sizeBytes: 232_000_000 },
    logLines: ['mysqld: ready for connections.'],
  },
  mariadb: { startMillis: 4_000, listens: [3306], onSigterm: prompt(800), image: { sizeBytes: 120_000_000 } },
  mongo: { startMillis: 1_500, listens: [27017], onSigterm: prompt(600), image: { sizeBytes: 291_000_000 } },
  rabbitmq: { startMillis: 7_000, listens: [5672, 15672], onSigterm: prompt(2_000), image: { sizeBytes: 105_000_000 } },
  wordpress: {
    startMillis: 1_000,
    listens: [80],
    stopSignal: 'SIGWINCH',
    onSigterm: prompt(200),
    image: { sizeBytes: 244_000_000 },
  },
  busybox: shell(2_160_000),
  alpine: shell(3_640_000),
  ubuntu: shell(29_700_000),
  debian: shell(48_500_000),
  bash: shell(6_500_000),
  'curlimages/curl': { ...shell(9_000_000), command: ['curl'] },
  'nicolaka/netshoot': shell(195_000_000),
  python: interpreter('python3', 358_000_000),
  node: interpreter('node', 390_000_000),
  perl: interpreter('perl', 330_000_000),
  golang: interpreter('sh', 297_000_000),
  'registry.k8s.io/pause': { startMillis: 1, onSigterm: prompt(1), image: { sizeBytes: 318_731 } },
  'registry.k8s.io/echoserver': {
    startMillis: 200,
    listens: [8080],
    onSigterm: prompt(200),
    image: { sizeBytes: 43_000_000 },
  },
  'registry.k8s.io/e2e-test-images/agnhost': {
    startMillis: 100,
    onSigterm: prompt(100),
    image: { sizeBytes: 53_000_000 },
  },
  'hashicorp/http-echo': { startMillis: 50, listens: [5678], onSigterm: prompt(50), image: { sizeBytes: 3_200_000 } },
  'ealen/echo-server': { startMillis: 300, listens: [80], onSigterm: prompt(100), image: { sizeBytes: 40_000_000 } },
  'registry.k8s.io/hpa-example': {
    startMillis: 300,
    listens: [80],
    stopSignal: 'SIGWINCH',
    onSigterm: prompt(150),
    image: { sizeBytes: 180_000_000 },
  },
};

/** What is assumed of an image that is not listed: a well-behaved server. */
export const unknownImage: WorkloadDescription = {
  startMillis: 500,
  onSigterm: prompt(200),
  usage: { cpuMilli: 5, memoryBytes: 30 * MB },
  image: { sizeBytes: 60 * MB },
};
