import { expect, test } from 'vitest';
import { shell, textOf } from '../testing/shell';

test('explain leaves two blank lines behind a field that has no list of its values', () => {
  const { type } = shell();
  expect(textOf(type('explain deployment.spec.replicas'))).toBe(
    'GROUP:      apps\nKIND:       Deployment\nVERSION:    v1\n\nFIELD: replicas <integer>\n\n\nDESCRIPTION:\n    <empty>',
  );
});

test('explain lists the values of a field behind its name', () => {
  const { type } = shell();
  expect(textOf(type('explain pod.spec.restartPolicy'))).toBe(
    'KIND:       Pod\nVERSION:    v1\n\nFIELD: restartPolicy <string>\nENUM:\n    Always\n    Never\n    OnFailure\n\nDESCRIPTION:\n    <empty>',
  );
});
