import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../ui/controls';
import styles from './popover.module.css';

interface PopoverProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly text?: ReactNode;
  readonly look?: 'plain' | 'ghost';
  readonly onOpen?: () => void;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/** Between the panel and the window's edge. */
const margin = 8;

/** A button that opens a small panel below itself. Escape and a click elsewhere close it; the focus returns. */
export function Popover({ label, icon, text, look = 'ghost', onOpen, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    anchor.current?.querySelector('button')?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) setOpen(false);
    };
    addEventListener('pointerdown', outside);
    addEventListener('focusin', outside);
    return () => {
      removeEventListener('pointerdown', outside);
      removeEventListener('focusin', outside);
    };
  }, [open]);
  // Its right edge under the button's, unless that would put it out of the window.
  useLayoutEffect(() => {
    if (!open || !anchor.current || !panel.current) return;
    const { left, right } = anchor.current.getBoundingClientRect();
    const width = panel.current.offsetWidth;
    const wanted = Math.max(margin, Math.min(right - width, innerWidth - width - margin));
    panel.current.style.left = `${wanted - left}px`;
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard for what is inside
    <div
      className={styles.anchor}
      ref={anchor}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        close();
      }}
    >
      <Button
        look={look}
        iconOnly={text === undefined}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => {
          if (!open) onOpen?.();
          setOpen(!open);
        }}
      >
        {icon}
        {text}
      </Button>
      {open && (
        <section ref={panel} className={styles.panel} id={id} aria-label={label}>
          {typeof children === 'function' ? children(close) : children}
        </section>
      )}
    </div>
  );
}
