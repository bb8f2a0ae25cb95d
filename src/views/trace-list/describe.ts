import type { Ui } from '../../i18n/index';
import type { IndexedEvent } from '../../store/trace-index';
import { clockText } from '../../ui/time';
import { eventSentence } from '../words';

/** One line of the list in words. */
export function describeEvent(ui: Ui, event: IndexedEvent): string {
  return `${clockText(event.at)} ${eventSentence(ui, event)}`;
}
