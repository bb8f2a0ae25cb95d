import { type Inline, type Paragraph, plainText } from '../text/inline';

function Run({ kind, text }: Inline) {
  if (kind === 'code') return <code>{text}</code>;
  if (kind === 'strong') return <strong>{text}</strong>;
  if (kind === 'emphasis') return <em>{text}</em>;
  // A number and its sign stay on one line.
  return text.replace(/(\d) (?=%)/g, '$1\u00a0');
}

/** One line of a lesson's text, without a box of its own. */
export function Line({ line }: { readonly line: Paragraph }) {
  return line.map((run) => <Run key={run.at} {...run} />);
}

export function Paragraphs({
  text,
  className,
}: {
  readonly text: readonly Paragraph[];
  readonly className?: string | undefined;
}) {
  return text.map((line) => (
    <p key={plainText([line])} className={className}>
      <Line line={line} />
    </p>
  ));
}
