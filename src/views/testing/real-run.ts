import type { Rows } from '../../store/lab-store';
import { Lab } from '../../worker/lab';
import { loadReader, readManifest } from '../../worker/manifest';

/** A run of the real engine for tests of pictures: commands, and the rows at any of its events. */
export class RealRun {
  readonly lab: Lab;

  private constructor(lab: Lab) {
    this.lab = lab;
  }

  static async start(seed = 7, nodes = 3): Promise<RealRun> {
    await loadReader();
    return new RealRun(new Lab(seed, { nodes: Array.from({ length: nodes }, (_, i) => ({ name: `node-${i + 1}` })) }));
  }

  /** Applies a manifest at the newest event, and goes on until the cluster is at rest. */
  apply(text: string): this {
    const { objects, faults } = readManifest(text, 'web.yaml');
    if (faults.length > 0) throw new Error(JSON.stringify(faults));
    this.lab.command({ to: 'kubectl', type: 'apply', payload: { file: 'web.yaml', text, objects } });
    return this.toRest();
  }

  toRest(): this {
    while (!this.lab.runTowardsRest(1_000)) {
      // Further.
    }
    this.lab.seek(this.lab.length - 1);
    return this;
  }

  /** The rows at the cursor, as the page has them. */
  rows(): Rows {
    const { view } = this.lab.branch;
    return Object.fromEntries(
      view.tableNames().map((name) => {
        const table = view.table(name);
        return [name, new Map(table.keys().map((key) => [key, table.get(key)]))];
      }),
    );
  }

  /** Goes to the first event after a position that a test holds for. Throws when there is none. */
  goTo(holds: (event: NonNullable<ReturnType<Lab['event']>>, run: RealRun) => boolean, after = -1): this {
    for (let position = after + 1; position < this.lab.length; position++) {
      const event = this.lab.event(position);
      if (!event) continue;
      this.lab.seek(position);
      if (holds(event, this)) return this;
    }
    throw new Error('no such event in this run');
  }
}

/** A Deployment's manifest; `more`: further lines of its spec. */
export function deploymentText(replicas: number, image = 'nginx:1.29', more = ''): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
${more}  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - name: web
        image: ${image}
        readinessProbe:
          httpGet:
            path: /
            port: 80
`;
}
