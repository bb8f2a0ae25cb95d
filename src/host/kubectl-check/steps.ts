/** One command line, in the order of a session: each finds what those before it have left. */
export interface CheckStep {
  /** Without `kubectl`. `{file}` stands for the file's path. */
  readonly line: string;
  /** Text of the file that the line names. */
  readonly file?: string;
  readonly code?: number;
  /** What the real one printed when it was recorded against a stub, or a part of it. */
  readonly prints?: string;
  /** What it prints depends on when it looks, on its own version, or on which node a Pod came to: only its code is compared. */
  readonly loose?: true;
  /** Why the page's kubectl does something else here: it is not run then. */
  readonly differs?: string;
}

const deployment = (name: string, image: string, replicas: number) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
      - {name: web, image: "${image}"}
`;

const app = deployment('app', 'nginx:1.27', 2);
const appNewer = deployment('app', 'nginx:1.28', 2);

const box = `apiVersion: v1
kind: Pod
metadata: {name: box, labels: {run: box}}
spec:
  containers:
  - name: box
    image: busybox:1.36
    command: [sh, -c, "echo one; echo two; sleep 36000"]
    env: [{name: COLOR, value: red}]
`;

export const steps: readonly CheckStep[] = [
  { line: 'version', prints: 'Server Version: v1.', loose: true },
  { line: 'api-versions', prints: 'apps/v1' },
  { line: 'api-resources --namespaced=false', prints: 'PriorityClass' },
  { line: 'get nodes', prints: 'node-1' },
  { line: 'get nodes -o name', prints: 'node/node-1\nnode/node-2\nnode/node-3\n' },
  { line: 'get ns', prints: 'kube-system' },
  { line: 'get pods', prints: 'No resources found in default namespace.' },
  { line: 'get nonsense', code: 1, prints: 'error: the server doesn\'t have a resource type "nonsense"' },
  { line: 'get pod nope', code: 1, prints: 'Error from server (NotFound): pods "nope" not found' },
  { line: 'apply -f {file}', file: app, prints: 'deployment.apps/app created' },
  { line: 'rollout status deploy/app', prints: 'deployment "app" successfully rolled out', loose: true },
  { line: 'apply -f {file}', file: app, prints: 'deployment.apps/app unchanged' },
  { line: 'get deploy', prints: 'app' },
  { line: 'get deploy,rs', prints: 'deployment.apps/app' },
  { line: 'get pods', prints: 'Running' },
  { line: 'get pods -o wide', prints: 'NOMINATED NODE', loose: true },
  { line: 'get po -A -l app=app', prints: 'NAMESPACE' },
  { line: 'get pods --show-labels', prints: 'pod-template-hash=' },
  { line: 'get pods --field-selector status.phase=Running -o name', prints: 'pod/app-' },
  { line: 'get pods --sort-by=.metadata.name', prints: 'app-' },
  { line: 'get deploy app -o jsonpath={.spec.replicas}', prints: '2' },
  { line: 'get deploy app -o custom-columns=N:.metadata.name,I:.spec.replicas', prints: 'N     I\napp   2\n' },
  { line: 'get deploy app -o yaml', prints: 'kind: Deployment' },
  { line: 'get all', prints: 'replicaset.apps/app-' },
  { line: 'describe deploy app', prints: 'StrategyType:           RollingUpdate' },
  { line: 'describe node node-1', prints: 'PodCIDR:', loose: true },
  { line: 'explain deployment.spec.replicas', prints: 'FIELD: replicas <integer>' },
  { line: 'diff -f {file}', file: appNewer, code: 1, prints: '+      - image: nginx:1.28', loose: true },
  {
    line: 'apply -f {file} --dry-run=server',
    file: appNewer,
    prints: 'deployment.apps/app configured (server dry run)',
  },
  { line: 'apply -f {file} --dry-run=client', file: appNewer, prints: 'deployment.apps/app configured (dry run)' },
  { line: 'apply -f {file}', file: appNewer, prints: 'deployment.apps/app configured' },
  { line: 'rollout history deploy/app', prints: 'REVISION  CHANGE-CAUSE\n1         <none>\n2         <none>' },
  { line: 'rollout history deploy/app --revision=1', prints: 'Image:\tnginx:1.27' },
  { line: 'rollout undo deploy/app', prints: 'deployment.apps/app rolled back' },
  { line: 'rollout restart deploy/app', prints: 'deployment.apps/app restarted' },
  { line: 'rollout pause deploy/app', prints: 'deployment.apps/app paused' },
  { line: 'rollout pause deploy/app', code: 1, prints: 'error: deployments.apps "app" is already paused' },
  { line: 'rollout resume deploy/app', prints: 'deployment.apps/app resumed' },
  { line: 'scale deploy app --replicas=4', prints: 'deployment.apps/app scaled' },
  { line: 'scale deploy app --current-replicas=9 --replicas=3', code: 1, prints: 'Expected replicas to be 9, was 4' },
  { line: 'set image deploy/app web=nginx:1.26', prints: 'deployment.apps/app image updated' },
  { line: 'set env deploy/app A=b', prints: 'deployment.apps/app env updated' },
  { line: 'set resources deploy/app --limits=cpu=200m', prints: 'deployment.apps/app resource requirements updated' },
  { line: 'patch deploy app -p {"spec":{"replicas":3}}', prints: 'deployment.apps/app patched' },
  {
    line: 'patch deploy app --type=merge -p {"spec":{"replicas":3}}',
    prints: 'deployment.apps/app patched (no change)',
  },
  {
    line: 'patch deploy app --type=json -p [{"op":"replace","path":"/spec/replicas","value":2}]',
    prints: 'deployment.apps/app patched',
  },
  { line: 'label deploy app x=y', prints: 'deployment.apps/app labeled' },
  { line: 'label deploy app x=z', code: 1, prints: "error: 'x' already has a value (y), and --overwrite is false" },
  { line: 'annotate deploy app note=hi', prints: 'deployment.apps/app annotated' },
  {
    line: 'autoscale deploy app --max=5 --cpu-percent=80',
    code: 1,
    prints: 'the server could not find the requested resource',
    differs: 'older ones ask for autoscaling/v1, which is not served; the page asks for autoscaling/v2',
  },
  { line: 'expose deploy app --port=80', prints: 'service/app exposed' },
  { line: 'describe svc app', prints: 'Port:                     <unset>  80/TCP' },
  { line: 'create ns demo', prints: 'namespace/demo created\n' },
  { line: 'create deployment x --image=nginx -n demo', prints: 'deployment.apps/x created\n' },
  { line: 'create configmap y --from-literal=a=b', prints: 'configmap/y created\n' },
  { line: 'create secret generic s --from-literal=p=q', prints: 'secret/s created\n' },
  { line: 'create serviceaccount robot', prints: 'serviceaccount/robot created\n' },
  { line: 'create deployment z --image=nginx --dry-run=client -o yaml', prints: 'creationTimestamp: null' },
  { line: 'describe cm y', prints: 'a:\n----\nb' },
  { line: 'create -f {file}', file: app, code: 1, prints: 'deployments.apps "app" already exists' },
  {
    line: 'apply -f {file}',
    file: app.replace('replicas: 2', 'replicaz: 2'),
    code: 1,
    prints: 'strict decoding error: unknown field "spec.replicaz"',
  },
  {
    line: 'apply --server-side -f {file}',
    file: deployment('own', 'nginx:1.27', 1),
    prints: 'deployment.apps/own serverside-applied',
  },
  { line: 'apply -f {file}', file: box, prints: 'pod/box created' },
  { line: 'wait pod/box --for=condition=Ready --timeout=300s', prints: 'pod/box condition met' },
  { line: 'logs box', prints: 'one\ntwo\n' },
  { line: 'logs box --tail=1', prints: 'two\n' },
  { line: 'logs box -c nope', code: 1, prints: 'error: container nope is not valid for pod box' },
  { line: 'exec box -- sh -c "echo $COLOR; exit 3"', code: 3, prints: 'red\n' },
  { line: 'exec box -- ls /etc', prints: 'hostname\nhosts\n' },
  { line: 'exec box -- cat /etc/hostname', prints: 'box\n' },
  { line: 'label pods --all seen=yes', prints: 'pod/box labeled', loose: true },
  { line: 'auth can-i create pods', prints: 'yes\n' },
  { line: 'auth whoami', prints: 'kubernetes-admin' },
  { line: 'cordon node-2', prints: 'node/node-2 cordoned' },
  { line: 'uncordon node-2', prints: 'node/node-2 uncordoned' },
  { line: 'taint node node-3 k=v:NoSchedule', prints: 'node/node-3 tainted' },
  { line: 'events --types=Warning', code: 0, loose: true },
  { line: 'delete pod box --now', prints: 'pod "box"', loose: true },
  { line: 'delete deploy own', prints: 'deployment.apps "own" deleted' },
  { line: 'delete -f {file}', file: app, prints: 'deployment.apps "app" deleted' },
  { line: 'delete pod nope', code: 1, prints: 'Error from server (NotFound): pods "nope" not found' },
  { line: 'delete ns demo', prints: 'namespace "demo" deleted' },
];
