import { Boxes, Gauge, Rows3, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUi } from '../i18n/index';
import type { PictureName } from '../stage/pictures';
import { Segmented } from '../ui/controls';
import styles from './stage.module.css';

const icons = { document: Workflow, cluster: Boxes, lanes: Rows3, gauge: Gauge } as const;

interface StageTabsProps {
  /** Those that there are here, in order. */
  readonly pictures: readonly PictureName[];
  readonly picture: PictureName;
  readonly onChange: (picture: PictureName) => void;
  /** What stands on the right: the picture's name, buttons. */
  readonly children?: ReactNode;
}

/** The switch between the pictures of the stage. The cursor stays where it is. */
export function StageTabs({ pictures, picture, onChange, children }: StageTabsProps) {
  const ui = useUi();
  return (
    <div className={styles.head}>
      <Segmented<PictureName>
        legend={ui.stage.pictures}
        name="picture"
        className={styles.switch}
        value={picture}
        choices={pictures.map((value) => {
          const Icon = icons[value];
          return {
            value,
            label: (
              <>
                <Icon size={15} aria-hidden />
                <span className={styles.word}>{ui.stage.pictureNames[value]}</span>
              </>
            ),
          };
        })}
        onChange={onChange}
      />
      <span className={styles.space} />
      {children}
    </div>
  );
}
