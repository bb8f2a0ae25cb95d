// Models: k8s.io/kubectl pkg/describe (PrefixWriter, tabbedString, printLabelsMultiline, printAnnotationsMultiline, DescribeEvents)
// Simplified: —
// Not modelled: —
import { type CoreEvent, humanDuration } from '../../engine/index';
import { compareStrings } from '../../shared/compare';
import { formatTime, parseTime } from '../../shared/time';
import { lastAppliedAnnotation } from '../apply';
import { tabulate } from '../line/tab-writer';

const maxAnnotationLength = 140;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** time.RFC1123Z of a time as objects have it: `Wed, 01 May 2024 10:00:00 +0000`. */
export function longTime(text: string | undefined): string {
  const micros = text === undefined ? undefined : parseTime(text);
  if (micros === undefined) return 'Mon, 01 Jan 0001 00:00:00 +0000';
  const [date = '', clock = ''] = formatTime(micros).slice(0, -1).split('T');
  const [year, month, day] = date.split('-');
  const weekday = weekdays[(Math.floor(micros / 86_400e6) + 4) % 7];
  return `${weekday}, ${day} ${months[Number(month) - 1]} ${year} ${clock} +0000`;
}

/** How long ago, as `describe` has it; `<unknown>` without a time. */
export function timeSince(text: string | undefined | null, nowMicros: number): string {
  const at = text === undefined || text === null ? undefined : parseTime(text);
  return at === undefined ? '<unknown>' : humanDuration(nowMicros - at);
}

/** A page of `kubectl describe`: lines whose tabs become columns. */
export class Page {
  private readonly done: string[] = [];
  private text = '';
  readonly nowMicros: number;

  constructor(nowMicros: number) {
    this.nowMicros = nowMicros;
  }

  /** One line at an indent of two blanks a level. */
  line(level: number, text: string): void {
    this.text += `${'  '.repeat(level)}${text}\n`;
  }

  /** What follows is laid out by itself. */
  flush(): void {
    if (this.text) this.done.push(tabulate(this.text.slice(0, -1), { minWidth: 0, padding: 2 }));
    this.text = '';
  }

  /** With its tabs, as they were written. */
  raw(): string {
    return this.text.replace(/\n$/, '');
  }

  toString(): string {
    this.flush();
    return this.done.join('\n');
  }

  labels(title: string, labels: Readonly<Record<string, string>> | undefined, indent = ''): void {
    const keys = Object.keys(labels ?? {}).sort(compareStrings);
    if (keys.length === 0) this.line(0, `${title}:\t<none>`);
    keys.forEach((key, i) => {
      this.line(0, `${i === 0 ? `${title}:` : indent}\t${key}=${labels?.[key]}`);
    });
  }

  annotations(title: string, annotations: Readonly<Record<string, string>> | undefined): void {
    const keys = Object.keys(annotations ?? {})
      .filter((key) => key !== lastAppliedAnnotation)
      .sort(compareStrings);
    if (keys.length === 0) this.line(0, `${title}:\t<none>`);
    keys.forEach((key, i) => {
      const value = (annotations?.[key] ?? '').replace(/\n$/, '');
      const start = `${i === 0 ? `${title}:` : ''}\t`;
      if (value.length + key.length + 2 > maxAnnotationLength || value.includes('\n')) {
        this.line(0, `${start}${key}:`);
        for (const part of value.split('\n')) {
          const short = part.length > maxAnnotationLength - 2 ? `${part.slice(0, maxAnnotationLength - 2)}...` : part;
          this.line(0, `\t  ${short}`);
        }
      } else this.line(0, `${start}${key}: ${value}`);
    });
  }

  events(events: readonly CoreEvent[]): void {
    if (events.length === 0) {
      this.line(0, 'Events:\t<none>');
      return;
    }
    this.flush();
    const last = (event: CoreEvent) => event.lastTimestamp ?? event.series?.lastObservedTime ?? event.eventTime ?? '';
    const sorted = [...events].sort((a, b) => compareStrings(last(a), last(b)));
    this.line(0, 'Events:\n  Type\tReason\tAge\tFrom\tMessage');
    this.line(1, '----\t------\t----\t----\t-------');
    for (const event of sorted) {
      const first = timeSince(event.eventTime ?? event.firstTimestamp, this.nowMicros);
      let age = first;
      if (event.series)
        age = `${timeSince(event.series.lastObservedTime, this.nowMicros)} (x${event.series.count} over ${first})`;
      else if ((event.count ?? 0) > 1)
        age = `${timeSince(event.lastTimestamp, this.nowMicros)} (x${event.count} over ${first})`;
      const source = event.source?.component || event.reportingComponent || '';
      this.line(1, `${event.type ?? ''}\t${event.reason ?? ''}\t${age}\t${source}\t${(event.message ?? '').trim()}`);
    }
  }
}
