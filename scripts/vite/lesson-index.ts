import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const moduleId = 'virtual:lesson-index';
const folder = 'content/documents';
const languages = ['en', 'zh'];

/** `title`, `short`, `question` of a lesson's text. */
function frontOf(file: string): Record<string, string> {
  const front = /^---\n([\s\S]*?)\n---/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return Object.fromEntries(
    front.split('\n').flatMap((line) => {
      const colon = line.indexOf(': ');
      return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 2).trim()]] : [];
    }),
  );
}

function subfolders(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** What lists of lessons need to know of each, read from the lessons themselves. A lesson counts once it has both languages. */
export async function readLessonIndex(root = folder) {
  const found = [];
  for (const document of subfolders(root))
    for (const slug of subfolders(join(root, document, 'lessons'))) {
      const path = join(root, document, 'lessons', slug);
      const files = ['lesson.ts', ...languages.map((language) => `${language}.mdx`)].map((name) => join(path, name));
      if (!files.every((file) => existsSync(file))) continue;
      const { module } = await runnerImport<{
        default: { minutes: number; questions: readonly number[]; claims: readonly number[] };
      }>(join(process.cwd(), path, 'lesson.ts'), { configFile: false, logLevel: 'error' });
      const { minutes, questions, claims } = module.default;
      const text = Object.fromEntries(
        languages.map((language) => {
          const { title = slug, short = title, question = '' } = frontOf(join(path, `${language}.mdx`));
          return [language, { title, short, question }];
        }),
      );
      found.push({ document, slug, minutes, questions, claims, text, files });
    }
  return found;
}

/** The index of all lessons as a module: lists need not load the lessons. */
export function lessonIndex(): Plugin {
  return {
    name: 'lesson-index',
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    async load(id) {
      if (id !== `\0${moduleId}`) return undefined;
      const lessons = await readLessonIndex();
      for (const { files } of lessons) for (const file of files) this.addWatchFile(join(process.cwd(), file));
      return `export const lessonIndex = ${JSON.stringify(lessons.map(({ files: _, ...lesson }) => lesson))};`;
    },
  };
}
