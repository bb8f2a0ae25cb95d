import type { PictureName } from '../stage/pictures';

/** How much of an embed is seen: all of it, the picture with its buttons, or the picture with its caption. */
export type EmbedControls = 'full' | 'buttons' | 'none';

interface Look {
  readonly language: 'zh' | 'en' | undefined;
  readonly theme: 'light' | 'dark' | undefined;
  readonly controls: EmbedControls;
  readonly view: PictureName | undefined;
}

/** What an embed's address asks for. */
export type EmbedAddress = Look &
  (
    | { readonly kind: 'lesson'; readonly document: string; readonly slug: string; readonly step: string | undefined }
    | { readonly kind: 'run'; readonly link: string }
    | { readonly kind: 'unknown' }
  );

const lessonForm = /^lesson\/([a-z0-9-]{1,64})\/([a-z0-9-]{1,64})$/;
const linkForm = /^s\/(1\.[A-Za-z0-9_-]+)$/;
const wordForm = /^[a-z0-9-]{1,64}$/;
/** A shared run's text may have 32 × 1024 characters; the Worker refuses longer ones with a reason. */
const maxLength = 33 * 1024;
const maxQuery = 512;

/** Whether it may be a step's id. */
export const isWord = (text: unknown): text is string => typeof text === 'string' && wordForm.test(text);

const oneOf = <T extends string>(choices: readonly T[], text: string | null): T | undefined =>
  choices.find((choice) => choice === text);

export const readLanguage = (text: unknown) => oneOf(['zh', 'en'], typeof text === 'string' ? text : null);
export const readTheme = (text: unknown) => oneOf(['light', 'dark'], typeof text === 'string' ? text : null);

/** Reads the part of an embed's address behind #, which anybody may have written. What is not understood is left out. */
export function parseEmbedAddress(hash: string): EmbedAddress {
  const bounded = hash.length > maxLength ? '' : hash.replace(/^#?\/?/, '');
  const [path = '', query = ''] = bounded.split('?', 2);
  const settings = new URLSearchParams(query.length > maxQuery ? '' : query);
  const look: Look = {
    language: readLanguage(settings.get('lang')),
    theme: readTheme(settings.get('theme')),
    controls: oneOf(['full', 'buttons', 'none'], settings.get('controls')) ?? 'full',
    view: oneOf(['document', 'cluster', 'lanes', 'gauge'], settings.get('view')),
  };
  const lesson = lessonForm.exec(path);
  if (lesson) {
    const [, document = '', slug = ''] = lesson;
    const step = settings.get('step');
    return { ...look, kind: 'lesson', document, slug, step: isWord(step) ? step : undefined };
  }
  const link = linkForm.exec(path)?.[1];
  return link === undefined ? { ...look, kind: 'unknown' } : { ...look, kind: 'run', link };
}

/** The lab's own page, beside this one. */
export const labPage = './index.html';

/** The same place in the whole lab. */
export function labAddress(address: EmbedAddress, step: string | undefined): string {
  if (address.kind === 'run') return `${labPage}#/s/${address.link}`;
  if (address.kind === 'unknown') return labPage;
  return `${labPage}#/lesson/${address.document}/${address.slug}${step === undefined ? '' : `?step=${step}`}`;
}
