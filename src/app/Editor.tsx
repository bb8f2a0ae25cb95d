import { CircleDashed, CircleX, Play } from 'lucide-react';
import { type KeyboardEvent, memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useUi } from '../i18n/index';
import { browserJournal } from '../store/journal';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { Button } from '../ui/controls';
import type { ManifestFault, ManifestNote } from '../worker/protocol';
import { DeleteMenu } from './DeleteMenu';
import styles from './editor.module.css';
import { SampleMenu } from './SampleMenu';
import { loadSample, type SampleName } from './samples';
import { Terminal } from './Terminal';

const draftDelayMs = 300;

type Place = Pick<ManifestFault, 'line' | 'column'>;

function lineStart(text: string, line: number): number {
  let at = 0;
  for (let i = 1; i < line; i++) {
    const next = text.indexOf('\n', at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return at;
}

/** A manifest as plain text, with the numbers of its lines, and what is wrong with it. */
export const Editor = memo(function Editor() {
  const ui = useUi();
  const [draft, setDraft] = useState(() => browserJournal.readDraft() ?? { name: 'web.yaml', text: '' });
  const faults = useLab((view) => view.faults);
  const notes = useLab((view) => view.notes);
  const ready = useLab((view) => view.state !== undefined);
  const area = useRef<HTMLTextAreaElement>(null);
  /** Whether kubectl read at least a part of the text. */
  const [sent, setSent] = useState(false);

  useEffect(() => {
    if (draft.text !== '' || browserJournal.readDraft()) return;
    void loadSample('deployment').then((sample) => setDraft((now) => (now.text === '' ? sample : now)));
  }, [draft.text]);

  const offered = useLab((view) => view.offered);
  useEffect(() => {
    if (!offered) return;
    setDraft(offered);
    useLab.setState({ offered: undefined });
  }, [offered]);

  useEffect(() => {
    const keep = () => browserJournal.writeDraft(draft);
    const timer = setTimeout(keep, draftDelayMs);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [draft]);

  const goTo = (fault: Place) => {
    const element = area.current;
    if (!element || fault.line < 1) return;
    const start = lineStart(draft.text, fault.line) + Math.max(0, fault.column - 1);
    element.focus();
    element.setSelectionRange(start, start);
    const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
    element.scrollTop = Math.max(0, (fault.line - 4) * lineHeight);
  };
  const send = async (how: 'apply' | 'remove') => {
    const asked = await lab[how](draft);
    setSent(asked?.ok === true);
    if (asked?.faults[0]) goTo(asked.faults[0]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send('apply');
  };
  const choose = async (name: SampleName) => {
    setDraft(await loadSample(name));
    useLab.setState({ faults: [], notes: [] });
  };

  return (
    <>
      <div className={styles.head}>
        <input
          className={styles.file}
          aria-label={ui.editor.fileName}
          value={draft.name}
          spellCheck={false}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
        <SampleMenu onChoose={(name) => void choose(name)} />
        <DeleteMenu file={draft.name} text={draft.text} disabled={!ready} onDelete={() => void send('remove')} />
        <Button look="solid" disabled={!ready} title={ui.editor.applyHint} onClick={() => send('apply')}>
          <Play size={14} aria-hidden />
          {ui.editor.apply}
        </Button>
      </div>
      <div className={styles.area}>
        <LineNumbers text={draft.text} faults={faults} area={area} />
        <textarea
          ref={area}
          className={styles.text}
          aria-label={ui.editor.text}
          aria-invalid={faults.length > 0}
          aria-describedby={faults.length > 0 ? 'manifest-faults' : undefined}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          wrap="off"
          value={draft.text}
          onChange={(event) => setDraft({ ...draft, text: event.target.value })}
          onKeyDown={onKeyDown}
        />
      </div>
      {faults.length > 0 && <Faults faults={faults} sent={sent} onGo={goTo} />}
      {noteSorts.map((sort) => (
        <Notes key={sort} sort={sort} notes={notes.filter((note) => note.sort === sort)} onGo={goTo} />
      ))}
      <Terminal />
    </>
  );
});

function Faults({
  faults,
  sent,
  onGo,
}: {
  readonly faults: readonly ManifestFault[];
  readonly sent: boolean;
  readonly onGo: (fault: ManifestFault) => void;
}) {
  const ui = useUi();
  const words = (fault: ManifestFault) => {
    if (fault.code === 'too-large') return ui.editor.tooLarge(fault.message);
    if (fault.code === 'too-deep') return ui.editor.tooDeep(fault.message);
    return <code>{fault.message}</code>;
  };
  return (
    <div className={styles.faults} role="alert" id="manifest-faults">
      <h2>
        <CircleX size={15} aria-hidden />
        {ui.editor.faultTitle(faults.length)}
      </h2>
      <ul>
        {faults.map((fault) => (
          <li key={`${fault.line}:${fault.column} ${fault.message}`}>
            {fault.line > 0 && (
              <>
                <button type="button" className={styles.place} onClick={() => onGo(fault)}>
                  {ui.editor.place(fault.line, fault.column)}
                </button>{' '}
              </>
            )}
            {words(fault)}
          </li>
        ))}
      </ul>
      <p>{sent ? ui.editor.sentBefore : ui.editor.nothingSent}</p>
    </div>
  );
}

const noteSorts = ['unserved', 'kind', 'field', 'absentImage', 'assumedImage', 'repeatedKey'] as const;

interface NotesProps {
  readonly sort: ManifestNote['sort'];
  readonly notes: readonly ManifestNote[];
  readonly onGo: (place: Place) => void;
}

function Notes({ sort, notes, onGo }: NotesProps) {
  const ui = useUi();
  if (notes.length === 0) return null;
  return (
    <div className={styles.notes} role="status">
      <h2>
        <CircleDashed size={15} aria-hidden />
        {ui.editor.notes[sort].title}
      </h2>
      <ul>
        {notes.map((note) => (
          <li key={`${note.line} ${note.field}`}>
            <button type="button" className={styles.place} onClick={() => onGo(note)}>
              {ui.editor.noteLine(note.line)}
            </button>{' '}
            <code>{note.field}</code>
          </li>
        ))}
      </ul>
      <p>{ui.editor.notes[sort].meaning}</p>
    </div>
  );
}

interface LineNumbersProps {
  readonly text: string;
  readonly faults: readonly ManifestFault[];
  readonly area: RefObject<HTMLTextAreaElement | null>;
}

/** Beyond so many lines numbers are of no help, and cost. */
const maxNumbers = 5_000;

function LineNumbers({ text, faults, area }: LineNumbersProps) {
  const column = useRef<HTMLDivElement>(null);
  const count = useMemo(() => Math.min(maxNumbers, text.split('\n').length), [text]);
  const bad = new Set(faults.map(({ line }) => line));
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
