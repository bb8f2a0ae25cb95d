import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BadInput } from '../../src/host/command-line.mjs';
import { controller } from './controller';
import { language } from './language';
import { lesson } from './lesson';
import { plugin } from './plugin';
import type { Template } from './template';
import { view } from './view';

export const templates: Readonly<Record<string, Template>> = { controller, plugin, view, lesson, language };

const usage = () => `npm run new -- <kind> <name>; the kinds are ${Object.keys(templates).join(', ')}`;

export interface Written {
  readonly folder: string;
  readonly paths: readonly string[];
  readonly next: readonly string[];
}

/**
 * Writes the folder of a new controller, plugin, view, lesson or language below `root` and returns what it wrote.
 * Throws BadInput for an unknown kind, a bad name or a folder that exists; nothing is written then.
 */
export function writeNew(root: string, args: readonly string[]): Written {
  const [kind, name, ...rest] = args;
  if (kind === undefined || name === undefined || rest.length > 0) throw new BadInput(usage());
  const template = Object.hasOwn(templates, kind) ? templates[kind] : undefined;
  if (!template) throw new BadInput(`'${kind}' is no known kind: ${usage()}`);
  if (!template.namePattern.test(name)) throw new BadInput(`'${name}' is no name for a ${kind}: ${template.nameForm}`);
  const folder = template.folder(name);
  if (existsSync(join(root, folder))) throw new BadInput(`${folder} exists already`);

  const files = Object.entries(template.files(name, root)).map(([path, text]) => [join(folder, path), text] as const);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { folder, paths: files.map(([path]) => path), next: template.next(name) };
}
