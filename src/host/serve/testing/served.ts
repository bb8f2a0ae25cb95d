import '../../../engine/further-kinds';
import '../../../kubectl/line/index';
import { KubeConfig } from '@kubernetes/client-node';
import { afterAll } from 'vitest';
import type { ClusterConfig } from '../../../engine';
import { kubectlProcess } from '../../../kubectl';
import { ApiListener } from '../api-listener';
import { LiveCluster } from '../live-cluster';

export interface Served {
  readonly live: LiveCluster;
  readonly url: string;
  readonly config: KubeConfig;
}

/** A cluster of three nodes that is served while a test file runs. `speed`: virtual seconds a second. */
export async function serveCluster(speed: number, own: Partial<ClusterConfig> = {}): Promise<Served> {
  const live = new LiveCluster({ seed: 1, ...own }, speed, [kubectlProcess]).start();
  const listener = new ApiListener(live, { gitVersion: 'v1.31.14', major: '1', minor: '31' });
  const url = `http://127.0.0.1:${await listener.listen(0)}`;
  afterAll(() => listener.close());
  const config = new KubeConfig();
  // The client takes plain HTTP only from somebody who does not ask for TLS to be verified.
  config.loadFromClusterAndUser({ name: 'lab', server: url, skipTLSVerify: true }, { name: 'test' });
  return { live, url, config };
}
