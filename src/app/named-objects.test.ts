import { expect, test } from 'vitest';
import { namedObjects } from './named-objects';

test('the objects of a manifest are told by kind and name, whatever else is in it', () => {
  const text = `# the application
apiVersion: apps/v1
kind: Deployment # of three
metadata:
  labels:
    name: not-this
  name: web
spec:
  template:
    metadata:
      name: nor-this
---
apiVersion: v1
kind: Service
metadata:
    name: "web"
---
---
kind: List
items: []
`;
  expect(namedObjects(text)).toEqual([
    { kind: 'Deployment', name: 'web' },
    { kind: 'Service', name: 'web' },
  ]);
  expect(namedObjects('{kind: Pod, metadata: {name: x}}')).toEqual([]);
  expect(namedObjects('')).toEqual([]);
});
