import { FlaskConical, GitCompareArrows, Play } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useUi } from '../i18n/index';
import { maxManifestLength } from '../shared/manifest-limit';
import { browserJournal } from '../store/journal';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { Button } from '../ui/controls';
import type { CheckedManifest, ComparedObject, ManifestFile } from '../worker/protocol';
import { DeleteMenu } from './DeleteMenu';
import { Comparison } from './editor/Comparison';
import { ManifestText } from './editor/ManifestText';
import { Problems, problemsId, problemText } from './editor/Problems';
import type { Mark, TextEditor } from './editor/text-editor';
import styles from './editor.module.css';
import { SampleMenu } from './SampleMenu';
import { loadSample, type SampleName } from './samples';

const draftDelayMs = 300;
const checkDelayMs = 250;
/** Longer texts are looked at when they are sent. */
const maxChecked = 200_000;

const nothingFound: CheckedManifest = { faults: [], problems: [], notes: [] };

/** What the lab says of a manifest while it is being written. */
function useCheck({ name, text }: ManifestFile, ready: boolean): CheckedManifest {
  const [checked, setChecked] = useState({ text: '', found: nothingFound });
  useEffect(() => {
    if (!ready || text.length > maxChecked) return;
    let gone = false;
    const timer = setTimeout(async () => {
      const found = await lab.check({ name, text });
      if (!gone && found) setChecked({ text, found });
    }, checkDelayMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [name, text, ready]);
  // Until the new text is looked at, what was said of the old one stands: nothing flickers while one writes.
  return text === '' || text.length > maxChecked ? nothingFound : checked.found;
}

/** A manifest, what is wrong with it, and what becomes of it. */
export const Editor = memo(function Editor() {
  const ui = useUi();
  const [draft, setDraft] = useState(() => browserJournal.readDraft() ?? { name: 'web.yaml', text: '' });
  /** What the newest answer is about, and whether kubectl read at least a part of it. */
  const [sent, setSent] = useState<{ readonly text: string; readonly read: boolean }>();
  const [tooLong, setTooLong] = useState<number>();
  const [compared, setCompared] = useState<readonly ComparedObject[]>();
  const answer = {
    faults: useLab((view) => view.faults),
    problems: useLab((view) => view.refused),
    notes: useLab((view) => view.notes),
  };
  const ready = useLab((view) => view.state !== undefined);
  const editor = useRef<TextEditor>(null);
  const seen = useCheck(draft, ready);
  const isSent = sent?.text === draft.text;
  const answered = isSent && answer.faults.length + answer.problems.length > 0;
  const refused = answered && answer.problems.length > 0;
  const { faults, problems } = answered ? answer : seen;
  const notes = isSent && answer.notes.length > 0 ? answer.notes : seen.notes;
  const marks = useMemo<readonly Mark[]>(
    () => [
      ...faults.map(({ line, column, message }): Mark => ({ line, column, look: 'error', message })),
      ...problems.map((problem): Mark => ({ ...problem, look: 'error', message: problemText(problem) })),
      ...notes.map(
        ({ sort, line, column, field }): Mark => ({
          line,
          column,
          look: 'note',
          message: `${ui.editor.notes[sort].title}: ${field}`,
        }),
      ),
    ],
    [faults, problems, notes, ui],
  );

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

  const write = (text: string) => {
    setTooLong(undefined);
    setDraft((now) => ({ ...now, text }));
  };
  const send = async (how: 'apply' | 'dryRun' | 'remove') => {
    const asked = await (how === 'remove' ? lab.remove(draft) : lab.apply(draft, { dryRun: how === 'dryRun' }));
    setSent({ text: draft.text, read: asked?.ok === true });
    const first = asked?.faults[0] ?? (asked?.ok ? asked.refused[0] : undefined);
    if (first) editor.current?.goTo(first);
  };
  const compare = async () => {
    const result = await lab.compare(draft);
    if (!result) return;
    if (result.faults.length === 0) {
      setCompared(result.objects);
      return;
    }
    useLab.setState({ faults: result.faults, notes: [], refused: [] });
    setSent({ text: draft.text, read: false });
    if (result.faults[0]) editor.current?.goTo(result.faults[0]);
  };
  const choose = async (name: SampleName) => {
    setDraft(await loadSample(name));
    setTooLong(undefined);
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
      <ManifestText
        ref={editor}
        text={draft.text}
        marks={marks}
        ready={ready}
        describedBy={faults.length + problems.length > 0 ? problemsId : undefined}
        onText={write}
        onApply={() => void send('apply')}
        onTooLong={setTooLong}
      />
      {tooLong !== undefined && (
        <p className={styles.tooLong} role="alert">
          {ui.editor.pasteTooLong(`${(tooLong / maxManifestLength).toFixed(1)} MB`)}
        </p>
      )}
      <div className={styles.tools}>
        <Button look="ghost" disabled={!ready} title={ui.editor.dryRunHint} onClick={() => send('dryRun')}>
          <FlaskConical size={15} aria-hidden />
          {ui.editor.dryRun}
        </Button>
        <Button look="ghost" disabled={!ready} title={ui.editor.compareTitle} onClick={compare}>
          <GitCompareArrows size={15} aria-hidden />
          {ui.editor.compare}
        </Button>
      </div>
      <Problems
        faults={faults}
        problems={problems}
        notes={notes}
        answered={answered}
        refused={refused}
        partly={sent?.read === true}
        onGo={(place) => editor.current?.goTo(place)}
      />
      {compared && <Comparison objects={compared} onClose={() => setCompared(undefined)} />}
    </>
  );
});
