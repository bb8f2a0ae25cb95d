// Models: POSIX sh: how a line is split into words, and commands into a pipeline.
// Simplified: `$` and `*` stand for themselves; there are no variables and no files.
// Not modelled: redirection, several commands in one line, substitution.

export type SplitLine = { readonly pipeline: readonly (readonly string[])[] } | { readonly error: string };

/** Words of each command between pipes; an error in the shell's words. */
export function splitLine(line: string): SplitLine {
  const pipeline: string[][] = [[]];
  let word: string | undefined;
  let quote = '';
  const end = () => {
    if (word !== undefined) pipeline[pipeline.length - 1]?.push(word);
    word = undefined;
  };
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string;
    if (quote === "'") {
      if (char === "'") quote = '';
      else word += char;
    } else if (quote === '"') {
      if (char === '"') quote = '';
      else if (char === '\\' && /["\\$`\n]/.test(line[at + 1] ?? '')) word += line[++at] as string;
      else word += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= '';
    } else if (char === '\\') {
      const next = line[++at];
      if (next !== undefined && next !== '\n') word = (word ?? '') + next;
    } else if (/\s/.test(char)) end();
    else if (char === '#' && word === undefined) break;
    else if (char === '|') {
      end();
      if (pipeline[pipeline.length - 1]?.length === 0 || line[at + 1] === '|')
        return { error: `syntax error near unexpected token \`${line[at + 1] === '|' ? '||' : '|'}'` };
      pipeline.push([]);
    } else if (char === ';' || char === '&' || char === '<' || char === '>')
      return { error: `${char}: this shell runs one command, with pipes, and no files` };
    else word = (word ?? '') + char;
  }
  if (quote) return { error: `unexpected EOF while looking for matching \`${quote}'` };
  end();
  if (pipeline.length > 1 && pipeline[pipeline.length - 1]?.length === 0)
    return { error: 'syntax error: unexpected end of file' };
  return { pipeline };
}
