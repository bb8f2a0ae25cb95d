import type { Ui } from '../../i18n/index';
import { clockText, spanText } from '../../ui/time';
import type { LaneMessage } from '../../worker/protocol';
import { messageLabel } from '../cluster/message-label';
import { actorName, subjectName } from '../words';
import type { DrawnStrip, LanesModel, When } from './model';
import { nameOf } from './model';

/** A message, from whom to whom, and how long it took. */
export function describeMessage(ui: Ui, message: LaneMessage, when: When): string {
  const words = ui.lanes;
  const span = spanText(message.arrivedAt - message.sentAt);
  const text = messageLabel(message);
  const said =
    message.kind === 'watch'
      ? words.message(actorName(ui, message.from), actorName(ui, message.to), text, span)
      : words.request(actorName(ui, message.from), text, span);
  const notes = [message.failed ? words.refused(message.code) : '', whenText(ui, when)].filter(Boolean);
  return notes.length > 0 ? ui.list([said, ...notes]) : said;
}

function whenText(ui: Ui, when: When): string {
  return when === 'now' ? ui.lanes.atCursor : when === 'future' ? ui.lanes.future : '';
}

/** Versions of an object in one place, and when that place was stale. */
export function describeStrip(ui: Ui, strip: DrawnStrip): string {
  const words = ui.lanes;
  const name = subjectName(strip.subject);
  const texts = strip.spans
    .filter(({ when, facts, kind }) => when !== 'future' && (facts !== '' || kind !== 'known'))
    .map(({ kind, facts, at, lasts }) => {
      if (kind === 'stale') return words.staleAt(spanText(Math.round(lasts)), clockText(at));
      const known = kind === 'none' ? words.none(nameOf(strip.subject)) : kind === 'gone' ? words.deleted : facts;
      return words.version(known, clockText(at));
    });
  return words.versions(name, actorName(ui, strip.lane.actor), ui.list(texts));
}

/** The lanes in words: what the window holds, then each message in the order of the trace, then the strips. */
export function describeLanes(
  ui: Ui,
  model: LanesModel,
): { readonly summary: string; readonly items: readonly { readonly id: string; readonly text: string }[] } {
  const { axis, messages, strips } = model;
  const shown = messages.filter(({ when }) => when !== 'future');
  return {
    summary: ui.lanes.description(messages.length, clockText(axis.from), clockText(axis.to)),
    items: [
      ...strips.map((strip) => ({ id: `${strip.lane.id}/${strip.subject}`, text: describeStrip(ui, strip) })),
      ...shown.map(({ message, when }) => ({ id: String(message.position), text: describeMessage(ui, message, when) })),
    ],
  };
}
