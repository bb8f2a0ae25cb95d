import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/controls';
import styles from './lesson-page.module.css';

interface SheetProps {
  readonly label: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** On a phone, what comes up from below: Escape and a button close it. */
export function Sheet({ label, closeLabel, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.sheet} aria-label={label} onClose={onClose}>
      <Button
        look="ghost"
        iconOnly
        aria-label={closeLabel}
        className={styles.close}
        onClick={() => dialog.current?.close()}
      >
        <X size={18} aria-hidden />
      </Button>
      {children}
    </dialog>
  );
}
