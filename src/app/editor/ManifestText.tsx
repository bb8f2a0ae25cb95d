import {
  type ClipboardEvent,
  type DragEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useUi } from '../../i18n/index';
import { maxManifestLength } from '../../shared/manifest-limit';
import { useSettings } from '../../store/settings';
import { classes } from '../../ui/controls';
import styles from '../editor.module.css';
import { keepLoaded } from '../offline';
import { useSingleColumn } from '../use-single-column';
import { loadRichText } from './load';
import type { RichText } from './monaco';
import { goToPlace, PlainText } from './PlainText';
import type { Mark, Place, TextEditor } from './text-editor';

const mac = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac');

/** Until the cluster stands the page has better things to do than to fetch an editor. */
const idleMs = 2_000;

function whenIdle(action: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(action, 200);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(action, { timeout: idleMs });
  return () => cancelIdleCallback(id);
}

interface ManifestTextProps {
  readonly ref: RefObject<TextEditor | null>;
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Whether the cluster stands. */
  readonly ready: boolean;
  readonly describedBy: string | undefined;
  readonly onText: (text: string) => void;
  readonly onApply: () => void;
  /** Something was not taken, because the text would become too long. */
  readonly onTooLong: (length: number) => void;
}

/**
 * Where a manifest is written: a plain text area at once, and the editor with completion and help in its place as soon as
 * it is there. On phones, where it was turned off, and where it cannot be loaded, the plain area stays.
 */
export function ManifestText({ ref, text, marks, ready, describedBy, onText, onApply, onTooLong }: ManifestTextProps) {
  const ui = useUi();
  const single = useSingleColumn();
  const { plainEditor, language, theme, projector } = useSettings();
  const area = useRef<HTMLTextAreaElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const [rich, setRich] = useState<RichText>();
  const [failed, setFailed] = useState(false);
  const [tabMoves, setTabMoves] = useState(false);
  const wanted = ready && !single && !plainEditor && !failed && text.length <= maxManifestLength;
  const dark = theme === 'dark' && !projector;
  const key = mac ? '⌃⇧M' : 'Ctrl M';
  const label = ui.editor.textWithTab(key);
  // What the mounted editor calls and reads; it outlives many renderings.
  const latest = useRef({ text, onText, onApply, language, label, dark });
  latest.current = { text, onText, onApply, language, label, dark };

  useEffect(() => {
    if (!wanted) return;
    let mounted: RichText | undefined;
    let gone = false;
    const mount = async () => {
      const { mountRichText } = await loadRichText(latest.current.language);
      await notComposing(area.current);
      if (gone || !host.current) return;
      const plain = area.current;
      const hadFocus = plain !== null && document.activeElement === plain;
      const selected = hadFocus ? { from: plain.selectionStart, to: plain.selectionEnd } : { from: 0, to: 0 };
      mounted = mountRichText(host.current, {
        text: plain?.value ?? latest.current.text,
        selected,
        label: latest.current.label,
        dark: latest.current.dark,
        mac,
        onText: (changed) => latest.current.onText(changed),
        onApply: () => latest.current.onApply(),
        onTabMoves: setTabMoves,
      });
      // Shown before it gets the focus, which nothing hidden can have.
      flushSync(() => setRich(mounted));
      if (hadFocus) mounted.focus();
      keepLoaded();
    };
    const cancel = whenIdle(() => {
      mount().catch((error: unknown) => {
        console.warn('the editor could not be loaded', error);
        if (!gone) setFailed(true);
      });
    });
    return () => {
      gone = true;
      cancel();
      mounted?.dispose();
      setRich(undefined);
      setTabMoves(false);
    };
  }, [wanted]);

  useEffect(() => rich?.setText(text), [rich, text]);
  useEffect(() => rich?.setMarks(marks), [rich, marks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: large letters and strong colours come with the projector
  useEffect(() => rich?.restyle(label, dark), [rich, label, dark, projector]);
  useEffect(() => {
    if (!rich) return;
    const larger = matchMedia('(min-width: 1680px)');
    const restyle = () => rich.restyle(latest.current.label, latest.current.dark);
    larger.addEventListener('change', restyle);
    return () => larger.removeEventListener('change', restyle);
  }, [rich]);

  useImperativeHandle(
    ref,
    () => ({
      goTo: (place: Place) => {
        if (rich) rich.goTo(place);
        else if (area.current) goToPlace(area.current, place);
      },
    }),
    [rich],
  );

  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    const length = text.length + (data?.getData('text').length ?? 0);
    if (length <= maxManifestLength) return;
    event.preventDefault();
    event.stopPropagation();
    onTooLong(length - text.length);
  };
  return (
    <>
      <div
        className={styles.area}
        onPasteCapture={(event) => take(event, event.clipboardData)}
        onDropCapture={(event) => take(event, event.dataTransfer)}
      >
        <div ref={host} className={classes(styles.rich, !rich && styles.waiting)} data-testid="rich-text" />
        {!rich && <PlainText {...{ area, text, marks, describedBy, onText, onApply }} />}
      </div>
      {rich && (
        <p className={styles.tab} aria-live="polite">
          {tabMoves ? ui.editor.tabMoves(key) : ui.editor.tabWrites(key)}
        </p>
      )}
      {failed && !single && !plainEditor && <p className={styles.tab}>{ui.editor.plainInstead}</p>}
    </>
  );
}

/** Waits until nothing is being composed: a half-written Chinese word would be lost with its text area. */
function notComposing(area: HTMLTextAreaElement | null): Promise<void> {
  if (!area || !composing.has(area)) return Promise.resolve();
  return new Promise((resolve) => area.addEventListener('compositionend', () => setTimeout(resolve), { once: true }));
}

const composing = new WeakSet<EventTarget>();
if (typeof document !== 'undefined') {
  document.addEventListener('compositionstart', ({ target }) => target && composing.add(target), true);
  document.addEventListener('compositionend', ({ target }) => target && composing.delete(target), true);
}
