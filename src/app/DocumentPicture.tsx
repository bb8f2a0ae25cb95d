import { Check, Copy, Download } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { useSettings } from '../store/settings';
import { Button } from '../ui/controls';
import { lightRules } from '../views/document/diagram';
import { documentModel } from '../views/document/model';
import { diagramSvg } from '../views/document/svg';
import { mermaidText } from '../views/document/to-mermaid';
import { DocumentView } from '../views/document/View';
import { pagePalette } from '../views/drawing/svg-document';
import { type BoundDiagram, loadDiagram } from './document-diagrams';
import styles from './stage.module.css';

interface DocumentPictureProps {
  /** Folder of the document, and the diagram in it. */
  readonly document: string;
  readonly diagram: string;
  /** What was lit before this position counts no longer; by default, what the last command did not lead to. */
  readonly since?: number | undefined;
  readonly fogFrom?: number | undefined;
  readonly focus?: readonly string[] | undefined;
  readonly trail?: boolean | undefined;
  readonly chosen?: string | undefined;
  /** A part was chosen; by default the cursor goes to where it was last lit. */
  readonly onChoose?: ((id: string) => void) | undefined;
}

/** What somebody wants of the cluster begins a story; what is done to a program or a cable is a part of one. */
const commandRules = { command: [{ verb: 'command', actor: 'kubectl' }] } as const;

function useDiagram(document: string, id: string): BoundDiagram | undefined {
  const [bound, setBound] = useState<BoundDiagram>();
  useEffect(() => {
    let wanted = true;
    void loadDiagram(document, id).then((loaded) => {
      if (wanted) setBound(loaded);
    });
    return () => {
      wanted = false;
    };
  }, [document, id]);
  return bound?.diagram.id === id ? bound : undefined;
}

function saveFile(name: string, text: string, type: string): void {
  const link = window.document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A document's diagram on the stage: fetched, and lit by what the Worker finds in the trace. */
export default function DocumentPicture(props: DocumentPictureProps) {
  const { document, diagram: id, fogFrom, focus, trail, chosen, onChoose } = props;
  const ui = useUi();
  const language = useSettings((settings) => settings.language);
  const bound = useDiagram(document, id);
  const [copied, setCopied] = useState<string>();
  const { state, index, marks, detail } = useLab();
  const rules = useMemo(() => bound && lightRules(bound.bind), [bound]);
  const set = `diagram/${document}/${id}`;
  useEffect(() => {
    if (!rules) return;
    void lab.watchMarks(set, rules);
    void lab.watchMarks('commands', commandRules);
    return () => void lab.watchMarks(set, undefined);
  }, [set, rules]);

  const position = state?.position ?? -1;
  const lit = marks[set];
  const since = props.since ?? Math.max(0, marks.commands?.events.lastOf(0, position) ?? 0);
  const event = index.at(position);
  const goTo = useCallback(
    (part: string) => {
      const mark = Object.keys(rules ?? {}).indexOf(part);
      if (!lit || mark < 0) return;
      const last = lit.events.lastOf(mark, position - 1);
      if (last >= 0) void lab.seek(last);
    },
    [rules, lit, position],
  );
  if (!bound) return <p className={styles.waiting}>{ui.diagram.waiting}</p>;
  const { diagram, bind } = bound;
  const modelNow = () =>
    documentModel({ diagram, bind, events: lit?.events, position, since, fogFrom, event, detail, focus });
  const save = () => {
    const palette = pagePalette(window.document.documentElement);
    saveFile(`${diagram.id}.svg`, diagramSvg(ui, modelNow(), bind, language, palette), 'image/svg+xml');
  };
  const copy = async () => {
    const text = mermaidText(diagram, language, modelNow().states);
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      // No clipboard without a secure page or permission: the text comes as a file.
      saveFile(`${diagram.id}.mmd`, text, 'text/plain');
    }
  };
  return (
    <>
      <DocumentView
        diagram={diagram}
        bind={bind}
        language={language}
        events={lit?.events}
        until={lit?.until ?? 0}
        position={position}
        since={since}
        fogFrom={fogFrom}
        event={event}
        detail={detail}
        focus={focus}
        trail={trail}
        chosen={chosen}
        onOpen={onChoose ?? goTo}
      />
      <div className={styles.save}>
        <Button
          look="ghost"
          iconOnly
          aria-label={copied === undefined ? ui.diagram.copy : ui.diagram.copied}
          onClick={() => void copy()}
          onBlur={() => setCopied(undefined)}
        >
          {copied === undefined ? <Copy size={16} aria-hidden /> : <Check size={16} aria-hidden />}
        </Button>
        <Button look="ghost" iconOnly aria-label={ui.diagram.save} onClick={save}>
          <Download size={16} aria-hidden />
        </Button>
      </div>
    </>
  );
}
