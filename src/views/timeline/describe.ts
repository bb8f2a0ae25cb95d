import type { Ui } from '../../i18n/index';
import type { IndexedEvent } from '../../store/trace-index';
import { clockText } from '../../ui/time';
import { eventSentence } from '../words';

/** Where the cursor stands, in words. */
export function describeCursor(
  ui: Ui,
  event: IndexedEvent | undefined,
  at: number,
  position: number,
  length: number,
): string {
  const sentence = event ? eventSentence(ui, event) : ui.detail.start;
  return ui.player.scrubberValue(clockText(at), position + 1, length, sentence);
}
