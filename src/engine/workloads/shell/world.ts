// Models: what a process in a container sees: its files, its environment, its fellow processes
// Simplified: a file is its text; directories are the paths of files and a few that every image has.
// Not modelled: permissions, links, devices, the image's own files.

export interface ProcessLine {
  readonly pid: number;
  readonly command: string;
}

/** What surrounds a shell when it starts. Plain data. */
export interface World {
  /** Microseconds since 1970. */
  readonly epochMicros: number;
  readonly hostname: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
  readonly files: Readonly<Record<string, string>>;
  /** Folders that are there although they hold no file: mount points. */
  readonly folders: readonly string[];
  readonly processes: readonly ProcessLine[];
  /** Whether the image holds a program, by name or path. */
  holds(name: string): boolean;
}

/** Folders of every image. */
const usualFolders = [
  '/bin',
  '/dev',
  '/etc',
  '/home',
  '/lib',
  '/proc',
  '/root',
  '/run',
  '/sbin',
  '/sys',
  '/tmp',
  '/usr',
  '/var',
];

/** Makes a path absolute and takes `.` and `..` out of it. */
export function absolute(directory: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${path.startsWith('/') ? '' : `${directory}/`}${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The files as a running script has changed them. */
export class FileTree {
  private readonly files = new Map<string, string>();
  private readonly folders: Set<string>;
  /** What was written, or removed (null), since the start. */
  readonly changes: Record<string, string | null> = {};

  constructor(files: Readonly<Record<string, string>>, folders: readonly string[]) {
    for (const path of Object.keys(files)) this.files.set(path, files[path] as string);
    this.folders = new Set([...usualFolders, ...folders, '/']);
  }

  read(path: string): string | undefined {
    return path === '/dev/null' ? '' : this.files.get(path);
  }

  write(path: string, text: string): void {
    if (path.startsWith('/dev/')) return;
    this.files.set(path, text);
    this.changes[path] = text;
  }

  remove(path: string): boolean {
    if (!this.files.delete(path)) return false;
    this.changes[path] = null;
    return true;
  }

  makeFolder(path: string): void {
    this.folders.add(path);
  }

  isFolder(path: string): boolean {
    if (this.folders.has(path)) return true;
    const prefix = `${path}/`;
    for (const folder of this.folders) if (folder.startsWith(prefix)) return true;
    for (const file of this.files.keys()) if (file.startsWith(prefix)) return true;
    return false;
  }

  exists(path: string): boolean {
    return this.files.has(path) || path === '/dev/null' || this.isFolder(path);
  }

  /** Paths of all files under a folder, sorted. */
  under(path: string): string[] {
    const prefix = path === '/' ? '/' : `${path}/`;
    return [...this.files.keys()].filter((file) => file.startsWith(prefix)).sort();
  }

  /** Names in a folder, sorted. */
  names(path: string): string[] {
    const prefix = path === '/' ? '/' : `${path}/`;
    const names = new Set<string>();
    for (const one of [...this.files.keys(), ...this.folders]) {
      if (one.startsWith(prefix) && one.length > prefix.length) names.add(one.slice(prefix.length).split('/')[0] ?? '');
    }
    return [...names].sort();
  }
}
