import { memo } from 'react';
import { applyStations, type MapRegion, mapRegions } from '../../../content/atlas/map';
import type { Atlas } from '../../../content/languages/en/atlas';
import { documentAddress, documentOf, isOpen } from '../catalogue';
import { ink, roundedWay, Tag, Words } from './drawing';
import styles from './home.module.css';
import {
  Autoscaling,
  Bridges,
  Configuration,
  ControlPlane,
  EtcdStrip,
  FirstNodeParts,
  Flannel,
  Nodes,
  Storage,
  Traffic,
  Workloads,
} from './regions';

/** The line through the map: the route of one `apply`. */
const ways = [
  [
    [94, 111],
    [124, 111],
  ],
  [
    [108, 111],
    [108, 215],
    [458, 215],
    [458, 116],
  ],
  [
    [458, 141],
    [446, 141],
  ],
  [
    [458, 215],
    [458, 246],
    [290, 246],
    [290, 304],
    [232, 304],
    [232, 393],
  ],
] as const;

/** The whole of Kubernetes on one sheet. A region that leads to a document with lessons is a link; the others say that they do not yet. */
export const MapPicture = memo(function MapPicture({ atlas }: { readonly atlas: Atlas }) {
  const { map: words } = atlas;
  return (
    <svg className={styles.map} viewBox="0 40 912 602" preserveAspectRatio="xMidYMin meet">
      <title>{words.description}</title>
      <desc>{words.route}</desc>
      {mapRegions.map((region) => (
        <Frame key={region.id} region={region} />
      ))}
      <g aria-hidden>
        <ControlPlane words={words} />
        <Workloads words={words} />
        <Traffic words={words} />
        <Nodes />
        <Flannel words={words} />
        <Configuration words={words} />
        <Autoscaling words={words} />
        <Storage words={words} />
        <Bridges />
        <g fill="none" strokeLinecap="round" strokeLinejoin="round">
          {ways.map((way) => (
            <path key={way.join()} d={roundedWay(way)} stroke="var(--surface)" strokeWidth={8} />
          ))}
          {ways.map((way) => (
            <path key={way.join()} d={roundedWay(way)} stroke="var(--ink)" strokeWidth={4} />
          ))}
        </g>
        <EtcdStrip words={words} />
        <FirstNodeParts />
        {applyStations.map(({ x, y }, i) => (
          <g key={`${x} ${y}`}>
            <circle cx={x} cy={y} r={10} fill="var(--ink)" stroke="var(--surface)" strokeWidth={2} />
            <Words x={x} y={y + 4.6} anchor="middle" code bold fill="var(--paper)">
              {i + 1}
            </Words>
          </g>
        ))}
      </g>
      {mapRegions.map((region) => (
        <Heading key={region.id} region={region} atlas={atlas} />
      ))}
    </svg>
  );
});

function Frame({ region: { x, y, width, height, accent } }: { readonly region: MapRegion }) {
  return (
    <g>
      <rect x={x} y={y} width={width} height={height} rx={2} fill="var(--surface)" stroke="var(--line)" />
      <rect x={x} y={y} width={width} height={3} fill={ink(accent)} />
    </g>
  );
}

const tagWidth = 27;

function Heading({ region, atlas }: { readonly region: MapRegion; readonly atlas: Atlas }) {
  const { id, x, y, width, height, accent } = region;
  const shown = region.documents.flatMap((folder) => documentOf(folder) ?? []);
  const open = shown.find(({ folder }) => isOpen(folder));
  const right = x + width - 7;
  const left = right - shown.length * tagWidth;
  const words = (
    <>
      <Words x={x + 10} y={y + 22} size={15} title fill={ink(accent)}>
        {atlas.map.regions[id]}
      </Words>
      {shown.map(({ number, folder }, i) => (
        <Tag
          key={folder}
          x={left + i * tagWidth}
          y={y + 9}
          number={number}
          accent={documentOf(folder)?.accent ?? accent}
          open={isOpen(folder)}
        />
      ))}
    </>
  );
  if (!open) {
    return (
      <g>
        {words}
        {shown.length > 0 && (
          <Words x={left - 8} y={y + 22} anchor="end" fill="var(--ink-3)">
            {atlas.notYet}
          </Words>
        )}
      </g>
    );
  }
  return (
    <a className={styles.region} href={documentAddress(open.folder)} data-region={id}>
      <rect className={styles.door} x={x} y={y} width={width} height={height} rx={2} fill="transparent" />
      {words}
    </a>
  );
}
