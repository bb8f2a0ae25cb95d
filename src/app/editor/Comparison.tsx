import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useUi } from '../../i18n/index';
import { Button } from '../../ui/controls';
import { diffLines } from '../../views/event-detail/diff';
import { Lines } from '../../views/event-detail/Lines';
import { subjectName } from '../../views/words';
import type { ComparedObject } from '../../worker/protocol';
import styles from '../editor.module.css';

interface ComparisonProps {
  readonly objects: readonly ComparedObject[];
  readonly onClose: () => void;
}

/** What applying the manifest would change of the objects at the cursor, object by object. */
export function Comparison({ objects, onClose }: ComparisonProps) {
  const ui = useUi();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the ground closes; Escape does so by itself
    <dialog
      ref={dialog}
      className={styles.comparison}
      aria-labelledby="comparison-title"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div className={styles.comparisonInside}>
        <header>
          <h2 id="comparison-title">{ui.editor.compareTitle}</h2>
          <Button look="ghost" iconOnly aria-label={ui.notices.close} onClick={() => dialog.current?.close()}>
            <X size={16} aria-hidden />
          </Button>
        </header>
        <p>{ui.editor.compareMeaning}</p>
        {objects.length === 0 && <p>{ui.editor.compareNothing}</p>}
        {objects.map((object, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a manifest may name one object twice
          <Compared key={i} object={object} />
        ))}
      </div>
    </dialog>
  );
}

function Compared({ object: { id, before, after, problem } }: { readonly object: ComparedObject }) {
  const ui = useUi();
  const name = id.includes('/') ? subjectName(id) : id;
  const lines = problem === undefined ? diffLines(before, after) : [];
  return (
    <section aria-label={name}>
      <h3>
        {name} <small>{before === undefined && problem === undefined && ui.editor.compareNew}</small>
      </h3>
      {problem !== undefined && <code>{problem}</code>}
      {problem === undefined && lines.length === 0 && <p>{ui.editor.compareSame}</p>}
      {lines.length > 0 && <Lines lines={lines} label={ui.editor.compareLines(name)} limit={200} />}
    </section>
  );
}
