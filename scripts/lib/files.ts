import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all files below a folder, sorted; folders that are named in `skip` are left out. */
export function filesUnder(folder: string, skip: readonly string[] = []): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !skip.includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path, skip) : [path];
    });
}
