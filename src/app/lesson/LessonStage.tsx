import { lazy, Suspense } from 'react';
import type { Atlas } from '../../../content/languages/en/atlas';
import type { Prediction, StepView } from '../../lessons/types';
import { lab } from '../../store/lab-connection';
import { useLab } from '../../store/lab-store';
import { ClusterOutline, ClusterView } from '../../views/cluster/View';
import type { LanesQuery } from '../../worker/protocol';
import { type StagePicture, StageTabs } from '../StageTabs';
import styles from './lesson-page.module.css';

const DocumentPicture = lazy(() => import('../DocumentPicture'));
const LanesView = lazy(async () => ({ default: (await import('../../views/lanes/View')).LanesView }));
const RolloutGauge = lazy(async () => ({ default: (await import('../../views/rollout-gauge/View')).RolloutGauge }));

const askLanes = (query: LanesQuery) => lab.lanes(query);
const seek = (position: number) => void lab.seek(position);

/** Pictures that a lesson may ask for by another name. */
const pictureOf = (view: StepView | undefined): StagePicture => {
  const { picture = 'cluster' } = view ?? {};
  if (picture === 'rollout-gauge') return 'gauge';
  return picture === 'document' || picture === 'lanes' || picture === 'gauge' ? picture : 'cluster';
};

/** What a lesson's step shows on the stage. */
export interface Shown {
  readonly view: StepView | undefined;
  /** The diagram of the lesson, where the step names none. */
  readonly diagram: string | undefined;
  readonly gate: number | undefined;
  readonly prediction: Prediction | undefined;
}

interface LessonStageProps extends Shown {
  readonly words: Atlas['lessonPage'];
  readonly document: string;
  /** Chosen by the learner; by default the step's own. */
  readonly picture: StagePicture | undefined;
  readonly onPicture: (picture: StagePicture) => void;
  readonly pointed: string | undefined;
  readonly onPoint: (id: string | undefined) => void;
  readonly onOpen: (id: string) => void;
}

/** The pictures of one cursor, with the rollout's gauge below them where the step has one. */
export function LessonStage(props: LessonStageProps) {
  const { words, document, view, diagram, gate, prediction, pointed, onPoint, onOpen } = props;
  const { state, index, indexLength, rows, slots } = useLab();
  const position = state?.position ?? -1;
  const event = index.at(position);
  const dock = view?.dock?.picture === 'rollout-gauge' ? view.dock : undefined;
  const wanted = props.picture ?? pictureOf(view);
  const pictures: StagePicture[] = [...(diagram === undefined ? [] : (['document'] as const)), 'cluster', 'lanes'];
  if (wanted === 'gauge') pictures.push('gauge');
  const picture = pictures.includes(wanted) ? wanted : 'cluster';
  const deployment = typeof dock?.deployment === 'string' ? `default/${dock.deployment}` : undefined;
  return (
    <>
      <StageTabs pictures={pictures} picture={picture} onChange={props.onPicture}>
        {picture === 'document' && diagram !== undefined && (
          <span className={styles.figureName}>{words.figure(diagram)}</span>
        )}
      </StageTabs>
      <div className={styles.picture} data-picture={picture}>
        <Suspense fallback={null}>
          {picture === 'document' && diagram !== undefined && (
            <DocumentPicture
              document={document}
              diagram={diagram}
              focus={view?.focus}
              trail={view?.trail}
              fogFrom={gate === undefined ? undefined : gate + 1}
              chosen={prediction?.kind === 'point' ? pointed : undefined}
              onChoose={prediction?.kind === 'point' && gate !== undefined ? onPoint : undefined}
            />
          )}
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
              onOpen={onOpen}
            />
          )}
          {picture === 'gauge' && <RolloutGauge rows={rows} deployment={deployment} form="picture" onOpen={onOpen} />}
        </Suspense>
        {picture === 'cluster' && (
          <>
            <ClusterView rows={rows} slots={slots} event={event} onOpen={onOpen} />
            <ClusterOutline rows={rows} slots={slots} event={event} />
          </>
        )}
      </div>
      {dock && picture !== 'gauge' && (
        <section className={styles.dock} aria-label={words.dock}>
          <Suspense fallback={null}>
            <RolloutGauge rows={rows} deployment={deployment} form="dock" onOpen={onOpen} />
          </Suspense>
        </section>
      )}
    </>
  );
}
