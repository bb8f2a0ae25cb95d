// Models: the part of POSIX shell grammar that examples and lessons use: lists, pipes, quotes, while, for, if.
// Simplified: words are not expanded.
// Not modelled: variables, substitutions, functions, case, here-documents.

export type Node =
  | { readonly kind: 'command'; readonly words: readonly string[]; readonly writes: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly Node[] }
  | { readonly kind: 'chain'; readonly left: Node; readonly operator: '&&' | '||'; readonly right: Node }
  | { readonly kind: 'loop'; readonly until: boolean; readonly condition: Node; readonly body: Node }
  | { readonly kind: 'for'; readonly items: number; readonly body: Node }
  | { readonly kind: 'if'; readonly condition: Node; readonly then: Node; readonly otherwise: Node | undefined };

interface Token {
  readonly text: string;
  readonly operator: boolean;
}

/** Longest script that is looked at. */
const maxLength = 10_000;

function tokens(script: string): Token[] | undefined {
  const found: Token[] = [];
  let word = '';
  let inWord = false;
  const endWord = () => {
    if (inWord) found.push({ text: word, operator: false });
    word = '';
    inWord = false;
  };
  for (let i = 0; i < script.length; i++) {
    const c = script[i] as string;
    if (c === "'" || c === '"') {
      const end = script.indexOf(c, i + 1);
      if (end < 0) return undefined;
      word += script.slice(i + 1, end);
      inWord = true;
      i = end;
    } else if (c === '\\' && i + 1 < script.length) {
      i++;
      if (script[i] !== '\n') {
        word += script[i];
        inWord = true;
      }
    } else if (c === '#' && !inWord) {
      const end = script.indexOf('\n', i);
      i = end < 0 ? script.length : end - 1;
    } else if (c === ' ' || c === '\t' || c === '\r') endWord();
    else if (c === '\n') {
      endWord();
      found.push({ text: ';', operator: true });
    } else if (c === '>' || c === '<') {
      // `2>&1` and the like duplicate a stream and write nothing.
      if (/^\d$/.test(word)) word = '';
      if (word === '') inWord = false;
      endWord();
      if (script[i + 1] === '>') i++;
      if (script[i + 1] === '&') {
        i += 2;
        continue;
      }
      found.push({ text: c, operator: true });
    } else if (';&|(){}'.includes(c) && !((c === '{' || c === '}') && inWord)) {
      endWord();
      if ((c === '&' || c === '|') && script[i + 1] === c) {
        found.push({ text: c + c, operator: true });
        i++;
      } else found.push({ text: c, operator: true });
    } else {
      word += c;
      inWord = true;
    }
  }
  endWord();
  return found;
}

class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;
  failed = false;

  constructor(all: readonly Token[]) {
    this.tokens = all;
  }

  private peek(): Token | undefined {
    return this.tokens[this.at];
  }

  private isOperator(...texts: string[]): boolean {
    const token = this.peek();
    return token?.operator === true && texts.includes(token.text);
  }

  private isWord(...texts: string[]): boolean {
    const token = this.peek();
    return token !== undefined && !token.operator && texts.includes(token.text);
  }

  private takeWord(text: string): void {
    if (this.isWord(text)) this.at++;
    else this.failed = true;
  }

  get done(): boolean {
    return this.at >= this.tokens.length;
  }

  list(...ends: string[]): Node {
    const items: Node[] = [];
    if (++this.depth > 50) this.failed = true;
    while (!this.done && !this.failed && !this.isWord(...ends) && !this.isOperator(...ends)) {
      if (this.isOperator(';', '&')) this.at++;
      else items.push(this.chain());
    }
    this.depth--;
    return { kind: 'list', items };
  }

  private chain(): Node {
    let left = this.pipe();
    while (this.isOperator('&&', '||')) {
      const operator = (this.peek() as Token).text as '&&' | '||';
      this.at++;
      while (this.isOperator(';')) this.at++;
      left = { kind: 'chain', left, operator, right: this.pipe() };
    }
    return left;
  }

  /** The last command of a pipe decides how long it takes and how it ends. */
  private pipe(): Node {
    let last = this.command();
    while (this.isOperator('|')) {
      this.at++;
      last = this.command();
    }
    return last;
  }

  private command(): Node {
    if (this.isWord('while', 'until')) {
      const until = (this.peek() as Token).text === 'until';
      this.at++;
      const condition = this.list('do');
      this.takeWord('do');
      const body = this.list('done');
      this.takeWord('done');
      return { kind: 'loop', until, condition, body };
    }
    if (this.isWord('for')) {
      this.at += 2;
      this.takeWord('in');
      let items = 0;
      for (; !this.done && !this.peek()?.operator; this.at++) items++;
      while (this.isOperator(';')) this.at++;
      this.takeWord('do');
      const body = this.list('done');
      this.takeWord('done');
      return { kind: 'for', items, body };
    }
    if (this.isWord('if')) {
      this.at++;
      const condition = this.list('then');
      this.takeWord('then');
      const then = this.list('else', 'fi');
      let otherwise: Node | undefined;
      if (this.isWord('else')) {
        this.at++;
        otherwise = this.list('fi');
      }
      this.takeWord('fi');
      return { kind: 'if', condition, then, otherwise };
    }
    if (this.isOperator('(', '{')) {
      const close = (this.peek() as Token).text === '(' ? ')' : '}';
      this.at++;
      const inner = this.list(close);
      if (this.isOperator(close)) this.at++;
      else this.failed = true;
      return inner;
    }
    return this.simple();
  }

  private simple(): Node {
    const words: string[] = [];
    const writes: string[] = [];
    for (let token = this.peek(); token !== undefined; token = this.peek()) {
      if (token.operator && token.text !== '>' && token.text !== '<') break;
      this.at++;
      if (!token.operator) words.push(token.text);
      else {
        const file = this.peek();
        if (file === undefined || file.operator) this.failed = true;
        else if (token.text === '>') writes.push(file.text);
        this.at++;
      }
    }
    if (words.length === 0 && writes.length === 0) this.failed = true;
    return { kind: 'command', words, writes };
  }
}

/** The script's structure; `undefined` when it uses what this grammar lacks. */
export function parseScript(script: string): Node | undefined {
  const all = script.length > maxLength ? undefined : tokens(script);
  if (all === undefined) return undefined;
  const parser = new Parser(all);
  const node = parser.list();
  return parser.failed || !parser.done ? undefined : node;
}
