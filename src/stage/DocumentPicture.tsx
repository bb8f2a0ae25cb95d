import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react';
import { useUi } from '../i18n/index';
import { lab } from '../store/lab-connection';
import { useLab } from '../store/lab-store';
import { useSettings } from '../store/settings';
import { edgesOf, lightRules } from '../views/document/diagram';
import { documentModel } from '../views/document/model';
import { DocumentView } from '../views/document/View';
import { useDiagram } from './document-diagrams';
import styles from './stage.module.css';

const DiagramFiles = lazy(() => import('./DiagramFiles'));

export interface DocumentPictureProps {
  /** Folder of the document, and the diagram in it. */
  readonly document: string;
  readonly diagram: string;
  /** What was lit from here on counts, though the last command did not lead to it. */
  readonly since?: number | undefined;
  readonly fogFrom?: number | undefined;
  readonly focus?: readonly string[] | undefined;
  readonly trail?: boolean | undefined;
  readonly chosen?: string | undefined;
  /** A part was chosen; by default the cursor goes to where it was last lit. */
  readonly onChoose?: ((id: string) => void) | undefined;
  /** With the buttons that save it. */
  readonly files?: boolean;
}

/** What somebody wants of the cluster begins a story; what is done to a program or a cable is a part of one. */
const commandRules = { command: [{ verb: 'command', actor: 'kubectl' }] } as const;

/** A document's diagram on the stage: fetched, and lit by what the Worker finds in the trace. */
export default function DocumentPicture(props: DocumentPictureProps) {
  const { document, diagram: id, fogFrom, focus, trail, chosen, onChoose, files = false } = props;
  const ui = useUi();
  const language = useSettings((settings) => settings.language);
  const bound = useDiagram(document, id);
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
  const commanded = Math.max(0, marks.commands?.events.lastOf(0, position) ?? 0);
  // What somebody has just stepped over counts in any case, a command on the way too; in which states objects have been
  // is no story of one command.
  const began = bound?.diagram.kind === 'state' ? 0 : commanded;
  const since = Math.min(began, props.since ?? began);
  const event = index.at(position);
  const goTo = useCallback(
    (part: string) => {
      if (!lit || !bound) return;
      const ids = Object.keys(rules ?? {});
      // A state, or a participant, is lit by what leads to it.
      const ways = ids.includes(part)
        ? [part]
        : edgesOf(bound.diagram).flatMap(({ id, to }) => (to === part ? [id] : []));
      const last = Math.max(-1, ...ways.map((id) => lit.events.lastOf(ids.indexOf(id), position - 1)));
      if (last >= 0) void lab.seek(last);
    },
    [rules, lit, position, bound],
  );
  if (!bound) return <p className={styles.waiting}>{ui.diagram.waiting}</p>;
  const { diagram, bind } = bound;
  const events = lit?.events;
  return (
    <>
      <DocumentView
        diagram={diagram}
        bind={bind}
        language={language}
        events={events}
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
      {files && (
        <Suspense fallback={null}>
          <DiagramFiles
            kind={diagram.kind}
            bind={bind}
            language={language}
            model={() => documentModel({ diagram, bind, events, position, since, fogFrom, event, detail, focus })}
          />
        </Suspense>
      )}
    </>
  );
}
