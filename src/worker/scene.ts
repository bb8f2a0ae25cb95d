import type { LoggedCommand } from '../engine/index';
import type { Scene, SceneConfig } from './protocol';

const maxNodes = 200;
const maxCommands = 2_000;
const maxWorkloads = 100;
/** Components that take commands from outside. */
const addressees = new Set(['kubectl', 'faults', 'kubelet-faults', 'workloads', 'http']);
const name = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

type Bag = Readonly<Record<string, unknown>>;

function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}

/** A copy in which no key can reach a prototype: `__proto__` and its like become plain members or are left out. */
function harmless(value: unknown, depth = 0): unknown {
  if (depth > 200) throw new Error('nested too deeply');
  if (Array.isArray(value)) return value.map((item) => harmless(item, depth + 1));
  if (!isBag(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') continue;
    copy[key] = harmless(value[key], depth + 1);
  }
  return copy;
}

function texts(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isBag(value)) return undefined;
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return entries.length === Object.keys(value).length ? Object.fromEntries(entries) : undefined;
}

function readConfig(value: unknown): SceneConfig | string {
  if (!isBag(value) || !Array.isArray(value.nodes)) return 'config.nodes is no list';
  if (value.nodes.length > maxNodes) return `more than ${maxNodes} nodes`;
  const nodes: SceneConfig['nodes'][number][] = [];
  for (const node of value.nodes as unknown[]) {
    if (!isBag(node) || typeof node.name !== 'string' || !name.test(node.name)) return 'a node has no valid name';
    const capacity = node.capacity === undefined ? undefined : texts(node.capacity);
    const labels = node.labels === undefined ? undefined : texts(node.labels);
    nodes.push({ name: node.name, ...(capacity ? { capacity } : {}), ...(labels ? { labels } : {}) });
  }
  if (new Set(nodes.map((node) => node.name)).size !== nodes.length) return 'two nodes have one name';
  if (value.workloads === undefined) return { nodes };
  if (!isBag(value.workloads) || Object.keys(value.workloads).length > maxWorkloads)
    return 'config.workloads is no map';
  return { nodes, workloads: value.workloads };
}

function readCommands(value: unknown): LoggedCommand[] | string {
  if (!Array.isArray(value)) return 'commands is no list';
  if (value.length > maxCommands) return `more than ${maxCommands} commands`;
  const commands: LoggedCommand[] = [];
  let last = 0;
  for (const entry of value as unknown[]) {
    if (!isBag(entry) || !isWhole(entry.at, last + 1) || !isBag(entry.command))
      return 'a command has no time of its own';
    const { to, type, payload } = entry.command;
    if (typeof to !== 'string' || !addressees.has(to) || typeof type !== 'string') return 'a command goes to nobody';
    last = entry.at;
    commands.push({ at: entry.at, command: { to, type, payload } });
  }
  return commands;
}

/** A scene from a value of unknown origin, or what is wrong with it. Unknown members are dropped. */
export function readScene(given: unknown): Scene | string {
  let value: unknown;
  try {
    value = harmless(given);
  } catch (error) {
    return error instanceof Error ? error.message : 'not readable';
  }
  if (!isBag(value)) return 'not an object';
  if (value.version !== 1) return 'not of this version';
  if (!isWhole(value.seed, 0)) return 'seed is no whole number';
  const config = readConfig(value.config);
  if (typeof config === 'string') return config;
  const commands = readCommands(value.commands);
  if (typeof commands === 'string') return commands;
  const until = isWhole(value.until, 0) ? value.until : 0;
  const position = isWhole(value.position, -1) ? value.position : -1;
  const engine = typeof value.engine === 'string' ? value.engine.slice(0, 40) : '';
  return { version: 1, engine, seed: value.seed, config, commands, until, position };
}
