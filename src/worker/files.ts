import type { FilePayload } from '../kubectl/index';
import { type ReadManifest, readManifest } from './manifest';
import type { ManifestFault, Scene } from './protocol';

interface FileCommand {
  readonly file?: unknown;
  readonly text?: unknown;
  readonly dryRun?: unknown;
}

/** A file's objects follow from its text, so what is kept and shared holds the text alone. */
export function filesAsText(scene: Scene): Scene {
  const commands = scene.commands.map(({ at, command }) => {
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
