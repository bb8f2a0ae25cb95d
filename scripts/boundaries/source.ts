import { parseSync } from 'vite';

/** One import, export-from, dynamic import or `new URL('./x', import.meta.url)` of a source file. */
export interface ImportSite {
  readonly specifier: string;
  readonly typeOnly: boolean;
  readonly line: number;
}

export interface NameSite {
  readonly name: string;
  readonly line: number;
}

/** What the boundary check knows of one source file. */
export interface SourceFile {
  readonly path: string;
  readonly imports: readonly ImportSite[];
  /** Names read from outside the file (globals), plus `async`, `await` and `.localeCompare`-like members. */
  readonly globals: readonly NameSite[];
  /** Every identifier and string of the code; comments are no part of it. */
  readonly words: readonly NameSite[];
  /** Text of the comment that opens the file, or ''. */
  readonly header: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Parses TypeScript or TSX text. Throws with path and reason if the text is not valid TypeScript. */
export function readSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text);
  const fault = parsed.errors[0];
  if (fault) throw new Error(`${path}: ${fault.message}`);

  const lineOf = lineFinder(text);
  const imports: ImportSite[] = [];
  const named: NameSite[] = [];
  const words: NameSite[] = [];
  const bound = new Set<string>();

  const visit = (node: Node, parent: Node | undefined, key: string) => {
    const line = lineOf(node.start);
    if (
      node.type === 'ImportDeclaration' ||
      node.type === 'ExportNamedDeclaration' ||
      node.type === 'ExportAllDeclaration'
    ) {
      const source = node.source;
      if (isNode(source)) imports.push({ specifier: String(source.value), typeOnly: isTypeOnly(node), line });
    } else if (node.type === 'ImportExpression' || node.type === 'TSImportType') {
      const source = node.source ?? node.argument;
      const literal = isNode(source) && source.type === 'TSLiteralType' ? source.literal : source;
      if (isNode(literal) && typeof literal.value === 'string')
        imports.push({ specifier: literal.value, typeOnly: node.type === 'TSImportType', line });
    } else if (node.type === 'NewExpression') {
      const specifier = workerUrl(node);
      if (specifier) imports.push({ specifier, typeOnly: false, line });
    } else if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await === true)) {
      named.push({ name: 'await', line });
    } else if (node.type === 'Identifier') {
      const name = String(node.name);
      words.push({ name, line });
      if (isBinding(parent, key)) bound.add(name);
      else if (isMember(parent, key)) named.push({ name: `.${name}`, line });
      else if (!isKey(parent, key)) named.push({ name, line });
      if (parent && isMember(parent, key) && isNode(parent.object) && parent.object.type === 'Identifier')
        named.push({ name: `${String(parent.object.name)}.${name}`, line });
    } else if (node.type === 'Literal' && typeof node.value === 'string') {
      words.push({ name: node.value, line });
    } else if (node.type === 'TemplateElement') {
      words.push({ name: String((node.value as { raw?: unknown }).raw ?? ''), line });
    }
    if (node.type === 'ObjectPattern') for (const name of boundByPattern(node)) bound.add(name);
    if (node.async === true) named.push({ name: 'async', line });
    for (const [childKey, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, childKey);
    }
  };
  visit(parsed.program as unknown as Node, undefined, '');

  const first = parsed.comments[0];
  const header = first && text.slice(0, first.start).trim() === '' ? openingComments(text, parsed.comments) : '';
  return { path, imports, globals: named.filter(({ name }) => !bound.has(name)), words, header };
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** A header may be one block comment or a run of line comments. */
function openingComments(text: string, comments: readonly { start: number; end: number; value: string }[]): string {
  let header = '';
  let end = 0;
  for (const comment of comments) {
    if (text.slice(end, comment.start).trim() !== '') break;
    header += `${comment.value}\n`;
    end = comment.end;
  }
  return header;
}

function isTypeOnly(node: Node): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = node.specifiers;
  if (!Array.isArray(specifiers) || specifiers.length === 0) return false;
  return specifiers.every((s) => isNode(s) && (s.importKind === 'type' || s.exportKind === 'type'));
}

function workerUrl(node: Node): string | undefined {
  const callee = node.callee;
  const [first, base] = Array.isArray(node.arguments) ? node.arguments : [];
  if (!isNode(callee) || callee.name !== 'URL' || !isNode(first) || !isNode(base)) return undefined;
  const meta = base.type === 'MemberExpression' ? base.object : undefined;
  if (!isNode(meta) || meta.type !== 'MetaProperty') return undefined;
  // The address of a folder is nobody's code.
  return typeof first.value === 'string' && !first.value.endsWith('/') ? first.value : undefined;
}

const isMember = (parent: Node | undefined, key: string) =>
  parent?.type === 'MemberExpression' && key === 'property' && parent.computed === false;

/** Property names in object literals, classes and types: a word of ours, not a use of the global. */
function isKey(parent: Node | undefined, key: string): boolean {
  if (parent?.type === 'MetaProperty') return true;
  if (parent?.type === 'ImportSpecifier' || parent?.type === 'ExportSpecifier') return true;
  return key === 'key' && parent !== undefined && parent.computed !== true && parent.shorthand !== true;
}

function boundByPattern(pattern: Node): string[] {
  const properties = Array.isArray(pattern.properties) ? pattern.properties : [];
  return properties.flatMap((property) => {
    const value = isNode(property) ? property.value : undefined;
    const target = isNode(value) && value.type === 'AssignmentPattern' ? value.left : value;
    return isNode(target) && target.type === 'Identifier' ? [String(target.name)] : [];
  });
}

/** Places where a name is introduced: after that the file's own name hides the global. */
function isBinding(parent: Node | undefined, key: string): boolean {
  if (!parent) return false;
  switch (parent.type) {
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'ClassDeclaration':
      return key === 'id' || key === 'params';
    case 'ArrowFunctionExpression':
    case 'TSFunctionType':
    case 'TSMethodSignature':
    case 'TSDeclareFunction':
    case 'TSEmptyBodyFunctionExpression':
      return key === 'params';
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return key === 'local';
    case 'ArrayPattern':
      return key === 'elements';
    case 'AssignmentPattern':
      return key === 'left';
    case 'RestElement':
      return key === 'argument';
    case 'CatchClause':
      return key === 'param';
    default:
      return false;
  }
}
