import type { Atlas } from '../../../content/languages/en/atlas';
import type { RunState } from '../../lessons/run-state';
import { plainText } from '../../lessons/text/inline';
import type { LessonText } from '../../lessons/text/lesson-text';
import styles from './lesson-page.module.css';

interface StepRowProps {
  readonly words: Atlas['lessonPage'];
  readonly text: LessonText;
  readonly state: RunState;
  /** Where they begin along the line, as the time line above them has it. */
  readonly edges: readonly number[];
  /** There is room for the name of the current one. */
  readonly named: boolean;
  readonly onGo: (index: number) => void;
}

/** The steps below the time line, each under its slice. Names of steps that lie ahead would give answers away. */
export function StepRow({ words, text, state, edges, named, onGo }: StepRowProps) {
  return (
    <nav className={styles.steps} aria-label={words.steps}>
      {text.steps.map(({ id, heading }, index) => {
        const reached = index <= state.furthest;
        const isNamed = named && index === state.current;
        const name = reached ? words.stepNamed(index + 1, plainText([heading])) : words.step(index + 1);
        return (
          <button
            key={id}
            type="button"
            aria-label={isNamed ? undefined : name}
            title={name}
            aria-current={index === state.current ? 'step' : undefined}
            data-reached={reached}
            disabled={state.busy}
            style={{ flexGrow: (edges[index + 1] ?? 1) - (edges[index] ?? 0) }}
            onClick={() => onGo(index)}
          >
            {index + 1}
            {isNamed && ` · ${plainText([heading])}`}
          </button>
        );
      })}
    </nav>
  );
}
