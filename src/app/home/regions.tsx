import { Database, HeartPulse, RefreshCw } from 'lucide-react';
import type { Atlas } from '../../../content/languages/en/atlas';
import { Arrow, Box, Bridge, Cell, ink, Words } from './drawing';

type MapWords = Atlas['map'];
interface Props {
  readonly words: MapWords;
}

export function EtcdStrip({ words }: Props) {
  return (
    <g>
      <Box x={124} y={200} width={322} height={30} accent="cp" radius={2} />
      {[0, 1, 2].map((n) => (
        <Database key={n} size={16} x={146 + n * 22} y={207} color={ink('cp')} />
      ))}
      <Words x={220} y={219.5}>
        {words.etcd}
      </Words>
    </g>
  );
}

const masters = ['Master1', 'Master2', 'Master3'];

export function ControlPlane({ words }: Props) {
  return (
    <g>
      <Box x={10} y={98} width={84} height={26} accent="cp" />
      <Words x={46} y={115.5} anchor="middle" code>
        kubectl
      </Words>
      <Box x={10} y={134} width={84} height={26} accent="cp" label="Helm" />
      {masters.map((name, i) => {
        const x = 124 + i * 110;
        const parts = [
          ['apiserver', true],
          ['scheduler', i === 2],
          ['ctrl-mgr', i === 0],
        ] as const;
        return (
          <g key={name}>
            <rect x={x} y={76} width={102} height={112} rx={2} fill="none" stroke={ink('cp')} strokeWidth={1.25} />
            <Words x={x + 51} y={93} anchor="middle" bold>
              {name}
            </Words>
            {parts.map(([label, leads], k) => (
              <Box
                key={label}
                x={x + 6}
                y={99 + k * 29}
                width={90}
                height={25}
                accent="cp"
                label={label}
                code
                optional={!leads}
                dim={!leads}
              />
            ))}
          </g>
        );
      })}
      <Words x={474} y={93} bold>
        {words.controllers}
      </Words>
      {['Deployment', 'ReplicaSet', 'EndpointSlice', 'Node', 'Job'].map((name, i) => (
        <Words key={name} x={474} y={112 + i * 18}>
          {name}
        </Words>
      ))}
      <Box x={474} y={200} width={74} height={30} accent="cp" label={words.cloud} optional />
    </g>
  );
}

export function Workloads({ words }: Props) {
  return (
    <g>
      {['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob'].map((kind, i) => (
        <g key={kind}>
          <Box x={584} y={78 + i * 40} width={104} height={28} accent="work" label={kind} object />
          <Arrow from={[688, 92 + i * 40]} to={[706, 92 + i * 40]} accent="work" />
        </g>
      ))}
      <Box x={708} y={78} width={96} height={28} accent="work" label="RS V1" object left />
      <Cell x={778} y={85} size={14} />
      <Box x={812} y={78} width={92} height={28} accent="work" label="RS V2" object left />
      <Cell x={863} y={85} size={14} />
      <Cell x={880} y={85} size={14} />
      <Box x={708} y={118} width={64} height={28} accent="work" label="Pod-0" radius={9} />
      <Arrow from={[772, 132]} to={[790, 132]} accent="work" />
      <Box x={792} y={118} width={64} height={28} accent="work" label="Pod-1" radius={9} />
      <Words x={862} y={136.5} fill="var(--ink-2)">
        {words.inOrder}
      </Words>
      {[0, 1, 2, 3].map((n) => (
        <Cell key={n} x={710 + n * 24} y={164} />
      ))}
      <Words x={812} y={176.5} fill="var(--ink-2)">
        {words.onePerNode}
      </Words>
      <Box x={708} y={198} width={54} height={28} accent="work" label="Job" object />
      <Arrow from={[762, 212]} to={[780, 212]} accent="work" />
      <Cell x={782} y={204} />
      <Words x={812} y={216.5} fill="var(--ink-2)">
        {words.onSchedule}
      </Words>
    </g>
  );
}

export function Traffic({ words }: Props) {
  return (
    <g>
      <Box x={14} y={288} width={156} height={42} accent="net" />
      <Words x={92} y={305} anchor="middle" bold>
        {words.ingress}
      </Words>
      <Words x={92} y={322} anchor="middle" fill="var(--ink-2)">
        weight cookie header
      </Words>
      <Arrow from={[92, 330]} to={[92, 347]} accent="net" kind="packet" />
      <Box x={14} y={348} width={156} height={26} accent="net" label={words.service} radius={13} bold />
      <Arrow from={[92, 374]} to={[92, 391]} accent="net" kind="packet" />
      <Box x={14} y={392} width={156} height={26} accent="net" label="EndpointSlice" object />
      <Box x={14} y={444} width={156} height={28} accent="net" label={words.coredns} />
    </g>
  );
}

/** The first node, drawn wide: the parts that the route of an apply passes. */
export function FirstNodeParts() {
  return (
    <g>
      <Box x={214} y={290} width={92} height={28} accent="node" label="kubelet" code />
      <Box x={214} y={339} width={92} height={28} accent="node" label="containerd" code />
      <Box x={214} y={380} width={60} height={26} accent="work" label=".2" radius={9} code />
    </g>
  );
}

const otherNodes = [
  ['Node2', '1', '10.2.0.3'],
  ['Node3', '2', '10.2.0.4'],
  ['Node n', '3', '10.2.0.5'],
] as const;

function Wire({ x, from, to, width = 2 }: { x: number; from: number; to: number; width?: number }) {
  return <line x1={x} y1={from} x2={x} y2={to} stroke={ink('net')} strokeWidth={width} />;
}

function FirstNode() {
  return (
    <g>
      <rect x={206} y={282} width={206} height={206} rx={2} fill="none" stroke={ink('node')} strokeWidth={1.25} />
      <Box x={314} y={290} width={90} height={28} accent="node" label="kube-proxy" code />
      <Box x={342} y={339} width={62} height={28} accent="node" label="runc" code />
      <Words x={246} y={333} code fill="var(--ink-2)">
        CRI gRPC
      </Words>
      <Arrow from={[306, 353]} to={[341, 353]} accent="node" kind="rpc" />
      <Words x={312} y={345} code fill="var(--ink-2)">
        OCI
      </Words>
      {[0, 1, 2].map((n) => (
        <Wire key={n} x={244 + n * 64} from={406} to={420} />
      ))}
      <Box x={279} y={380} width={60} height={26} accent="work" label=".3" radius={9} code />
      <Box x={344} y={380} width={60} height={26} accent="work" label=".4" radius={9} code />
      {[
        ['cni0', '172.16.0.1/24', 420],
        ['eth0', '10.2.0.2/24', 455],
      ].map(([name, address, y]) => (
        <g key={name}>
          <Box x={214} y={Number(y)} width={190} height={25} accent="net" radius={2} />
          <Words x={222} y={Number(y) + 17} code bold>
            {name}
          </Words>
          <Words x={398} y={Number(y) + 17} code anchor="end">
            {address}
          </Words>
        </g>
      ))}
      <Wire x={309} from={445} to={455} />
    </g>
  );
}

export function Nodes() {
  return (
    <g>
      <FirstNode />
      {otherNodes.map(([name, subnet, address], i) => {
        const x = 420 + i * 92;
        return (
          <g key={name}>
            <rect x={x} y={282} width={88} height={206} rx={2} fill="none" stroke={ink('node')} strokeWidth={1.25} />
            <Words x={x + 44} y={300} anchor="middle" bold>
              {name}
            </Words>
            <Box x={x + 6} y={308} width={76} height={24} accent="node" label="kubelet" code />
            <Box x={x + 3} y={338} width={82} height={24} accent="node" label="kube-proxy" code />
            {['.2', '.3', '.4'].map((pod, j) => (
              <g key={pod}>
                <Box x={x + 6 + j * 26} y={380} width={24} height={26} accent="work" label={pod} radius={7} code />
                <Wire x={x + 18 + j * 26} from={406} to={420} />
              </g>
            ))}
            <Box x={x + 1} y={420} width={86} height={25} accent="net" label={`172.16.${subnet}.1`} radius={2} code />
            <Box x={x + 3} y={455} width={82} height={25} accent="net" label={address} radius={2} code />
            <Wire x={x + 44} from={445} to={455} />
          </g>
        );
      })}
    </g>
  );
}

const routeTables = [
  [
    'Node1',
    208,
    [
      ['172.16.0.0/24', 'dev cni0'],
      ['172.16.1.0/24', 'via 10.2.0.3'],
    ],
  ],
  [
    'Node2',
    458,
    [
      ['172.16.0.0/24', 'via 10.2.0.2'],
      ['172.16.1.0/24', 'dev cni0'],
    ],
  ],
] as const;

export function Flannel({ words }: Props) {
  return (
    <g>
      <line x1={196} y1={513} x2={700} y2={513} stroke={ink('node')} strokeWidth={5} />
      {[309, 464, 556, 648].map((x) => (
        <g key={x}>
          <Wire x={x} from={480} to={513} width={2.5} />
          <circle cx={x} cy={513} r={4.5} fill="var(--surface)" stroke={ink('net')} strokeWidth={2} />
        </g>
      ))}
      <rect x={338} y={504} width={96} height={18} fill="var(--paper)" />
      <Words x={386} y={517} anchor="middle" code bold>
        10.2.0.0/24
      </Words>
      {routeTables.map(([node, x, routes]) => (
        <g key={node}>
          <Words x={x} y={571} bold>
            {words.routes(node)}
          </Words>
          {routes.map(([network, way], i) => (
            <g key={network}>
              <Words x={x} y={589 + i * 18} code>
                {network}
              </Words>
              <Words x={x + 116} y={589 + i * 18} code fill={ink('net')}>
                {way}
              </Words>
            </g>
          ))}
        </g>
      ))}
      <Words x={208} y={630} fill="var(--ink-2)">
        {words.flannelNote}
      </Words>
    </g>
  );
}

export function Configuration({ words }: Props) {
  return (
    <g>
      <HeartPulse size={15} x={14} y={529} color={ink('work')} />
      <Words x={36} y={541}>
        {words.notReady}
      </Words>
      <RefreshCw size={15} x={14} y={553} color={ink('work')} />
      <Words x={36} y={565}>
        {words.notAlive}
      </Words>
      <Box x={14} y={582} width={76} height={26} accent="work" label="ConfigMap" object />
      <Box x={96} y={582} width={74} height={26} accent="work" label="Secret" object />
      <Words x={14} y={627} fill="var(--ink-2)">
        {words.mounted}
      </Words>
    </g>
  );
}

export function Autoscaling({ words }: Props) {
  return (
    <g>
      <Box x={724} y={288} width={72} height={28} accent="work" label="HPA" object bold />
      <Box x={724} y={332} width={72} height={28} accent="work" label="HPC" optional />
      <Arrow from={[822, 302]} to={[798, 302]} accent="work" />
      <Box x={822} y={288} width={80} height={28} accent="work" label="metrics" />
      <Words x={806} y={350.5} fill="var(--ink-2)">
        {words.vendor}
      </Words>
    </g>
  );
}

const csiCalls = ['Create', 'Publish', 'Stage'];

export function Storage({ words }: Props) {
  return (
    <g>
      <Box x={724} y={420} width={66} height={28} accent="sto" label="PVC" object bold />
      <Arrow from={[790, 434]} to={[833, 434]} accent="sto" />
      <Box x={834} y={420} width={66} height={28} accent="sto" label="PV" object bold />
      <Words x={811} y={429} anchor="middle" fill="var(--ink-2)">
        {words.bind}
      </Words>
      <Box x={724} y={460} width={176} height={26} accent="sto" label="StorageClass" object />
      <Arrow from={[867, 460]} to={[867, 449]} accent="sto" />
      <Words x={724} y={510} bold>
        {words.csi}
      </Words>
      {csiCalls.map((call, i) => {
        const y = 520 + i * 38;
        return (
          <g key={call}>
            <Box x={724} y={y} width={176} height={32} accent="sto" />
            <circle cx={741} cy={y + 16} r={9} fill={ink('sto')} />
            <Words x={741} y={y + 20.5} anchor="middle" code bold fill="var(--on-solid)">
              {i + 1}
            </Words>
            <Words x={757} y={y + 20.5} bold>
              {words.csiSteps[i]}
            </Words>
            <Words x={893} y={y + 20.5} anchor="end" code fill="var(--ink-2)">
              {call}
            </Words>
          </g>
        );
      })}
    </g>
  );
}

export function Bridges() {
  return (
    <g>
      <Bridge from={[554, 192]} to={[578, 192]} accent="cp" />
      <Bridge from={[815, 234]} to={[815, 262]} accent="work" />
      <Bridge from={[694, 493]} to={[718, 493]} accent="sto" />
      <Bridge from={[173, 474]} to={[173, 506]} accent="work" />
      <Arrow from={[170, 405]} to={[205, 405]} accent="net" kind="packet" />
    </g>
  );
}
