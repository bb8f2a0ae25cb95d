import { describe, expect, test } from 'vitest';
import { parseLessonText } from './lesson-text';

const front = '---\ntitle: T\nshort: S\nquestion: Q?\nstill: A cell.\n---\n\n';

describe('a lesson’s text', () => {
  test('is read into its steps, questions and hints', () => {
    const { text, faults } = parseLessonText(`${front}<Assume id="calm">It is **calm**.</Assume>

<Step id="one">
## It goes from \`a\` to b

Body with \`<none>\` in it.

<Action>Press</Action>

After.

<Ask>
How many?

<Wrong id="two">
First.
Second.
</Wrong>

<Hint level={2}>Compare.</Hint>
<Hint level={1}>Look.</Hint>
</Ask>

<Claim id="7">
<Says>So.</Says>
<Does>Not so.</Does>
</Claim>
</Step>`);
    expect(faults).toEqual([]);
    expect(text.title).toBe('T');
    expect(text.assume.calm?.[0]).toContainEqual({ kind: 'strong', text: 'calm', at: 6 });
    const [step] = text.steps;
    expect(step?.heading).toContainEqual({ kind: 'code', text: 'a', at: 13 });
    expect(step?.body[0]).toContainEqual({ kind: 'code', text: '<none>', at: 10 });
    expect(step?.action?.[0]?.text).toBe('Press');
    expect(step?.afterAction[0]?.[0]?.text).toBe('After.');
    expect(step?.ask?.wrong.two).toHaveLength(2);
    expect(step?.ask?.hints.map((hint) => hint[0]?.[0]?.text)).toEqual(['Look.', 'Compare.']);
    expect(step?.claim).toMatchObject({ id: '7' });
  });

  test.each([
    ['<script>alert(1)</script>', 'no component'],
    ['<Step id="a">\n## H\n<img src=x onerror=alert(1)>\n</Step>', 'no component'],
    ['<Step id="a" onclick="x">\n## H\n</Step>', 'only id'],
    ['<Step id="a">\n## H\n{process}\n</Step>', 'no component'],
    ['<Step id="a">\n## H', 'not closed'],
    ['<Ask>How?</Ask>', 'may not stand'],
    ['words', 'outside'],
    ['<Step id="a">\nNo heading.\n</Step>', '## heading'],
  ])('that holds anything beyond the closed list is refused: %s', (body, message) => {
    const { faults } = parseLessonText(front + body);
    expect(faults.some((fault) => fault.message.includes(message))).toBe(true);
    expect(faults.every((fault) => fault.line >= 1)).toBe(true);
  });

  test('tells a fault at its line of the file', () => {
    expect(parseLessonText(`${front}\n<b>`).faults[0]).toMatchObject({ line: 9 });
  });
});
