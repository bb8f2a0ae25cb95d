import { CircleDashed, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUi } from '../../i18n/index';
import type { ManifestFault, ManifestNote, ManifestProblem } from '../../worker/protocol';
import styles from '../editor.module.css';
import type { Place } from './text-editor';

export const problemsId = 'manifest-problems';

interface ProblemsProps {
  readonly faults: readonly ManifestFault[];
  readonly problems: readonly ManifestProblem[];
  readonly notes: readonly ManifestNote[];
  /** They are the answer to a command, not what is seen while one writes. */
  readonly answered: boolean;
  /** The problems come from the cluster. */
  readonly refused: boolean;
  /** kubectl read what stands before the first fault, and sent it. */
  readonly partly: boolean;
  readonly onGo: (place: Place) => void;
}

/** What is wrong with a manifest, else what this cluster does not act on; each line leads to its place. */
export function Problems({ faults, problems, notes, answered, refused, partly, onGo }: ProblemsProps) {
  const ui = useUi();
  const words = (fault: ManifestFault) => {
    if (fault.code === 'too-large') return ui.editor.tooLarge(fault.message);
    if (fault.code === 'too-deep') return ui.editor.tooDeep(fault.message);
    return <code>{fault.message}</code>;
  };
  const place = (at: Place) =>
    at.line > 0 && (
      <>
        <button type="button" className={styles.place} onClick={() => onGo(at)}>
          {ui.editor.place(at.line, at.column)}
        </button>{' '}
      </>
    );
  return (
    <div className={styles.problems}>
      {faults.length > 0 && (
        <Bad id={problemsId} answered={answered} title={ui.editor.faultTitle(faults.length)}>
          <ul>
            {faults.map((fault) => (
              <li key={`${fault.line}:${fault.column} ${fault.message}`}>
                {place(fault)}
                {words(fault)}
              </li>
            ))}
          </ul>
          {answered && <p>{partly ? ui.editor.sentBefore : ui.editor.nothingSent}</p>}
        </Bad>
      )}
      {problems.length > 0 && (
        <Bad
          id={faults.length > 0 ? undefined : problemsId}
          answered={answered}
          title={refused ? ui.editor.refusedTitle(problems.length) : ui.editor.problemTitle(problems.length)}
        >
          <ul>
            {problems.map((problem) => (
              <li key={`${problem.line}:${problem.column} ${problem.field} ${problem.message}`}>
                {place(problem)}
                <code>{problemText(problem)}</code>
              </li>
            ))}
          </ul>
        </Bad>
      )}
      {noteSorts.map((sort) => (
        <Notes key={sort} sort={sort} notes={notes.filter((note) => note.sort === sort)} onGo={onGo} />
      ))}
    </div>
  );
}

const noteSorts = ['unserved', 'kind', 'field', 'absentImage', 'assumedImage', 'repeatedKey'] as const;

interface NotesProps extends Pick<ProblemsProps, 'notes' | 'onGo'> {
  readonly sort: ManifestNote['sort'];
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

/** The API server's words; they name the field already where the text cannot be read as its kind. */
export function problemText({ field, message }: ManifestProblem): string {
  return field === '' || message.includes(field) || message.startsWith('json:') ? message : `${field}: ${message}`;
}

interface BadProps {
  readonly id: string | undefined;
  readonly answered: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

/** An answer is spoken at once; what is seen while one writes only says how much there is, in its turn. */
function Bad({ id, answered, title, children }: BadProps) {
  return (
    <div className={styles.faults} role={answered ? 'alert' : undefined} id={id}>
      <h2>
        <CircleX size={15} aria-hidden />
        <span role={answered ? undefined : 'status'}>{title}</span>
      </h2>
      {children}
    </div>
  );
}
