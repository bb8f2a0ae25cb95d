import { useUi } from '../../i18n';
import { Button } from '../../ui/controls';
import type { HintTexts } from '../text/lesson-text';
import styles from './lesson.module.css';
import { Paragraphs } from './RichText';

interface HintLadderProps {
  readonly hints: HintTexts;
  /** Rungs that are open. */
  readonly open: number;
  readonly onMore: () => void;
}

/** Where to look, what to compare, which field: one rung after the other. */
export function HintLadder({ hints, open, onMore }: HintLadderProps) {
  const { lesson: words } = useUi();
  return (
    <div className={styles.hints}>
      <ol aria-live="polite">
        {hints.slice(0, open).map((hint, index) => (
          <li key={words.hintOf(index + 1, hints.length)} aria-label={words.hintOf(index + 1, hints.length)}>
            <Paragraphs text={hint} />
          </li>
        ))}
      </ol>
      {open < hints.length && (
        <Button look="ghost" onClick={onMore}>
          {open === 0 ? words.hint : words.nextHint}
        </Button>
      )}
    </div>
  );
}
