interface Figure {
  readonly document: string;
  readonly id: string;
}

/** Where the learner is: what the part of the address behind # says. */
export type Route =
  | { readonly page: 'home' | 'questions' | 'fidelity' }
  /** `document`: the one to begin with. */
  | { readonly page: 'documents'; readonly document?: string }
  /** `link`: the text of a shared run; `figure`: a document's diagram, which is to be seen with the run that lights it. */
  | { readonly page: 'playground'; readonly link?: string; readonly figure?: Figure }
  | { readonly page: 'lesson'; readonly document: string; readonly slug: string; readonly step: string | undefined }
  | { readonly page: 'unknown'; readonly address: string };

const plain: Readonly<Record<string, Route>> = {
  '': { page: 'home' },
  documents: { page: 'documents' },
  questions: { page: 'questions' },
  playground: { page: 'playground' },
  fidelity: { page: 'fidelity' },
};

export const sharePrefix = 's/';
const documentForm = /^documents\/([a-z0-9-]+)$/;
const figureForm = /^figure\/([a-z0-9-]+)\/([a-z0-9-]+)$/;
const lessonForm = /^lesson\/([a-z0-9-]+)\/([a-z0-9-]+)$/;

/** Reads the part of an address behind #, which anybody may have written. */
export function parseRoute(hash: string): Route {
  const address = hash.replace(/^#?\/?/, '');
  if (address.startsWith(sharePrefix)) return { page: 'playground', link: address.slice(sharePrefix.length) };
  const [path = '', query = ''] = address.split('?', 2);
  const name = path.replace(/\/$/, '');
  if (Object.hasOwn(plain, name)) return plain[name] as Route;
  const document = documentForm.exec(name)?.[1];
  if (document !== undefined) return { page: 'documents', document };
  const [, of = '', id] = figureForm.exec(name) ?? [];
  if (id !== undefined) return { page: 'playground', figure: { document: of, id } };
  const lesson = lessonForm.exec(name);
  if (!lesson) return { page: 'unknown', address: `#/${address}` };
  const [, folder = '', slug = ''] = lesson;
  return { page: 'lesson', document: folder, slug, step: new URLSearchParams(query).get('step') ?? undefined };
}

export const lessonAddress = (document: string, slug: string, step?: string): string =>
  `#/lesson/${document}/${slug}${step === undefined ? '' : `?step=${encodeURIComponent(step)}`}`;

export const figureAddress = ({ document, id }: Figure): string => `#/figure/${document}/${id}`;

/** The page, without the step on it. */
export function placeOf(of: Route): string {
  if (of.page === 'lesson') return `lesson/${of.document}/${of.slug}`;
  return of.page === 'playground' && of.figure ? figureAddress(of.figure) : of.page;
}
