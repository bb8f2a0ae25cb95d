import { Maximize, Minimize } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { Button, Select } from '../ui/controls';
import { ClusterOutline, ClusterView } from '../views/cluster/View';
import type { LanesQuery } from '../worker/protocol';
import { diagramIds } from './document-diagrams';
import { type StagePicture, StageTabs } from './StageTabs';
import styles from './stage.module.css';

const DocumentPicture = lazy(() => import('./DocumentPicture'));
const LanesView = lazy(async () => ({ default: (await import('../views/lanes/View')).LanesView }));
const RolloutGauge = lazy(async () => ({ default: (await import('../views/rollout-gauge/View')).RolloutGauge }));

const pictures: readonly StagePicture[] = ['document', 'cluster', 'lanes', 'gauge'];
/** The document whose diagrams the playground shows. */
const document = 'deployment';
const figures = diagramIds(document);
const askLanes = (query: LanesQuery) => lab.lanes(query);

interface StageProps {
  readonly onSeek: (position: number) => void;
  /** Opens an object by its id: `pods/default/web-1`. */
  readonly onOpen: (id: string) => void;
  /** The stage is all that the page shows. */
  readonly full: boolean;
  readonly onFull: (full: boolean) => void;
}

/** The cluster at the cursor, as one of its pictures. */
export function Stage({ onSeek, onOpen, full, onFull }: StageProps) {
  const ui = useUi();
  const [picture, setPicture] = useState<StagePicture>('cluster');
  const [leaving, setLeaving] = useState(false);
  const [figure, setFigure] = useState(figures[0] ?? '');
  const { state, index, indexLength, rows, slots } = useLab();
  const position = state?.position ?? -1;
  const event = index.at(position);
  return (
    <div className={styles.stage}>
      <StageTabs pictures={pictures} picture={picture} onChange={setPicture}>
        {picture === 'document' && (
          <Select
            label={ui.diagram.which}
            value={figure}
            choices={figures.map((id) => ({ value: id, label: ui.diagram.figure(id) }))}
            onChange={setFigure}
          />
        )}
        {picture === 'gauge' && (
          <label className={styles.check}>
            <input type="checkbox" checked={leaving} onChange={({ target }) => setLeaving(target.checked)} />
            {ui.gauge.leavingToo}
          </label>
        )}
        <Button
          look="ghost"
          iconOnly
          className={styles.full}
          aria-label={full ? ui.stage.notFull : ui.stage.full}
          onClick={() => onFull(!full)}
        >
          {full ? <Minimize size={16} aria-hidden /> : <Maximize size={16} aria-hidden />}
        </Button>
      </StageTabs>
      <div className={styles.picture}>
        {picture === 'cluster' && (
          <>
            <ClusterView rows={rows} slots={slots} event={event} onOpen={onOpen} />
            <ClusterOutline rows={rows} slots={slots} event={event} />
          </>
        )}
        <Suspense fallback={null}>
          {picture === 'document' && <DocumentPicture document={document} diagram={figure} />}
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
              onSeek={onSeek}
              onOpen={onOpen}
            />
          )}
          {picture === 'gauge' && (
            <RolloutGauge rows={rows} subject={event?.subject} form="picture" showLeaving={leaving} onOpen={onOpen} />
          )}
        </Suspense>
      </div>
    </div>
  );
}
