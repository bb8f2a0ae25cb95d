/**
 * Models: k8s.io/apimachinery pkg/labels selector.go (Lexer, Parser, Parse).
 * Simplified: -
 * Not modelled: field paths other than the default in messages.
 */
import { goQuote } from './field-error';
import {
  binaryOperators,
  byKey,
  newRequirement,
  type Requirement,
  type SelectorOperator,
  type SelectorResult,
} from './selectors';
import { isLabelKey } from './validation/formats';

type TokenKind = 'end' | 'identifier' | ')' | ',' | '!' | '==' | '=' | '>' | 'in' | '<' | '!=' | 'notin' | '(';

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const SPACE = ' \t\r\n';
const SPECIAL = '=!(),><';
const SYMBOLS: ReadonlySet<string> = new Set([')', ',', '!', '==', '=', '>', '<', '!=', '(']);

function scan(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (at < text.length && SPACE.includes(text[at]!)) at++;
    if (at >= text.length) break;
    const from = at;
    if (SPECIAL.includes(text[at]!)) {
      at++;
      while (at < text.length && SPECIAL.includes(text[at]!) && SYMBOLS.has(text.slice(from, at + 1))) at++;
      const symbol = text.slice(from, at);
      tokens.push({ kind: symbol as TokenKind, text: symbol });
    } else {
      while (at < text.length && !SPECIAL.includes(text[at]!) && !SPACE.includes(text[at]!)) at++;
      const word = text.slice(from, at);
      tokens.push({ kind: word === 'in' || word === 'notin' ? word : 'identifier', text: word });
    }
  }
  tokens.push({ kind: 'end', text: '' });
  return tokens;
}

/** A message that ends the parse; thrown and caught in this file only. */
class ParseError extends Error {}

class Parser {
  private at = 0;
  private readonly tokens: readonly Token[];

  constructor(text: string) {
    this.tokens = scan(text);
  }

  /** In the place of a key or value, `in` and `notin` are words like any other. */
  private look(): Token {
    const token = this.tokens[this.at] ?? { kind: 'end', text: '' };
    return token.kind === 'in' || token.kind === 'notin' ? { kind: 'identifier', text: token.text } : token;
  }

  private take(): Token {
    const token = this.look();
    this.at++;
    return token;
  }

  parse(): Requirement[] {
    const requirements: Requirement[] = [];
    for (;;) {
      const token = this.look();
      if (token.kind === 'end') return requirements;
      if (token.kind !== 'identifier' && token.kind !== '!') {
        throw new ParseError(`found '${token.text}', expected: !, identifier, or 'end of string'`);
      }
      try {
        requirements.push(this.requirement());
      } catch (error) {
        if (error instanceof ParseError) throw new ParseError(`unable to parse requirement: ${error.message}`);
        throw error;
      }
      const after = this.take();
      if (after.kind === 'end') return requirements;
      if (after.kind !== ',') throw new ParseError(`found '${after.text}', expected: ',' or 'end of string'`);
      const next = this.look();
      if (next.kind !== 'identifier' && next.kind !== '!') {
        throw new ParseError(`found '${next.text}', expected: identifier after ','`);
      }
    }
  }

  private requirement(): Requirement {
    let token = this.take();
    const negated = token.kind === '!';
    if (negated) token = this.take();
    if (token.kind !== 'identifier') throw new ParseError(`found '${token.text}', expected: identifier`);
    const problems = isLabelKey(token.text);
    if (problems.length > 0)
      throw new ParseError(`<nil>: Invalid value: ${goQuote(token.text)}: ${problems.join('; ')}`);
    const next = this.look().kind;
    if (negated) return checked(token.text, '!', []);
    if (next === 'end' || next === ',') return checked(token.text, 'exists', []);
    const operator = this.operator();
    const values = operator === 'in' || operator === 'notin' ? this.values() : this.exactValue();
    return checked(token.text, operator, [...values].sort());
  }

  private operator(): SelectorOperator {
    const token = this.tokens[this.at++]!;
    switch (token.kind) {
      case 'in':
      case 'notin':
      case '=':
      case '==':
      case '!=':
        return token.kind;
      case '>':
        return 'gt';
      case '<':
        return 'lt';
      default:
        throw new ParseError(`found '${token.text}', expected: ${binaryOperators}`);
    }
  }

  private values(): ReadonlySet<string> {
    const open = this.take();
    if (open.kind !== '(') throw new ParseError(`found '${open.text}' expected: '('`);
    const first = this.look();
    if (first.kind === ')') {
      this.take();
      return new Set(['']);
    }
    if (first.kind !== 'identifier' && first.kind !== ',') {
      throw new ParseError(`found '${first.text}', expected: ',', ')' or identifier`);
    }
    const values = this.identifiers();
    if (this.take().kind !== ')') throw new ParseError(`found '${first.text}', expected: ')'`);
    return values;
  }

  private identifiers(): ReadonlySet<string> {
    const values = new Set<string>();
    for (;;) {
      const token = this.take();
      const next = this.look();
      if (token.kind === 'identifier') {
        values.add(token.text);
        if (next.kind === ')') return values;
        if (next.kind !== ',') throw new ParseError(`found '${next.text}', expected: ',' or ')'`);
      } else if (token.kind === ',') {
        if (values.size === 0) values.add('');
        if (next.kind === ')') return values.add('');
        if (next.kind === ',') values.add('');
      } else {
        throw new ParseError(`found '${token.text}', expected: ',', or identifier`);
      }
    }
  }

  private exactValue(): ReadonlySet<string> {
    const next = this.look();
    if (next.kind === 'end' || next.kind === ',') return new Set(['']);
    const token = this.take();
    if (token.kind !== 'identifier') throw new ParseError(`found '${token.text}', expected: identifier`);
    return new Set([token.text]);
  }
}

function checked(key: string, operator: SelectorOperator, values: readonly string[]): Requirement {
  const made = newRequirement(key, operator, values);
  if (made.error !== undefined) throw new ParseError(made.error);
  return made.requirement;
}

/** Reads `x in (a,b),y!=c,!z` as `-l` and the labelSelector parameter give it; errors in upstream's words. */
export function parseSelector(text: string): SelectorResult {
  try {
    return { selector: { requirements: byKey(new Parser(text).parse()), nothing: false } };
  } catch (error) {
    if (error instanceof ParseError) return { error: error.message };
    throw error;
  }
}
