import { Maximize, Minimize } from 'lucide-react';
import { useState } from 'react';
import { useUi } from '../i18n/index';
import { CompareControls } from '../stage/CompareControls';
import { type FigureName, figures } from '../stage/document-diagrams';
import { isCompared, type PictureName } from '../stage/pictures';
import { StagePicture } from '../stage/StagePicture';
import { useLab } from '../store/lab-store';
import { Button, Select } from '../ui/controls';
import { StageTabs } from './StageTabs';
import styles from './stage.module.css';

const allPictures: readonly PictureName[] = ['document', 'cluster', 'lanes', 'gauge'];
const comparedPictures = allPictures.filter(isCompared);
/** The diagram that the playground shows first. */
const firstFigure = 'deploy-0';

interface StageProps {
  /** The diagram that is asked for. */
  readonly asked: FigureName | undefined;
  readonly onSeek: (position: number) => void;
  /** Opens an object by its id: `pods/default/web-1`. */
  readonly onOpen: (id: string) => void;
  /** The stage is all that the page shows. */
  readonly full: boolean;
  readonly onFull: (full: boolean) => void;
}

/** The cluster at the cursor, as one of its pictures. */
export function Stage({ asked, onSeek, onOpen, full, onFull }: StageProps) {
  const ui = useUi();
  const [wanted, setPicture] = useState<PictureName>(asked ? 'document' : 'cluster');
  const comparing = useLab((view) => view.beside !== undefined);
  const pictures = comparing ? comparedPictures : allPictures;
  const picture = pictures.includes(wanted) ? wanted : 'cluster';
  const [leaving, setLeaving] = useState(false);
  const [figure, setFigure] = useState(asked?.id ?? firstFigure);
  const document = figures.find(({ id }) => id === figure)?.document ?? '';
  return (
    <div className={styles.stage}>
      <StageTabs pictures={pictures} picture={picture} onChange={setPicture}>
        {picture === 'document' && (
          <Select
            label={ui.diagram.which}
            value={figure}
            choices={figures.map(({ id }) => ({ value: id, label: ui.diagram.figure(id) }))}
            onChange={setFigure}
          />
        )}
        {picture === 'gauge' && (
          <label className={styles.check}>
            <input type="checkbox" checked={leaving} onChange={({ target }) => setLeaving(target.checked)} />
            {ui.gauge.leavingToo}
          </label>
        )}
        <CompareControls />
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
        <StagePicture
          picture={picture}
          document={document}
          diagram={figure}
          files
          showLeaving={leaving}
          showTrail
          onSeek={onSeek}
          onOpen={onOpen}
        />
      </div>
    </div>
  );
}
