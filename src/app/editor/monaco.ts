/** The editor itself, with all that it needs: a chunk of its own, fetched when somebody is about to write. */
import { editor, KeyCode, KeyMod, languages, MarkerSeverity, Uri } from 'monaco-editor/editor';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codeEditor/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/contextmenu/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/snippet/register';
import 'monaco-editor/features/suggest/register';
import 'monaco-editor/features/tokenization/register';
import 'monaco-editor/features/wordOperations/register';
import 'monaco-editor/languages/definitions/yaml/register';
import { editorSchema } from 'virtual:editor-schema';
import { configureMonacoYaml } from 'monaco-yaml';
import type { Mark, Place, Selected, TextEditor } from './text-editor';
import { editorTheme } from './theme';
import YamlWorker from './yaml.worker?worker';

const markOwner = 'lab';
const themeName = 'clusterglass';

globalThis.MonacoEnvironment = { getWorker: () => new EditorWorker() };

/** What monaco-yaml passes to the function of this name, which has since become another. */
interface OldWorkerOptions {
  readonly createData: unknown;
}

function createYamlWorker({ createData }: OldWorkerOptions): unknown {
  const worker = new YamlWorker();
  // The first message is the editor's own handshake in older versions, the second what the Worker starts with.
  worker.postMessage('ignore');
  worker.postMessage(createData);
  return editor.createWebWorker({ worker });
}

configureMonacoYaml(
  { editor: { ...editor, createWebWorker: createYamlWorker }, languages, Uri, MarkerSeverity } as never,
  {
    // Faults are told by the lab's own reader, in the words of the API server.
    validate: false,
    format: { enable: false },
    isKubernetes: true,
    yamlVersion: '1.1',
    enableSchemaRequest: false,
    hoverAnchor: false,
    schemas: [
      { uri: 'inmemory://clusterglass/manifest.schema.json', fileMatch: ['**/*.k8s.yaml'], schema: editorSchema },
    ],
  },
);

export interface RichTextOptions {
  readonly text: string;
  readonly selected: Selected;
  readonly label: string;
  readonly dark: boolean;
  readonly mac: boolean;
  onText(text: string): void;
  onApply(): void;
  /** Whether Tab moves the focus instead of writing. */
  onTabMoves(moves: boolean): void;
}

export interface RichText extends TextEditor {
  setText(text: string): void;
  setMarks(marks: readonly Mark[]): void;
  /** Takes the page's colours, letters and words as they are now. */
  restyle(label: string, dark: boolean): void;
  focus(): void;
  dispose(): void;
}

/** Puts an editor into an element. */
export function mountRichText(host: HTMLElement, options: RichTextOptions): RichText {
  const { mac } = options;
  const uri = Uri.parse('file:///manifest.k8s.yaml');
  const model = editor.getModel(uri) ?? editor.createModel('', 'yaml', uri);
  model.setEOL(editor.EndOfLineSequence.LF);
  model.updateOptions({ tabSize: 2, insertSpaces: true });
  if (model.getValue() !== options.text) model.setValue(options.text);
  defineTheme(options.dark);
  const view = editor.create(host, {
    model,
    theme: themeName,
    ariaLabel: options.label,
    automaticLayout: true,
    editContext: false,
    fixedOverflowWidgets: true,
    minimap: { enabled: false },
    glyphMargin: false,
    lineNumbersMinChars: 3,
    lineDecorationsWidth: 12,
    folding: true,
    overviewRulerLanes: 1,
    overviewRulerBorder: false,
    hideCursorInOverviewRuler: true,
    scrollBeyondLastLine: false,
    renderFinalNewline: 'on',
    scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, alwaysConsumeMouseWheel: false },
    padding: { top: 8, bottom: 8 },
    quickSuggestions: { other: true, strings: true, comments: false },
    wordBasedSuggestions: 'off',
    suggest: { showWords: false, preview: false },
    hover: { delay: 300 },
    renderLineHighlight: 'line',
    stickyScroll: { enabled: false },
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false },
    accessibilitySupport: 'auto',
    tabFocusMode: false,
    ...letters(host),
  });
  const [from, to] = [options.selected.from, options.selected.to].map((offset) => model.getPositionAt(offset));
  if (from && to) {
    view.setSelection({
      startLineNumber: from.lineNumber,
      startColumn: from.column,
      endLineNumber: to.lineNumber,
      endColumn: to.column,
    });
    view.revealLineInCenterIfOutsideViewport(from.lineNumber);
  }
  let quiet = false;
  const changes = model.onDidChangeContent(() => {
    if (!quiet) options.onText(model.getValue());
  });
  view.addCommand(KeyMod.CtrlCmd | KeyCode.Enter, () => options.onApply());
  // The editor's own command for this does not tell what it did.
  view.addCommand(mac ? KeyMod.WinCtrl | KeyMod.Shift | KeyCode.KeyM : KeyMod.CtrlCmd | KeyCode.KeyM, () => {
    const moves = !view.getOption(editor.EditorOption.tabFocusMode);
    view.updateOptions({ tabFocusMode: moves });
    options.onTabMoves(moves);
  });
  void document.fonts.ready.then(() => editor.remeasureFonts());
  return {
    goTo: ({ line, column }: Place) => {
      if (line < 1) return;
      const lineNumber = Math.min(line, model.getLineCount());
      view.setPosition({ lineNumber, column: Math.max(1, column) });
      view.revealLineInCenterIfOutsideViewport(lineNumber);
      view.focus();
    },
    setText: (text) => {
      if (text === model.getValue()) return;
      quiet = true;
      // An edit, so that it can be undone.
      view.pushUndoStop();
      model.pushEditOperations(null, [{ range: model.getFullModelRange(), text }], () => null);
      view.pushUndoStop();
      view.setScrollTop(0);
      quiet = false;
    },
    setMarks: (marks) => {
      const lines = model.getLineCount();
      editor.setModelMarkers(
        model,
        markOwner,
        marks
          .filter(({ line }) => line > 0)
          .map(({ line, column, look, message }) => {
            const lineNumber = Math.min(line, lines);
            const end = Math.max(column + 1, model.getLineMaxColumn(lineNumber));
            return {
              startLineNumber: lineNumber,
              startColumn: column,
              endLineNumber: lineNumber,
              endColumn: end,
              severity: look === 'error' ? MarkerSeverity.Error : MarkerSeverity.Info,
              message,
            };
          }),
      );
    },
    restyle: (ariaLabel, dark) => {
      defineTheme(dark);
      editor.setTheme(themeName);
      view.updateOptions({ ariaLabel, ...letters(host) });
    },
    focus: () => view.focus(),
    dispose: () => {
      changes.dispose();
      view.dispose();
    },
  };
}

function defineTheme(dark: boolean): void {
  const css = getComputedStyle(document.documentElement);
  editor.defineTheme(
    themeName,
    editorTheme((name) => css.getPropertyValue(name).trim(), dark),
  );
}

/** The page's letters, in the sizes that its style sheet gives this element. */
function letters(host: HTMLElement): editor.IEditorOptions {
  const { fontFamily, fontSize, lineHeight } = getComputedStyle(host);
  return { fontFamily, fontSize: Number.parseFloat(fontSize), lineHeight: Number.parseFloat(lineHeight) };
}
