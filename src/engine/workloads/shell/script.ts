// Models: POSIX sh, Shell Command Language 2.10 (grammar): lists, pipelines, redirections, if, while, until, for, groups
// Simplified: words keep their quotes; they are expanded when their command runs.
// Not modelled: case, functions, here-documents, jobs in the background.

export interface Redirect {
  /** Which of the command's streams: 0, 1, 2. */
  readonly stream: 0 | 1 | 2;
  readonly mode: 'read' | 'write' | 'append' | 'duplicate';
  /** A word; of a duplicate the other stream's number. */
  readonly target: string;
}

export type Script =
  | { readonly kind: 'simple'; readonly words: readonly string[]; readonly redirects: readonly Redirect[] }
  | { readonly kind: 'group'; readonly body: Script; readonly own: boolean; readonly redirects: readonly Redirect[] }
  | { readonly kind: 'list'; readonly items: readonly Script[] }
  | { readonly kind: 'chain'; readonly left: Script; readonly operator: '&&' | '||'; readonly right: Script }
  | { readonly kind: 'pipe'; readonly parts: readonly Script[]; readonly not: boolean }
  | { readonly kind: 'loop'; readonly until: boolean; readonly condition: Script; readonly body: Script }
  | { readonly kind: 'for'; readonly name: string; readonly words: readonly string[]; readonly body: Script }
  | { readonly kind: 'if'; readonly condition: Script; readonly then: Script; readonly otherwise: Script | undefined };

/** Why a text is no script: dash's words, or that its end is missing, so that more of it may follow. */
export class ScriptError extends Error {
  readonly unfinished: boolean;

  constructor(message: string, unfinished = false) {
    super(message);
    this.unfinished = unfinished;
  }
}

interface Token {
  readonly text: string;
  readonly operator: boolean;
}

const longestScript = 100_000;
const operators = ['&&', '||', ';;', '>>', '>&', '<&', '&>', ';', '&', '|', '(', ')', '<', '>', '\n'];

/** The end of what begins at `at`: a quote, `$(…)`, `${…}` or backquotes. */
export function endOfQuoted(text: string, at: number): number {
  const missing = (what: string) => new ScriptError(`syntax error: unterminated ${what}`, true);
  const c = text[at];
  if (c === "'" || c === '`') {
    const end = text.indexOf(c, at + 1);
    if (end < 0) throw missing('quoted string');
    return end + 1;
  }
  if (c === '"') {
    for (let i = at + 1; i < text.length; i++) {
      if (text[i] === '\\') i++;
      else if (text[i] === '"') return i + 1;
      else if (text[i] === '$' && text[i + 1] === '(') i = endOfQuoted(text, i) - 1;
    }
    throw missing('quoted string');
  }
  const close = text[at + 1] === '(' ? ')' : '}';
  const open = text[at + 1];
  let depth = 0;
  for (let i = at + 1; i < text.length; i++) {
    const d = text[i] as string;
    if (d === '\\') i++;
    else if (d === "'" || d === '"' || d === '`') i = endOfQuoted(text, i) - 1;
    else if (d === open) depth++;
    else if (d === close && --depth === 0) return i + 1;
  }
  throw missing('substitution');
}

function tokensOf(text: string): Token[] {
  if (text.length > longestScript) throw new ScriptError('syntax error: the script is too long');
  const tokens: Token[] = [];
  let word = '';
  const flush = () => {
    if (word !== '') tokens.push({ text: word, operator: false });
    word = '';
  };
  for (let i = 0; i < text.length; ) {
    const c = text[i] as string;
    if (c === ' ' || c === '\t' || c === '\r') {
      flush();
      i++;
    } else if (c === '#' && word === '') {
      const end = text.indexOf('\n', i);
      i = end < 0 ? text.length : end;
    } else if (c === '\\') {
      if (i + 1 >= text.length) throw new ScriptError('syntax error: unexpected end of file', true);
      if (text[i + 1] !== '\n') word += text.slice(i, i + 2);
      i += 2;
    } else if (c === "'" || c === '"' || c === '`' || (c === '$' && (text[i + 1] === '(' || text[i + 1] === '{'))) {
      const end = endOfQuoted(text, i);
      word += text.slice(i, end);
      i = end;
    } else {
      const operator = operators.find((candidate) => text.startsWith(candidate, i));
      if (operator === undefined) {
        word += c;
        i++;
        continue;
      }
      // A digit right before `<` or `>` names a stream.
      const digit = /^[0-2]$/.test(word) && /^[<>]/.test(operator) ? word : '';
      if (digit) word = '';
      flush();
      tokens.push({ text: digit + operator, operator: true });
      i += operator.length;
    }
  }
  flush();
  return tokens;
}

const reserved = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', '}']);

class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  private get token(): Token | undefined {
    return this.tokens[this.at];
  }

  private is(text: string): boolean {
    return this.token?.text === text;
  }

  private isOperator(...texts: string[]): boolean {
    return this.token?.operator === true && texts.includes(this.token.text);
  }

  private unexpected(): ScriptError {
    const { token } = this;
    if (token === undefined) return new ScriptError('syntax error: unexpected end of file', true);
    return new ScriptError(`syntax error: unexpected ${token.text === '\n' ? 'newline' : JSON.stringify(token.text)}`);
  }

  private take(text: string): void {
    if (!this.is(text)) throw this.unexpected();
    this.at++;
  }

  private newlines(): void {
    while (this.isOperator('\n')) this.at++;
  }

  whole(): Script {
    const script = this.list();
    if (this.token !== undefined) throw this.unexpected();
    return script;
  }

  private list(): Script {
    if (++this.depth > 40) throw new ScriptError('syntax error: nested too deeply');
    const items: Script[] = [];
    for (;;) {
      while (this.isOperator(';', '\n', '&')) this.at++;
      const { token } = this;
      if (token === undefined || this.isOperator(')', ';;') || (!token.operator && reserved.has(token.text))) break;
      items.push(this.chain());
      if (this.token !== undefined && !this.isOperator(';', '\n', '&', ')')) throw this.unexpected();
    }
    this.depth--;
    return items.length === 1 ? (items[0] as Script) : { kind: 'list', items };
  }

  private chain(): Script {
    let left = this.pipe();
    while (this.isOperator('&&', '||')) {
      const operator = this.token?.text as '&&' | '||';
      this.at++;
      this.newlines();
      left = { kind: 'chain', left, operator, right: this.pipe() };
    }
    return left;
  }

  private pipe(): Script {
    const not = this.is('!') && this.token?.operator === false;
    if (not) this.at++;
    const parts = [this.command()];
    while (this.isOperator('|')) {
      this.at++;
      this.newlines();
      parts.push(this.command());
    }
    return parts.length === 1 && !not ? (parts[0] as Script) : { kind: 'pipe', parts, not };
  }

  private command(): Script {
    const { token } = this;
    if (token === undefined) throw this.unexpected();
    if (token.operator && token.text === '(') return this.group(')', true);
    if (!token.operator) {
      if (token.text === '{') return this.group('}', false);
      if (token.text === 'while' || token.text === 'until') return this.loop(token.text === 'until');
      if (token.text === 'for') return this.forLoop();
      if (token.text === 'if') return this.condition();
      if (reserved.has(token.text)) throw this.unexpected();
    }
    return this.simple();
  }

  private group(close: string, own: boolean): Script {
    this.at++;
    const body = this.list();
    this.take(close);
    const redirects: Redirect[] = [];
    for (let next = this.redirect(); next; next = this.redirect()) redirects.push(...next);
    return { kind: 'group', body, own, redirects };
  }

  private loop(until: boolean): Script {
    this.at++;
    const condition = this.list();
    this.take('do');
    const body = this.list();
    this.take('done');
    return { kind: 'loop', until, condition, body };
  }

  private forLoop(): Script {
    this.at++;
    const name = this.token?.text ?? '';
    if (!/^[A-Za-z_]\w*$/.test(name)) throw this.unexpected();
    this.at++;
    const words: string[] = [];
    if (this.is('in')) {
      this.at++;
      for (; this.token && !this.token.operator; this.at++) words.push(this.token.text);
    }
    while (this.isOperator(';', '\n')) this.at++;
    this.take('do');
    const body = this.list();
    this.take('done');
    return { kind: 'for', name, words, body };
  }

  private condition(): Script {
    this.at++;
    const condition = this.list();
    this.take('then');
    const then = this.list();
    let otherwise: Script | undefined;
    if (this.is('elif')) return { kind: 'if', condition, then, otherwise: this.condition() };
    if (this.is('else')) {
      this.at++;
      otherwise = this.list();
    }
    this.take('fi');
    return { kind: 'if', condition, then, otherwise };
  }

  private redirect(): Redirect[] | undefined {
    const { token } = this;
    if (!token?.operator) return undefined;
    const [, digit = '', operator = ''] = /^([0-2]?)(>>|>&|<&|&>|>|<)$/.exec(token.text) ?? [];
    if (operator === '') return undefined;
    this.at++;
    const target = this.token;
    if (target === undefined || target.operator) throw this.unexpected();
    this.at++;
    const stream = (digit === '' ? (operator[0] === '<' ? 0 : 1) : Number(digit)) as Redirect['stream'];
    switch (operator) {
      case '&>':
        return [
          { stream: 1, mode: 'write', target: target.text },
          { stream: 2, mode: 'duplicate', target: '1' },
        ];
      case '>&':
      case '<&':
        return [{ stream, mode: 'duplicate', target: target.text }];
      case '<':
        return [{ stream, mode: 'read', target: target.text }];
      default:
        return [{ stream, mode: operator === '>>' ? 'append' : 'write', target: target.text }];
    }
  }

  private simple(): Script {
    const words: string[] = [];
    const redirects: Redirect[] = [];
    for (;;) {
      const redirect = this.redirect();
      if (redirect) redirects.push(...redirect);
      else if (this.token && !this.token.operator) {
        words.push(this.token.text);
        this.at++;
      } else break;
    }
    if (words.length === 0 && redirects.length === 0) throw this.unexpected();
    return { kind: 'simple', words, redirects };
  }
}

/** Takes a script apart. Throws ScriptError. */
export function parseShell(text: string): Script {
  return new Parser(tokensOf(text)).whole();
}
