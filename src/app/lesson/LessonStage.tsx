import type { Atlas } from '../../../content/languages/en/atlas';
import { CompareControls } from '../../stage/CompareControls';
import { dockOf, isCompared, type PictureName, pictureOf } from '../../stage/pictures';
import { GaugeDock, StagePicture } from '../../stage/StagePicture';
import type { useStep } from '../../stage/use-lesson';
import { useLab } from '../../store/lab-store';
import { StageTabs } from '../StageTabs';
import { FullScreen } from './FullScreen';
import styles from './lesson-page.module.css';

interface LessonStageProps {
  readonly words: Atlas['lessonPage'];
  readonly document: string;
  /** What the step shows and asks. */
  readonly of: ReturnType<typeof useStep>;
  /** Chosen by the learner; by default the step's own. */
  readonly picture: PictureName | undefined;
  readonly onPicture: (picture: PictureName) => void;
  readonly onOpen: (id: string) => void;
}

/** The pictures of one cursor, with the rollout's gauge below them where the step has one. */
export function LessonStage({ words, document, of, picture: asked, onPicture, onOpen }: LessonStageProps) {
  const { view, diagram, gate, prediction, pointed } = of;
  const dock = dockOf(view);
  const wanted = asked ?? pictureOf(view, diagram);
  const pictures: PictureName[] = [...(diagram === undefined ? [] : (['document'] as const)), 'cluster', 'lanes'];
  const comparing = useLab((view) => view.beside !== undefined);
  if (wanted === 'gauge' || comparing) pictures.push('gauge');
  const shown = comparing ? pictures.filter(isCompared) : pictures;
  const picture = shown.includes(wanted) ? wanted : 'cluster';
  const pointing = prediction?.kind === 'point';
  return (
    <>
      <StageTabs pictures={shown} picture={picture} onChange={onPicture}>
        {picture === 'document' && diagram !== undefined && (
          <span className={styles.figureName}>{words.figure(diagram)}</span>
        )}
        <CompareControls compact />
        <FullScreen words={words} />
      </StageTabs>
      <div className={styles.picture} data-picture={picture}>
        <StagePicture
          picture={picture}
          document={document}
          diagram={diagram}
          files
          focus={view?.focus}
          trail={view?.trail}
          since={of.since}
          gate={gate}
          deployment={dock?.deployment}
          chosen={pointing ? pointed : undefined}
          onChoose={pointing && gate !== undefined ? of.setPointed : undefined}
          onOpen={onOpen}
        />
      </div>
      {dock && picture !== 'gauge' && (
        <section className={styles.dock} aria-label={words.dock}>
          <GaugeDock deployment={dock.deployment} onOpen={onOpen} />
        </section>
      )}
    </>
  );
}
