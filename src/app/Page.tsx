import { type ReactNode, useEffect, useRef } from 'react';
import { useUi } from '../i18n/index';
import styles from './page.module.css';
import { arrivalCount } from './route';

let greeted = 0;

/** Names the window after the page; after a way from another page the focus goes to the page's heading. */
export function useArrival(title: string): void {
  const { product } = useUi();
  useEffect(() => {
    document.title = title === product ? product : `${title} · ${product}`;
  }, [title, product]);
  useEffect(() => {
    if (greeted === arrivalCount()) return;
    greeted = arrivalCount();
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, []);
}

interface PageProps {
  readonly title: string;
  readonly bar: ReactNode;
  /** The page draws its own. */
  readonly hideHeading?: boolean;
  readonly children: ReactNode;
}

/** A page with the bar above it. */
export function Page({ title, bar, hideHeading, children }: PageProps) {
  const ui = useUi();
  const main = useRef<HTMLElement>(null);
  useArrival(title);
  return (
    <div className={styles.page}>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {ui.skipToContent}
      </button>
      {bar}
      {hideHeading ? (
        <main ref={main} tabIndex={-1} className={styles.bare}>
          {children}
        </main>
      ) : (
        <main ref={main} tabIndex={-1} className={styles.main}>
          <div className={styles.column}>
            <h1 tabIndex={-1}>{title}</h1>
            {children}
          </div>
        </main>
      )}
    </div>
  );
}
