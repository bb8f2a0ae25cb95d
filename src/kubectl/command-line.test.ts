import { describe, expect, test } from 'vitest';
import { parseCommandLine } from './command-line';

describe('a command line', () => {
  test('names its object with a slash or a space, in full or in short', () => {
    const scale = {
      type: 'scale',
      payload: { resource: 'deployments', namespace: 'default', name: 'web', replicas: 5 },
    };
    for (const line of ['kubectl scale deployment/web --replicas=5', 'scale deploy web --replicas=5']) {
      expect(parseCommandLine(line), line).toEqual(scale);
    }
  });

  test('changes an image whose name holds an equals sign or a port', () => {
    expect(parseCommandLine('kubectl -n shop set image deployment/web web=registry:5000/web:2')).toEqual({
      type: 'setImage',
      payload: {
        resource: 'deployments',
        namespace: 'shop',
        name: 'web',
        container: 'web',
        image: 'registry:5000/web:2',
      },
    });
  });

  test('of a rollout names the revision that it goes back to', () => {
    expect(parseCommandLine('kubectl rollout undo deployment/web --to-revision=2')).toEqual({
      type: 'rolloutUndo',
      payload: { namespace: 'default', name: 'web', toRevision: 2 },
    });
    expect(parseCommandLine('kubectl rollout pause deployment/web')?.type).toBe('rolloutPause');
  });

  test('that is none, or lacks something, is no command', () => {
    for (const line of [
      '',
      'kubectl',
      'kubectl fly',
      'kubectl scale deployment/web',
      'kubectl rollout undo pod/web',
      'kubectl set image deployment/web web',
    ])
      expect(parseCommandLine(line), line).toBeUndefined();
  });
});
