import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readExpectation } from './expectation';
import { rowsOf } from './index-file';
import { applyFile, differences } from './run';

const folder = join(dirname(fileURLToPath(import.meta.url)), 'testdata/');
const report = (file: string) => applyFile(file, readFileSync(folder + file, 'utf8'));

describe('a folder of manifests', () => {
  test.each(rowsOf(`${folder}INDEX.tsv`))('$file comes to what its INDEX says', ({ file, expectation }) => {
    expect(differences(report(file), expectation)).toEqual([]);
  });

  test('another end than the INDEX says is a difference', () => {
    const tooBig = report('too-big.yaml');
    expect(differences(tooBig, 'rejected: Invalid spec.containers')).toEqual(['it was accepted']);
    expect(differences(tooBig, 'accepted; 1 Pod Running')).toEqual([
      'Pod default/too-big is Pending, not Running',
      '0 Pods are Running, not 1',
    ]);
    expect(differences(tooBig, 'accepted with Warning; Pod Pending')).toEqual(['there was no Warning']);
    expect(differences(report('no-selector.yaml'), 'rejected: Invalid spec.replicas')).toEqual([
      'the output does not say: spec.replicas',
    ]);
  });

  test('a report says what is there, why, and what nothing acts on', () => {
    const tooBig = report('too-big.yaml');
    expect(tooBig.state).toEqual(['pods/default/too-big Pending']);
    expect(tooBig.reasons[0]).toMatch(/^FailedScheduling: 0\/3 nodes are available: 3 Insufficient memory/);
    const ingress = applyFile(
      'ingress.yaml',
      'apiVersion: networking.k8s.io/v1\nkind: IngressClass\nmetadata: {name: a}\nspec: {controller: example.com/a}\n',
    );
    expect(ingress).toMatchObject({ verdict: 'accepted', unattended: ['IngressClass'] });
  });
});

describe('the words of an INDEX', () => {
  test('what brackets hold is another case, or a reason', () => {
    const said = readExpectation('accepted; Pod Pending (with node01: Running)');
    expect(said).toMatchObject({ verdict: 'accepted', podStates: ['Pending'] });
    expect(said.running).toBeUndefined();
  });

  test('a question mark means that its writer was not sure', () => {
    expect(readExpectation('accepted; Pod Running ?').unsure).toBe(true);
    expect(readExpectation('exit 1: both; the Job is made').verdict).toBe('partly');
  });
});
