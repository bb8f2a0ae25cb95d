import { describe, expect, it } from 'vitest';
import { aggregateText } from './field-error';
import {
  nodeSelectorErrors,
  nodeSelectorMatches,
  preferenceScore,
  preferredTermErrors,
  requiredNodeAffinityMatches,
} from './node-selector';
import type { NodeSelectorRequirement, NodeSelectorTerm } from './types';

const node = { name: 'a', labels: { disk: 'ssd', cores: '8' } };
const term = (key: string, operator: string, ...values: string[]): NodeSelectorTerm => ({
  matchExpressions: [{ key, operator, values }],
});
const field = (operator: string, ...values: string[]): NodeSelectorRequirement => ({
  key: 'metadata.name',
  operator,
  values,
});
const matches = (...nodeSelectorTerms: NodeSelectorTerm[]) => nodeSelectorMatches({ nodeSelectorTerms }, node);

describe('a node selector', () => {
  it('picks the nodes that one of its terms matches, and none when it has no terms', () => {
    expect(matches(term('disk', 'In', 'hdd'), term('disk', 'In', 'ssd'))).toBe(true);
    expect(matches(term('disk', 'In', 'hdd'))).toBe(false);
    expect(matches()).toBe(false);
  });

  it('compares whole numbers with Gt and Lt, and a label that is no number matches neither', () => {
    expect([matches(term('cores', 'Gt', '7')), matches(term('cores', 'Gt', '8'))]).toEqual([true, false]);
    expect([matches(term('cores', 'Lt', '9')), matches(term('cores', 'Lt', '8'))]).toEqual([true, false]);
    expect([matches(term('disk', 'Gt', '1')), matches(term('disk', 'Lt', '1'))]).toEqual([false, false]);
  });

  it('names a node by its field, or all but one', () => {
    expect(matches({ matchFields: [field('In', 'a')] })).toBe(true);
    expect(matches({ matchFields: [field('In', 'b')] })).toBe(false);
    expect(matches({ matchFields: [field('NotIn', 'b')] })).toBe(true);
    expect(matches({ matchFields: [field('NotIn', 'a')] })).toBe(false);
    expect(matches({ ...term('disk', 'In', 'ssd'), matchFields: [field('In', 'b')] })).toBe(false);
  });

  it('has terms that match nothing: an empty one, and one that cannot be read', () => {
    expect(matches({})).toBe(false);
    expect(matches({ matchFields: [field('In', 'a', 'b')] })).toBe(false);
    expect(matches(term('disk', 'Near', 'ssd'))).toBe(false);
    expect(matches(term('disk', 'Exists', 'ssd'))).toBe(false);
    expect(matches(term('disk', 'Near', 'ssd'), term('disk', 'Exists'))).toBe(true);
  });

  it('is told what cannot be read, with the place', () => {
    const nodeSelectorTerms = [
      term('disk', 'In', 'ssd'),
      { ...term('disk', 'Near'), matchFields: [field('Exists'), field('In', 'a', 'b')] },
    ];
    expect(aggregateText(nodeSelectorErrors({ nodeSelectorTerms }, 'x'))).toBe(
      '[x.nodeSelectorTerms[1].matchExpressions[0].operator: Unsupported value: "Near": ' +
        'supported values: "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", ' +
        'x.nodeSelectorTerms[1].matchFields[0].operator: Unsupported value: "Exists": supported values: "In", "NotIn", ' +
        'x.nodeSelectorTerms[1].matchFields[1].values: Invalid value: ["a","b"]: must have one element]',
    );
    expect(nodeSelectorErrors({ nodeSelectorTerms: [term('cores', 'Gt', 'many')] }, 'x')).toMatchObject([
      { field: 'x.nodeSelectorTerms[0].matchExpressions[0].values[0]' },
    ]);
  });
});

describe('what a Pod asks of its node', () => {
  const required = (nodeSelector: Record<string, string>, ...nodeSelectorTerms: NodeSelectorTerm[]) =>
    requiredNodeAffinityMatches(
      {
        containers: [],
        nodeSelector,
        affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
      },
      node,
    );

  it('is every pair of its nodeSelector and its required affinity; a Pod that says nothing fits every node', () => {
    expect(required({ disk: 'ssd' }, term('cores', 'Exists'))).toBe(true);
    expect(required({ disk: 'hdd' }, term('cores', 'Exists'))).toBe(false);
    expect(required({ disk: 'ssd' }, term('gpu', 'Exists'))).toBe(false);
    expect(requiredNodeAffinityMatches({ containers: [] }, {})).toBe(true);
    expect(requiredNodeAffinityMatches({ containers: [], nodeSelector: { disk: 'ssd' } }, {})).toBe(false);
  });

  it('may be a preference: the weights of those that match add up, and one without weight is not even read', () => {
    const terms = [
      { weight: 30, preference: term('disk', 'In', 'ssd') },
      { weight: 50, preference: term('disk', 'In', 'hdd') },
      { weight: 5, preference: term('cores', 'Exists') },
      { weight: 0, preference: term('cores', 'Near') },
    ];
    expect(preferenceScore(terms, node)).toBe(35);
    expect(preferredTermErrors(terms, '')).toEqual([]);
    const unreadable = [{ weight: 1, preference: term('cores', 'In') }];
    expect(aggregateText(preferredTermErrors(unreadable, ''))).toBe(
      "[0].matchExpressions[0].values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty",
    );
  });
});
