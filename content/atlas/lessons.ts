import type { DocumentFolder } from './documents';

/** In which order a document's lessons are read. The ones that are not named here follow by name. */
export const lessonOrder: Readonly<Partial<Record<DocumentFolder, readonly string[]>>> = {
  deployment: ['first-deployment', 'rolling-ten'],
};
