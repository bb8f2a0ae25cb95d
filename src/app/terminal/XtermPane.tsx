import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { useEffect, useRef } from 'react';
import { useUi } from '../../i18n/index';
import { lab } from '../../store/lab-connection';
import { useSettings } from '../../store/settings';
import { complete, type EditedLine, emptyLine, History, insert, lineKeys, pressKey } from './line-editor';
import { cellsOf, offerText, prompt, promptCells, quietText, screenText, shownRuns } from './screen';
import styles from './terminal.module.css';
import type { Shell } from './use-shell';

const fontSize = 13;

/** Draws the shell with xterm, and takes keys from it. All that is above the prompt follows from the runs at the cursor. */
class Screen {
  readonly terminal: Terminal;
  private readonly fit = new FitAddon();
  private readonly observer: ResizeObserver;
  private line: EditedLine = emptyLine;
  private history = new History();
  private offer: readonly string[] = [];
  private drawn = '';
  private marker: ReturnType<Terminal['registerMarker']> | undefined;
  private drawing = false;
  private stale = false;
  private gone = false;
  /** Runs up to this one were cleared away. */
  private clearedTo = '';
  private leaving = false;
  private busy = false;
  private shell: Shell;
  private words: { readonly exit: (code: number) => string; readonly running: string; readonly hint: string };

  constructor(element: HTMLElement, label: string, shell: Shell, words: Screen['words']) {
    this.shell = shell;
    this.words = words;
    this.history = new History(shell.runs.filter(({ typed }) => typed).map(({ command }) => `kubectl ${command}`));
    this.terminal = new Terminal({
      fontFamily: getComputedStyle(element).fontFamily,
      fontSize,
      lineHeight: 1.35,
      convertEol: true,
      screenReaderMode: true,
      scrollback: 5_000,
      theme: this.themeOf(element),
    });
    this.terminal.loadAddon(this.fit);
    this.terminal.open(element);
    this.terminal.textarea?.setAttribute('aria-label', label);
    this.terminal.attachCustomKeyEventHandler((event) => this.takes(event));
    this.terminal.onData((data) => this.receive(data));
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(element);
    this.resize();
    void this.draw();
  }

  private themeOf(element: HTMLElement) {
    const { backgroundColor, color } = getComputedStyle(element);
    return { background: backgroundColor, foreground: color, cursor: color, selectionBackground: '#56657a' };
  }

  restyle(element: HTMLElement): void {
    this.terminal.options.theme = this.themeOf(element);
  }

  update(shell: Shell, words: Screen['words']): void {
    this.shell = shell;
    this.words = words;
    void this.draw();
  }

  dispose(): void {
    this.gone = true;
    this.observer.disconnect();
    this.terminal.dispose();
  }

  private resize(): void {
    const { clientHeight, clientWidth } = this.terminal.element?.parentElement ?? { clientHeight: 0, clientWidth: 0 };
    if (clientHeight === 0 || clientWidth === 0) return;
    this.fit.fit();
    this.drawn = '\0';
    void this.draw();
  }

  /** Escape, then Tab leaves, and so does Tab where nothing is to be completed, and Shift with Tab. */
  private takes(event: KeyboardEvent): boolean {
    // Keys of the page, such as the space that plays, are text here.
    event.stopPropagation();
    if (event.type !== 'keydown') return true;
    const idle = this.line.text === '' || this.shell.waiting !== undefined;
    if (event.key === 'Tab' && (this.leaving || idle || event.shiftKey)) return false;
    if (event.key === 'c' && event.ctrlKey && this.terminal.hasSelection()) return false;
    if (event.key === 'v' && event.ctrlKey) return false;
    this.leaving = event.key === 'Escape';
    return true;
  }

  private write(text: string): Promise<void> {
    return new Promise((resolve) => this.terminal.write(text, resolve));
  }

  /** Brings the screen to what it should show. Calls in between are made up for at the end. */
  private async draw(): Promise<void> {
    this.stale = true;
    if (this.drawing) return;
    this.drawing = true;
    while (this.stale && !this.gone) {
      this.stale = false;
      await this.drawOnce();
    }
    this.drawing = false;
  }

  private async drawOnce(): Promise<void> {
    const { active } = this.terminal.buffer;
    const lineNow = () => active.baseY + active.cursorY;
    const runs = this.shell.runs.filter(({ id }) => id > this.clearedTo).slice(-shownRuns);
    const body = runs.length === 0 ? `${quietText(this.words.hint)}\r\n` : screenText(runs, this.words.exit);
    if (this.marker && !this.marker.isDisposed) {
      const up = lineNow() - this.marker.line;
      await this.write(`${up > 0 ? `\x1b[${up}A` : ''}\r\x1b[J`);
    }
    this.marker?.dispose();
    if (!body.startsWith(this.drawn)) {
      await this.write('\x1b[2J\x1b[3J\x1b[H');
      this.drawn = '';
    }
    if (body !== this.drawn) await this.write(body.slice(this.drawn.length));
    this.drawn = body;
    if (this.gone) return;
    this.marker = this.terminal.registerMarker(0);
    const { columns } = { columns: this.terminal.cols };
    const offer = this.offer.length > 0 ? `${offerText(this.offer, columns)}\r\n` : '';
    if (this.shell.waiting) {
      await this.write(quietText(this.words.running));
      return;
    }
    await this.write(`${offer}${this.shell.ready ? prompt : quietText('… ')}`);
    const promptLine = lineNow();
    await this.write(`${this.line.text} `);
    const up = lineNow() - promptLine;
    const cells = promptCells + cellsOf(this.line.text.slice(0, this.line.cursor));
    const down = Math.floor(cells / columns);
    await this.write(
      `${up > 0 ? `\x1b[${up}A` : ''}\r${down > 0 ? `\x1b[${down}B` : ''}${cells % columns > 0 ? `\x1b[${cells % columns}C` : ''}`,
    );
  }

  private receive(data: string): void {
    if (this.shell.waiting) {
      if (data === '\x03') void this.shell.interrupt();
      return;
    }
    if (this.busy) return;
    this.offer = [];
    const key = Object.hasOwn(lineKeys, data) ? lineKeys[data] : undefined;
    if (key) this.line = pressKey(this.line, key);
    else if (data === '\t') void this.offerWords();
    else if (data === '\x1b[A' || data === '\x1bOA' || data === '\x10')
      this.recall(this.history.previous(this.line.text));
    else if (data === '\x1b[B' || data === '\x1bOB' || data === '\x0e') this.recall(this.history.next());
    else if (data === '\x03') this.line = emptyLine;
    else if (data === '\x0c') this.clear();
    else if (data.startsWith('\x1b')) return;
    else if (/[\r\n]/.test(data)) this.submit(data);
    else this.line = insert(this.line, data);
    void this.draw();
  }

  private recall(text: string | undefined): void {
    if (text !== undefined) this.line = { text, cursor: text.length };
  }

  private clear(): void {
    this.clearedTo = this.shell.runs.at(-1)?.id ?? '';
    this.drawn = '\0';
  }

  /** Enter, or pasted lines: what follows the last of them stays to be edited. */
  private submit(data: string): void {
    const parts = data.split(/\r\n|\r|\n/);
    const rest = parts.pop() ?? '';
    const [first = '', ...more] = parts;
    const lines = [insert(this.line, first).text, ...more].map((line) => line.trim()).filter(Boolean);
    this.line = insert(emptyLine, rest);
    for (const line of lines) this.history.add(line);
    const typed = lines.filter((line) => line !== 'clear');
    if (typed.length < lines.length) this.clear();
    if (typed.length === 0) return;
    this.busy = true;
    void this.shell.type(typed).finally(() => {
      this.busy = false;
    });
  }

  private async offerWords(): Promise<void> {
    const { text, cursor } = this.line;
    const found = await lab.complete(text.slice(0, cursor));
    if (!found || this.line.text !== text || this.line.cursor !== cursor) return;
    const completed = complete(this.line, found);
    if (completed.text === text && found.words.length > 1) this.offer = found.words;
    this.line = completed;
    void this.draw();
  }
}

/** The shell in xterm. Loaded when it is needed. */
export default function XtermPane({ shell }: { readonly shell: Shell }) {
  const ui = useUi();
  const theme = useSettings((settings) => settings.theme);
  const frame = useRef<HTMLDivElement>(null);
  const screen = useRef<Screen>(undefined);
  const words = { exit: ui.terminal.exit, running: ui.terminal.waiting, hint: ui.terminal.hint };
  const latest = useRef({ shell, words, label: ui.terminal.input });
  latest.current = { shell, words, label: ui.terminal.input };
  useEffect(() => {
    const made = new Screen(
      frame.current as HTMLElement,
      latest.current.label,
      latest.current.shell,
      latest.current.words,
    );
    screen.current = made;
    return () => made.dispose();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words follow from the language
  useEffect(() => screen.current?.update(shell, words), [shell, ui]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours follow from the theme
  useEffect(() => {
    const timer = setTimeout(() => screen.current?.restyle(frame.current as HTMLElement));
    return () => clearTimeout(timer);
  }, [theme]);
  return <div ref={frame} className={styles.xterm} data-testid="xterm" />;
}
