/** What makes a bind file more than data. */
interface Offence {
  readonly pattern: RegExp;
  readonly says: string;
}

const offences: readonly Offence[] = [
  { pattern: /=>|\bfunction\b|\bnew\b|\bclass\b/, says: 'code: a bind file is data only' },
  { pattern: /\(/, says: 'a call: a bind file is data only' },
  {
    pattern: /\b(const|let|var|if|for|while|return|await|async|throw)\b/,
    says: 'a statement: a bind file is data only',
  },
  { pattern: /\.\.\./, says: 'a spread: each predicate is written out' },
  { pattern: /\bimport\b(?! type\b)/, says: 'a value that is imported: only types may be' },
  {
    pattern: /\b(seq|position|sentAt|repliedAt|at|time|delayMs|readyAt)\s*:/,
    says: 'the number or the time of an event',
  },
  { pattern: /\bnth\s*:/, says: 'nth: an element is lit by every event that is meant, not by one of them' },
];

const withoutWords = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '').replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");

/** Why a bind file's text is not allowed, a line each; nothing when it is. */
export function bindProblems(text: string): string[] {
  const bare = withoutWords(text);
  const problems = offences.filter(({ pattern }) => pattern.test(bare)).map(({ says }) => says);
  if (bare.includes('`')) problems.push('a template: texts are written out');
  if (/['"](?:seq|position|sentAt|repliedAt|at|time)['"]\s*:/.test(text))
    problems.push('the number or the time of an event');
  if (!/export default \{[\s\S]*\} satisfies Bind;\s*$/.test(bare))
    problems.push('it must be `export default { … } satisfies Bind`');
  return problems;
}
