import type { Bind } from '../../../../src/views/document/diagram';

export default {
  place: { start: [1, 0], Pending: [1, 1], Running: [1, 2], Succeeded: [0, 3], Failed: [2, 3], end: [1, 4] },
  edges: {
    e1: [{ subject: { kind: 'Pod' }, changed: { 'status.phase': { from: null, to: 'Pending' } } }],
    e2: [{ subject: { kind: 'Pod' }, changed: { 'status.phase': { from: 'Pending', to: 'Running' } } }],
    e3: [{ subject: { kind: 'Pod' }, changed: { 'status.phase': { from: 'Running', to: 'Succeeded' } } }],
    e4: [{ subject: { kind: 'Pod' }, changed: { 'status.phase': { from: 'Running', to: 'Failed' } } }],
    e5: [{ subject: { kind: 'Pod' }, changed: { 'status.phase': { from: 'Failed', to: null } } }],
    e6: [{ subject: { kind: 'Pod' }, changed: { 'status.phase': { from: 'Succeeded', to: null } } }],
  },
  claims: { e4: 76 },
} satisfies Bind;
