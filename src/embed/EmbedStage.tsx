import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { EmbedWords } from '../../content/languages/en/embed';
import type { StepView } from '../lessons/types';
import { useLab } from '../store/lab-store';
import { Button } from '../ui/controls';
import type { LanesQuery } from '../worker/protocol';
import type { EmbedPicture } from './address';
import styles from './embed.module.css';
import { embedLab } from './embed-lab';

const DiagramPicture = lazy(() => import('./DiagramPicture'));
const ClusterPicture = lazy(() => import('./ClusterPicture'));
const LanesView = lazy(async () => ({ default: (await import('../views/lanes/View')).LanesView }));
const RolloutGauge = lazy(async () => ({ default: (await import('../views/rollout-gauge/View')).RolloutGauge }));
const ObjectDetailView = lazy(async () => ({
  default: (await import('../views/object-detail/View')).ObjectDetailView,
}));

const askLanes = (query: LanesQuery) => embedLab.lanes(query);
const seek = (position: number) => void embedLab.seek(position);

interface EmbedStageProps {
  readonly words: EmbedWords;
  readonly document: string;
  readonly view: StepView | undefined;
  readonly diagram: string | undefined;
  /** Asked for by the page around; by default the step's own. */
  readonly picture: EmbedPicture | undefined;
  readonly gate?: number | undefined;
  readonly chosen?: string | undefined;
  readonly onChoose?: ((id: string | undefined) => void) | undefined;
}

function pictureOf(view: StepView | undefined, diagram: string | undefined): EmbedPicture {
  const named = view?.picture === 'rollout-gauge' ? 'gauge' : view?.picture;
  if (named === 'document') return diagram === undefined ? 'cluster' : 'document';
  return named === 'lanes' || named === 'gauge' ? named : 'cluster';
}

/** One picture of the cluster at the cursor, with the rollout's gauge below where the step has one. */
export function EmbedStage(props: EmbedStageProps) {
  const { words, document, view, diagram, gate, chosen, onChoose } = props;
  const { state, index, indexLength, rows, slots } = useLab();
  const position = state?.position ?? -1;
  const event = index.at(position);
  // A question that is answered on the step's picture needs that picture.
  const asked = onChoose ? undefined : props.picture;
  const picture = asked === 'document' && diagram === undefined ? 'cluster' : (asked ?? pictureOf(view, diagram));
  const dock = view?.dock?.picture === 'rollout-gauge' ? view.dock : undefined;
  const deployment = typeof dock?.deployment === 'string' ? `default/${dock.deployment}` : undefined;
  const [opened, setOpened] = useState<string>();
  const open = useCallback((id: string) => setOpened(id), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step shows its own picture
  useEffect(() => setOpened(undefined), [view]);
  return (
    <>
      <div className={styles.picture} data-picture={picture}>
        <Suspense fallback={null}>
          {picture === 'document' && diagram !== undefined && (
            <DiagramPicture
              document={document}
              diagram={diagram}
              focus={view?.focus}
              trail={view?.trail}
              fogFrom={gate === undefined ? undefined : gate + 1}
              chosen={chosen}
              onChoose={onChoose}
            />
          )}
          {picture === 'cluster' && <ClusterPicture rows={rows} slots={slots} event={event} onOpen={open} />}
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
              onSeek={seek}
              onOpen={open}
            />
          )}
          {picture === 'gauge' && (
            <RolloutGauge rows={rows} deployment={deployment} subject={event?.subject} form="picture" onOpen={open} />
          )}
        </Suspense>
      </div>
      {dock && picture !== 'gauge' && (
        <div className={styles.dock}>
          <Suspense fallback={null}>
            <RolloutGauge rows={rows} deployment={deployment} form="dock" onOpen={open} />
          </Suspense>
        </div>
      )}
      {opened !== undefined && (
        <div className={styles.object}>
          <Suspense fallback={null}>
            <ObjectDetailView
              index={index}
              length={indexLength}
              position={position}
              onSeek={seek}
              id={opened}
              rows={rows}
              onBack={() => setOpened(undefined)}
            />
          </Suspense>
          <Button onClick={() => setOpened(undefined)}>{words.closeObject}</Button>
        </div>
      )}
    </>
  );
}
