import { useCallback, useEffect, useMemo } from 'react';
import { useLab } from '../store/lab-store';
import { useSettings } from '../store/settings';
import { lightRules } from '../views/document/diagram';
import { DocumentView } from '../views/document/View';
import { embedLab } from './embed-lab';
import { useDiagram } from './use-diagram';

interface DiagramPictureProps {
  readonly document: string;
  readonly diagram: string;
  readonly focus?: readonly string[] | undefined;
  readonly trail?: boolean | undefined;
  readonly fogFrom?: number | undefined;
  readonly chosen?: string | undefined;
  /** A part was chosen; by default the cursor goes to where it was last lit. */
  readonly onChoose?: ((id: string) => void) | undefined;
}

const commandRules = { command: [{ verb: 'command', actor: 'kubectl' }] } as const;

/** A document's diagram in a frame, lit by what the Worker finds in the trace since the last command. */
export default function DiagramPicture(props: DiagramPictureProps) {
  const { document, diagram: id, focus, trail, fogFrom, chosen, onChoose } = props;
  const language = useSettings((settings) => settings.language);
  const bound = useDiagram(document, id);
  const { state, index, marks, detail } = useLab();
  const rules = useMemo(() => bound && lightRules(bound.bind), [bound]);
  const set = `diagram/${document}/${id}`;
  useEffect(() => {
    if (!rules) return;
    void embedLab.watchMarks(set, rules);
    void embedLab.watchMarks('commands', commandRules);
    return () => void embedLab.watchMarks(set, undefined);
  }, [set, rules]);
  const position = state?.position ?? -1;
  const lit = marks[set];
  const goTo = useCallback(
    (part: string) => {
      const mark = Object.keys(rules ?? {}).indexOf(part);
      const last = mark < 0 ? -1 : (lit?.events.lastOf(mark, position - 1) ?? -1);
      if (last >= 0) void embedLab.seek(last);
    },
    [rules, lit, position],
  );
  if (!bound) return null;
  return (
    <DocumentView
      diagram={bound.diagram}
      bind={bound.bind}
      language={language}
      events={lit?.events}
      until={lit?.until ?? 0}
      position={position}
      since={Math.max(0, marks.commands?.events.lastOf(0, position) ?? 0)}
      fogFrom={fogFrom}
      event={index.at(position)}
      detail={detail}
      focus={focus}
      trail={trail}
      chosen={chosen}
      onOpen={onChoose ?? goTo}
    />
  );
}
