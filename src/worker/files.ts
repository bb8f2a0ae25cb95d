import { readManifest } from './manifest';
import type { Scene } from './protocol';

interface FileCommand {
  readonly file?: unknown;
  readonly text?: unknown;
}

/** A file's objects follow from its text, so what is kept and shared holds the text alone. */
export function filesAsText(scene: Scene): Scene {
  const commands = scene.commands.map(({ at, command }) => {
    const { text, file } = (command.payload ?? {}) as FileCommand;
    return typeof text === 'string' ? { at, command: { ...command, payload: { file, text } } } : { at, command };
  });
  return { ...scene, commands };
}

/** Reads the objects of each file again; says why when a text cannot be read. */
export function filesFromText(scene: Scene): Scene | string {
  const commands: Scene['commands'][number][] = [];
  for (const entry of scene.commands) {
    const { to, type, payload } = entry.command;
    if (to !== 'kubectl' || (type !== 'apply' && type !== 'delete')) {
      commands.push(entry);
      continue;
    }
    const { file, text } = (payload ?? {}) as FileCommand;
    if (typeof text !== 'string') return 'a file without text';
    const read = readManifest(text);
    if (read.faults.length > 0) return 'a file that cannot be read';
    commands.push({
      at: entry.at,
      command: { to, type, payload: { file: String(file ?? ''), text, objects: read.objects } },
    });
  }
  return { ...scene, commands };
}
