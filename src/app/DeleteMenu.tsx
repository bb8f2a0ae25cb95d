import { Trash2 } from 'lucide-react';
import { useUi } from '../i18n/index';
import { Button } from '../ui/controls';
import styles from './delete-menu.module.css';
import { namedObjects } from './named-objects';
import { Popover } from './Popover';

interface DeleteMenuProps {
  readonly file: string;
  readonly text: string;
  readonly disabled: boolean;
  readonly onDelete: () => void;
}

/** `kubectl delete -f`, which asks first: it says what it will delete. */
export function DeleteMenu({ file, text, disabled, onDelete }: DeleteMenuProps) {
  const ui = useUi();
  return (
    <Popover label={ui.editor.remove} icon={<Trash2 size={15} aria-hidden />} look="plain">
      {(close) => {
        const objects = namedObjects(text);
        return (
          <div className={styles.sure}>
            <code>kubectl delete -f {file}</code>
            {objects.length > 0 && (
              <ul>
                {objects.map(({ kind, name }) => (
                  <li key={`${kind}/${name}`}>
                    {kind} <b>{name}</b>
                  </li>
                ))}
              </ul>
            )}
            <p>{ui.editor.removeMeans}</p>
            <Button
              look="solid"
              disabled={disabled}
              onClick={() => {
                close();
                onDelete();
              }}
            >
              <Trash2 size={14} aria-hidden />
              {ui.editor.removeNow}
            </Button>
          </div>
        );
      }}
    </Popover>
  );
}
