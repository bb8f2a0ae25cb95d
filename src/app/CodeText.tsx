/** A line in which what stands between backticks is code. */
export function CodeText({ text }: { readonly text: string }) {
  return text.split('`').map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line keep their order
    i % 2 === 1 ? <code key={i}>{part}</code> : part,
  );
}
