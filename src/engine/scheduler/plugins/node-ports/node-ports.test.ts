import { describe, expect, it } from 'vitest';
import { NodeInfo, podInfoOf } from '../../cache/node-info';
import { node, pod, Scene } from '../../testing/scene';

const onPort = (name: string, hostPort: number) =>
  pod(name, {}, { containers: [{ name: 'app', image: 'pause', ports: [{ containerPort: 80, hostPort }] }] });

describe('a Pod with a host port', () => {
  it('gets a node of its own, and the one for which there is none waits', () => {
    const scene = new Scene([node('a'), node('b')]);
    scene.create(onPort('one', 80), onPort('two', 80), onPort('three', 80), onPort('other', 81)).wait(1);
    expect([scene.nodeOf('one'), scene.nodeOf('two')].sort()).toEqual(['a', 'b']);
    expect(scene.nodeOf('other')).toBeDefined();
    expect(scene.nodeOf('three')).toBeUndefined();
    expect(scene.scheduled('three')).toMatchObject({
      reason: 'Unschedulable',
      message:
        "0/2 nodes are available: 2 node(s) didn't have free ports for the requested pod ports. no new claims to deallocate, preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.",
    });
  });

  it('is tried again when a Pod with that port goes, not when one with another does', () => {
    const scene = new Scene([node('a')]).create(onPort('one', 80), onPort('other', 81)).wait(1);
    scene.create(onPort('web', 80)).wait(30);
    scene.remove('other');
    expect(scene.wait(1).queued('web')).toMatchObject({ queue: 'unschedulablePods', attempts: 1 });
    scene.remove('one');
    expect(scene.wait(1).nodeOf('web')).toBe('a');
  });

  it('is tried again when a node comes', () => {
    const scene = new Scene([node('a')]).create(onPort('one', 80)).wait(1).create(onPort('web', 80)).wait(30);
    scene.send('POST', '/api/v1/nodes', node('b'));
    expect(scene.wait(1).nodeOf('web')).toBe('b');
  });
});

describe('the ports that are used on a node', () => {
  it('are used as long as one Pod that has them is there, and a copy has its own', () => {
    const info = new NodeInfo('a');
    const [one, two] = [podInfoOf('default/one', onPort('one', 80)), podInfoOf('default/two', onPort('two', 80))];
    const ports = () => info.usedPorts.map(({ hostPort }) => hostPort);
    info.addPod(one);
    info.addPod(two);
    info.copy().removeAllPods();
    info.removePod(one);
    info.removePod(one);
    expect(ports()).toEqual([80]);
    info.removePod(two);
    expect(ports()).toEqual([]);
  });
});
