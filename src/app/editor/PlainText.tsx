import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useUi } from '../../i18n/index';
import styles from '../editor.module.css';
import type { Mark, Place } from './text-editor';

/** Where a line begins in a text. */
function lineStart(text: string, line: number): number {
  let at = 0;
  for (let i = 1; i < line; i++) {
    const next = text.indexOf('\n', at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return at;
}

/** Puts the cursor of a text area at a place, in sight, with the focus. */
export function goToPlace(area: HTMLTextAreaElement, { line, column }: Place): void {
  if (line < 1) return;
  const start = lineStart(area.value, line) + Math.max(0, column - 1);
  area.focus();
  area.setSelectionRange(start, start);
  const lineHeight = Number.parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (line - 4) * lineHeight);
}

interface PlainTextProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly describedBy: string | undefined;
  readonly onText: (text: string) => void;
  readonly onApply: () => void;
}

/** A manifest as plain text, with the numbers of its lines. */
export function PlainText({ area, text, marks, describedBy, onText, onApply }: PlainTextProps) {
  const ui = useUi();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onApply();
  };
  return (
    <>
      <LineNumbers text={text} marks={marks} area={area} />
      <textarea
        ref={area}
        className={styles.text}
        aria-label={ui.editor.text}
        aria-invalid={marks.some(({ look }) => look === 'error')}
        aria-describedby={describedBy}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        wrap="off"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </>
  );
}

/** Beyond so many lines numbers are of no help, and cost. */
const maxNumbers = 5_000;

function LineNumbers({ text, marks, area }: Pick<PlainTextProps, 'text' | 'marks' | 'area'>) {
  const column = useRef<HTMLDivElement>(null);
  const count = useMemo(() => Math.min(maxNumbers, text.split('\n').length), [text]);
  const bad = new Set(marks.filter(({ look }) => look === 'error').map(({ line }) => line));
  useEffect(() => {
    const element = area.current;
    const follow = () => {
      if (column.current && element) column.current.scrollTop = element.scrollTop;
    };
    element?.addEventListener('scroll', follow);
    return () => element?.removeEventListener('scroll', follow);
  }, [area]);
  return (
    <div className={styles.numbers} ref={column} aria-hidden="true">
      {Array.from({ length: count }, (_, i) => {
        const line = i + 1;
        const number = bad.has(line) ? <b>{line}</b> : line;
        return <div key={line}>{number}</div>;
      })}
    </div>
  );
}
