import type { FilePayload, LinePayload } from '../kubectl/index';
import { type ReadManifest, readManifest } from './manifest';
import type { ManifestFault, ManifestFile, Scene } from './protocol';

interface FileCommand {
  readonly file?: unknown;
  readonly text?: unknown;
  readonly dryRun?: unknown;
}

interface LineCommand {
  readonly line?: unknown;
  readonly file?: unknown;
}

/** A file's objects follow from its text, so what is kept and shared holds the text alone. */
export function filesAsText(scene: Scene): Scene {
  const commands = scene.commands.map(({ at, command }) => {
    const { line, file: named } = (command.payload ?? {}) as LineCommand;
    if (command.type === 'line' && typeof line === 'string') {
      const { file, text } = (named ?? {}) as FileCommand;
      const payload = { line, ...(typeof text === 'string' ? { file: { file, text } } : {}) };
      return { at, command: { ...command, payload } };
    }
    const { text, file, dryRun } = (command.payload ?? {}) as FileCommand;
    if (typeof text !== 'string') return { at, command };
    return { at, command: { ...command, payload: { file, text, ...(dryRun === true ? { dryRun } : {}) } } };
  });
  return { ...scene, commands };
}

/** What kubectl is given of a file; the faults instead when it reads nothing of it. `workloads`: for what is noted of images. */
export function filePayload(
  file: string,
  text: string,
  workloads?: Readonly<Record<string, unknown>>,
  dryRun = false,
): { readonly payload: FilePayload; readonly read: ReadManifest } | { readonly faults: readonly ManifestFault[] } {
  const read = readManifest(text, file, workloads);
  const { objects, unread, faults } = read;
  if (objects.length === 0 && faults.length > 0) return { faults };
  return {
    read,
    payload: { file, text, objects, ...(unread === undefined ? {} : { unread }), ...(dryRun ? { dryRun } : {}) },
  };
}

/** Reads the objects of each file again; says why when a text cannot be read. */
export function filesFromText(scene: Scene): Scene | string {
  const commands: Scene['commands'][number][] = [];
  for (const entry of scene.commands) {
    const { to, type, payload: kept } = entry.command;
    if (to === 'kubectl' && type === 'line') {
      const payload = linePayload(kept);
      if (typeof payload === 'string') return payload;
      commands.push({ at: entry.at, command: { to, type, payload } });
      continue;
    }
    if (to !== 'kubectl' || (type !== 'apply' && type !== 'delete')) {
      commands.push(entry);
      continue;
    }
    const { file, text, dryRun } = (kept ?? {}) as FileCommand;
    if (typeof text !== 'string') return 'a file without text';
    const given = filePayload(String(file ?? ''), text, undefined, dryRun === true);
    if ('faults' in given) return 'a file that cannot be read';
    commands.push({ at: entry.at, command: { to, type, payload: given.payload } });
  }
  return { ...scene, commands };
}

/** Longest line that is read. */
const maxLine = 20_000;

/** What the terminal is given; says what is wrong with what was kept of it. */
function linePayload(kept: unknown): LinePayload | string {
  const { line, file: named } = (kept ?? {}) as LineCommand;
  if (typeof line !== 'string' || line.length > maxLine) return 'a line without text';
  const { file, text } = (named ?? {}) as FileCommand;
  return typeof text === 'string' ? typedLine(line, { name: String(file ?? ''), text }) : { line };
}

/** A line with the file that it may name, as far as that can be read. */
export function typedLine(line: string, file: ManifestFile | undefined): LinePayload {
  if (!file) return { line: line.slice(0, maxLine) };
  const { objects, unread, faults } = readManifest(file.text, file.name);
  // A text beyond the lab's limits has no objects and no words of kubectl's: the lab says it.
  const limit = objects.length === 0 && unread === undefined ? faults[0]?.message : undefined;
  const stopped = unread ?? limit;
  const read = { file: file.name, text: file.text, objects, ...(stopped === undefined ? {} : { unread: stopped }) };
  return { line: line.slice(0, maxLine), file: read };
}
