import type { DocumentFolder } from './documents';

/** In which order a document's lessons are read. The ones that are not named here follow by name. */
export const lessonOrder: Readonly<Partial<Record<DocumentFolder, readonly string[]>>> = {
  deployment: [
    'how-to-read-the-glass',
    'first-deployment',
    'rolling-ten',
    'stuck-rollout',
    'surge-and-unavailable',
    'recreate-outage',
    'nothing-happened',
  ],
};

/** Of the lessons that answer a question, the one that was made for it: `document/lesson` by the question's number. */
export const lessonForQuestion: Readonly<Record<number, string>> = {
  16: 'deployment/stuck-rollout',
  17: 'deployment/nothing-happened',
};
