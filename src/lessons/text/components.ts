/** An element of the closed list, or text. */
export interface Element {
  readonly tag: string;
  readonly id: string;
  readonly level: number;
  readonly line: number;
  readonly children: readonly (Element | string)[];
}

export interface TextFault {
  readonly line: number;
  readonly message: string;
}

/** What may stand inside what. `#` is text. */
const nesting: Readonly<Record<string, readonly string[]>> = {
  '': ['Assume', 'Recall', 'Step', 'Next'],
  Assume: ['#'],
  Recall: ['#', 'Item', 'Right', 'Wrong'],
  Next: ['#', 'Item', 'Right', 'Wrong'],
  Step: ['#', 'Action', 'Ask', 'Reveal', 'Claim', 'Goal', 'Failure', 'Summary'],
  Ask: ['#', 'Item', 'Wrong', 'Hint'],
  Claim: ['Says', 'Does'],
  Failure: ['#', 'Message', 'Hint'],
  Action: ['#'],
  Goal: ['#'],
  Hint: ['#'],
  Item: ['#'],
  Right: ['#'],
  Wrong: ['#'],
  Reveal: ['#'],
  Says: ['#'],
  Does: ['#'],
  Message: ['#'],
  Summary: ['#'],
};

const withId = new Set(['Assume', 'Recall', 'Next', 'Step', 'Wrong', 'Item', 'Claim', 'Failure']);
const token = /`[^`\n]*`|<(\/?)([A-Za-z][\w.-]*)([^<>\n]*)>|[<{}]/g;
const attributes = /^(?:\s+id="([a-z0-9][a-z0-9-]*)"|\s+level=\{([123])\})*\s*$/;

interface Open {
  readonly tag: string;
  readonly id: string;
  readonly level: number;
  readonly line: number;
  readonly children: (Element | string)[];
}

/**
 * Reads a lesson's text into elements of the closed list. Anything else between angle brackets, and every brace, is a fault:
 * a lesson's text holds no HTML and no code. In backticks everything is text.
 */
export function readComponents(source: string): {
  readonly children: readonly (Element | string)[];
  readonly faults: TextFault[];
} {
  const faults: TextFault[] = [];
  const root: Open = { tag: '', id: '', level: 0, line: 1, children: [] };
  const stack: Open[] = [root];
  let from = 0;
  const lineOf = (index: number) => source.slice(0, index).split('\n').length;
  const top = () => stack[stack.length - 1] as Open;
  const text = (until: number) => {
    const piece = source.slice(from, until);
    if (piece.trim() === '') return;
    const here = top();
    if (nesting[here.tag]?.includes('#')) here.children.push(piece);
    else
      faults.push({
        line: lineOf(from + piece.search(/\S/)),
        message: `text outside of an element: ${piece.trim().slice(0, 40)}`,
      });
  };
  for (const match of source.matchAll(token)) {
    const [whole, closing, tag, rest = ''] = match;
    if (whole.startsWith('`')) continue;
    const line = lineOf(match.index);
    text(match.index);
    from = match.index + whole.length;
    if (tag === undefined || !Object.hasOwn(nesting, tag)) {
      faults.push({ line, message: `${whole} is no component; the list is closed` });
      continue;
    }
    if (closing) {
      const open = stack.length > 1 ? stack.pop() : undefined;
      if (open?.tag !== tag) faults.push({ line, message: `</${tag}> closes ${open ? `<${open.tag}>` : 'nothing'}` });
      if (open) top().children.push(open);
      continue;
    }
    const given = attributes.exec(rest);
    if (!given) faults.push({ line, message: `<${tag}${rest}>: only id="…" and level={1…3}` });
    const [, id = '', level = '0'] = given ?? [];
    if (withId.has(tag) === (id === ''))
      faults.push({ line, message: id ? `<${tag}> takes no id` : `<${tag}> lacks an id` });
    if ((tag === 'Hint') === (level === '0'))
      faults.push({ line, message: `<${tag}>: a level belongs to each Hint, and to nothing else` });
    if (!nesting[top().tag]?.includes(tag))
      faults.push({ line, message: `<${tag}> may not stand in <${top().tag || 'the lesson'}>` });
    stack.push({ tag, id, level: Number(level), line, children: [] });
  }
  text(source.length);
  for (const open of stack.slice(1)) faults.push({ line: open.line, message: `<${open.tag}> is not closed` });
  return { children: root.children, faults };
}
