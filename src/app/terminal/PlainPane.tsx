import { type KeyboardEvent, useRef, useState } from 'react';
import { useUi } from '../../i18n/index';
import { History } from './line-editor';
import styles from './terminal.module.css';
import type { Shell } from './use-shell';

/** A line to type into, without a terminal: for fingers, and where xterm cannot be loaded. */
export function PlainPane({ shell }: { readonly shell: Shell }) {
  const ui = useUi();
  const [line, setLine] = useState('');
  const history = useRef(new History());
  const recall = (event: KeyboardEvent) => {
    if (event.key === 'c' && event.ctrlKey && shell.waiting) void shell.interrupt();
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    const found = event.key === 'ArrowUp' ? history.current.previous(line) : history.current.next();
    if (found === undefined) return;
    event.preventDefault();
    setLine(found);
  };
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        history.current.add(line);
        setLine('');
        void shell.type([line]);
      }}
    >
      <b aria-hidden>$</b>
      <input
        aria-label={ui.terminal.input}
        value={line}
        placeholder={shell.waiting ? ui.terminal.running : 'kubectl get pods'}
        disabled={!shell.ready}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        enterKeyHint="send"
        onChange={({ target }) => setLine(target.value)}
        onKeyDown={recall}
      />
      {shell.waiting && (
        <button type="button" onClick={() => void shell.interrupt()}>
          Ctrl-C
        </button>
      )}
    </form>
  );
}
