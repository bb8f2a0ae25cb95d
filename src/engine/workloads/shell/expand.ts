// Models: POSIX sh 2.6 Word Expansions: parameters, command substitution, field splitting, quote removal
// Simplified: IFS is blanks and line ends; `${NAME}`, `${NAME:-word}`, `${#NAME}` are all forms of a parameter.
// Not modelled: arithmetic beyond + - * / %, tilde, patterns in parameters; file names are matched by `*` and `?` only.
import { endOfQuoted } from './script';

/** What an expansion asks of its shell. */
export interface Expander {
  variable(name: string): string | undefined;
  /** Standard output of a script, without its last line ends. */
  substitute(script: string): string;
  /** Paths that fit a pattern, sorted. */
  match(pattern: string): readonly string[];
}

interface Piece {
  readonly text: string;
  readonly quoted: boolean;
}

function arithmetic(text: string, expander: Expander): string {
  const names = text.replace(/\$?([A-Za-z_]\w*)/g, (_, name: string) => expander.variable(name) || '0');
  const tokens = names.match(/\d+|[-+*/%()]/g) ?? [];
  let at = 0;
  const factor = (): number => {
    const token = tokens[at++];
    if (token === '(') {
      const value = sum();
      at++;
      return value;
    }
    return token === '-' ? -factor() : Number(token ?? 0) || 0;
  };
  const product = (): number => {
    let value = factor();
    while (tokens[at] === '*' || tokens[at] === '/' || tokens[at] === '%') {
      const operator = tokens[at++];
      const right = factor();
      value =
        operator === '*'
          ? value * right
          : right === 0
            ? 0
            : operator === '/'
              ? Math.trunc(value / right)
              : value % right;
    }
    return value;
  };
  const sum = (): number => {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-')
      value = tokens[at++] === '+' ? value + product() : value - product();
    return value;
  };
  return String(sum());
}

function parameter(inner: string, expander: Expander): string {
  if (/^#\w+$/.test(inner)) return String((expander.variable(inner.slice(1)) ?? '').length);
  const [, name = '', operator = '', word = ''] = /^(\w+|\?|\$)(:?[-+=])?([\s\S]*)$/.exec(inner) ?? [];
  const value = expander.variable(name);
  const set = value !== undefined && (value !== '' || !operator.startsWith(':'));
  if (operator.endsWith('+')) return set ? expandText(word, expander) : '';
  if (operator !== '' && !set) return expandText(word, expander);
  return value ?? '';
}

/** The value of what begins with `$` or a backquote, and where it ends. */
function dollar(text: string, at: number, expander: Expander): { value: string; end: number } {
  if (text[at] === '`') {
    const end = endOfQuoted(text, at);
    return { value: expander.substitute(text.slice(at + 1, end - 1)), end };
  }
  const next = text[at + 1] ?? '';
  if (next === '(' || next === '{') {
    const end = endOfQuoted(text, at);
    const inner = text.slice(at + 2, end - 1);
    if (next === '{') return { value: parameter(inner, expander), end };
    if (inner.startsWith('(') && inner.endsWith(')')) return { value: arithmetic(inner.slice(1, -1), expander), end };
    return { value: expander.substitute(inner), end };
  }
  const [name] = /^(?:[A-Za-z_]\w*|[0-9?$#@*])/.exec(text.slice(at + 1)) ?? [''];
  if (name === '') return { value: '$', end: at + 1 };
  return { value: expander.variable(name) ?? '', end: at + 1 + name.length };
}

function pieces(word: string, expander: Expander): Piece[] {
  const found: Piece[] = [];
  for (let i = 0; i < word.length; ) {
    const c = word[i] as string;
    if (c === "'") {
      const end = endOfQuoted(word, i);
      found.push({ text: word.slice(i + 1, end - 1), quoted: true });
      i = end;
    } else if (c === '"') {
      const end = endOfQuoted(word, i);
      found.push({ text: doubleQuoted(word.slice(i + 1, end - 1), expander), quoted: true });
      i = end;
    } else if (c === '\\') {
      found.push({ text: word[i + 1] ?? '', quoted: true });
      i += 2;
    } else if (c === '$' || c === '`') {
      const { value, end } = dollar(word, i, expander);
      found.push({ text: value, quoted: false });
      i = end;
    } else {
      const [plain = c] = /^[^'"\\$`]+/.exec(word.slice(i)) ?? [];
      // What stands in the script itself is not split.
      found.push({ text: plain, quoted: !/[*?]/.test(plain) });
      i += plain.length;
    }
  }
  return found;
}

function doubleQuoted(text: string, expander: Expander): string {
  let out = '';
  for (let i = 0; i < text.length; ) {
    const c = text[i] as string;
    if (c === '\\' && /[$`"\\\n]/.test(text[i + 1] ?? '')) {
      if (text[i + 1] !== '\n') out += text[i + 1];
      i += 2;
    } else if (c === '$' || c === '`') {
      const { value, end } = dollar(text, i, expander);
      out += value;
      i = end;
    } else {
      out += c;
      i++;
    }
  }
  return out;
}

/** A word where it stays one: an assignment, the file of a redirection. */
export function expandText(word: string, expander: Expander): string {
  return pieces(word, expander)
    .map(({ text }) => text)
    .join('');
}

/** The fields that a word becomes: none, one or several. */
export function expandWord(word: string, expander: Expander): string[] {
  const fields: string[] = [];
  let field: string | undefined;
  let pattern = false;
  const end = () => {
    if (field === undefined) return;
    const matches = pattern ? expander.match(field) : [];
    fields.push(...(matches.length > 0 ? matches : [field]));
    field = undefined;
    pattern = false;
  };
  for (const { text, quoted } of pieces(word, expander)) {
    if (quoted) {
      field = (field ?? '') + text;
      continue;
    }
    if (/[*?]/.test(text)) pattern = true;
    const parts = text.split(/[ \t\n]+/);
    for (const [index, part] of parts.entries()) {
      if (index > 0) end();
      if (part !== '') field = (field ?? '') + part;
    }
  }
  end();
  return fields;
}
