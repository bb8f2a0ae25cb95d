import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { EmbedWords } from '../../content/languages/en/embed';
import type { StepView } from '../lessons/types';
import { dockOf, type PictureName, pictureOf } from '../stage/pictures';
import { GaugeDock, StagePicture } from '../stage/StagePicture';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { Button } from '../ui/controls';
import styles from './embed.module.css';

const ObjectDetailView = lazy(async () => ({
  default: (await import('../views/object-detail/View')).ObjectDetailView,
}));

const seek = (position: number) => void lab.seek(position);

interface EmbedStageProps {
  readonly words: EmbedWords;
  readonly document: string;
  readonly view: StepView | undefined;
  readonly diagram: string | undefined;
  /** Asked for by the page around; by default the step's own. */
  readonly picture: PictureName | undefined;
  readonly since?: number | undefined;
  readonly gate?: number | undefined;
  readonly chosen?: string | undefined;
  readonly onChoose?: ((id: string | undefined) => void) | undefined;
}

/** One picture of the cluster at the cursor, with the rollout's gauge below where the step has one. */
export function EmbedStage(props: EmbedStageProps) {
  const { words, view, diagram, onChoose, picture: wanted, ...ofPicture } = props;
  // A question that is answered on the step's picture needs that picture.
  const asked = onChoose ? undefined : wanted;
  const picture = asked === 'document' && diagram === undefined ? 'cluster' : (asked ?? pictureOf(view, diagram));
  const dock = dockOf(view);
  const [opened, setOpened] = useState<string>();
  const open = useCallback((id: string) => setOpened(id), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step shows its own picture
  useEffect(() => setOpened(undefined), [view]);
  return (
    <>
      <div className={styles.picture} data-picture={picture}>
        <StagePicture
          {...ofPicture}
          picture={picture}
          diagram={diagram}
          focus={view?.focus}
          trail={view?.trail}
          deployment={dock?.deployment}
          onChoose={onChoose}
          onOpen={open}
        />
      </div>
      {dock && picture !== 'gauge' && (
        <div className={styles.dock}>
          <GaugeDock deployment={dock.deployment} onOpen={open} />
        </div>
      )}
      {opened !== undefined && <OpenedObject words={words} id={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

interface OpenedObjectProps {
  readonly words: EmbedWords;
  readonly id: string;
  readonly onClose: () => void;
}

function OpenedObject({ words, id, onClose }: OpenedObjectProps) {
  const { state, index, indexLength, rows } = useLab();
  return (
    <div className={styles.object}>
      <Suspense fallback={null}>
        <ObjectDetailView
          index={index}
          length={indexLength}
          position={state?.position ?? -1}
          onSeek={seek}
          id={id}
          rows={rows}
          onBack={onClose}
        />
      </Suspense>
      <Button onClick={onClose}>{words.closeObject}</Button>
    </div>
  );
}
