import { lazy, Suspense } from 'react';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import type { LanesQuery } from '../worker/protocol';
import type { DocumentPictureProps } from './DocumentPicture';
import { isCompared, type PictureName } from './pictures';

const DocumentPicture = lazy(() => import('./DocumentPicture'));
const Comparison = lazy(() => import('./Comparison'));
const ClusterView = lazy(async () => ({ default: (await import('../views/cluster/View')).ClusterView }));
const LanesView = lazy(async () => ({ default: (await import('../views/lanes/View')).LanesView }));
const RolloutGauge = lazy(async () => ({ default: (await import('../views/rollout-gauge/View')).RolloutGauge }));

const askLanes = (query: LanesQuery) => lab.lanes(query);
const askTrail = (deployment: string) => lab.rolloutTrail(deployment);
const seek = (position: number) => void lab.seek(position);

interface StagePictureProps extends Omit<DocumentPictureProps, 'diagram' | 'fogFrom'> {
  readonly picture: PictureName;
  /** Without one, the document's picture shows nothing. */
  readonly diagram: string | undefined;
  /** The last position that may be seen, at an open question. */
  readonly gate?: number | undefined;
  /** The gauge's Deployment, as namespace/name; by default that of the event at the cursor. */
  readonly deployment?: string | undefined;
  readonly showLeaving?: boolean;
  /** Whether the gauge draws where the rollout has been, and where it is known to go: a lesson keeps that back. */
  readonly showTrail?: boolean;
  /** By default the cursor goes there, and nothing else happens. */
  readonly onSeek?: (position: number) => void;
  /** Opens an object by its id: `pods/default/web-1`. */
  readonly onOpen: (id: string) => void;
}

/** One picture of the cluster at the cursor. */
export function StagePicture(props: StagePictureProps) {
  const { picture, diagram, gate, deployment, showLeaving, showTrail, onSeek = seek, onOpen, ...ofDocument } = props;
  const { state, index, indexLength, rows, slots, beside } = useLab();
  const position = state?.position ?? -1;
  const event = index.at(position);
  if (beside && isCompared(picture)) {
    return (
      <Suspense fallback={null}>
        <Comparison
          picture={picture}
          deployment={deployment}
          {...(showLeaving === undefined ? {} : { showLeaving })}
          onOpen={onOpen}
        />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={null}>
      {picture === 'document' && diagram !== undefined && (
        <DocumentPicture {...ofDocument} diagram={diagram} fogFrom={gate === undefined ? undefined : gate + 1} />
      )}
      {picture === 'cluster' && <ClusterView rows={rows} slots={slots} event={event} onOpen={onOpen} />}
      {picture === 'lanes' && state && (
        <LanesView
          ask={askLanes}
          rows={rows}
          branch={state.branch}
          position={position}
          at={state.at}
          length={indexLength}
          granularity={state.player.granularity}
          subject={event?.subject ?? ''}
          gate={gate}
          onSeek={onSeek}
          onOpen={onOpen}
        />
      )}
      {picture === 'gauge' && (
        <RolloutGauge
          rows={rows}
          deployment={deployment}
          subject={event?.subject}
          form="picture"
          {...(showLeaving === undefined ? {} : { showLeaving })}
          onOpen={onOpen}
          past={showTrail && state ? { ask: askTrail, branch: state.branch, length: indexLength, position } : undefined}
        />
      )}
    </Suspense>
  );
}

interface GaugeDockProps {
  readonly deployment: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** The rollout's gauge as a strip below another picture. */
export function GaugeDock({ deployment, onOpen }: GaugeDockProps) {
  const rows = useLab((view) => view.rows);
  return (
    <Suspense fallback={null}>
      <RolloutGauge rows={rows} deployment={deployment} form="dock" onOpen={onOpen} />
    </Suspense>
  );
}
