/** One kind of thing that `npm run new` can write. */
export interface Template {
  /** What a good name looks like, for people. */
  readonly nameForm: string;
  readonly namePattern: RegExp;
  /** The one folder that it writes. */
  readonly folder: (name: string) => string;
  /** Text of each file, by path below the folder. */
  readonly files: (name: string, root: string) => Readonly<Record<string, string>>;
  /** What is left to do by hand, a line each. */
  readonly next: (name: string) => readonly string[];
}

export const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
export const kebabForm = 'lower-case words joined by hyphens, as in rolling-ten';

/** 'cron-job' → 'CronJob' */
export const pascal = (name: string): string =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** 'cron-job' → 'cronJob' */
export const camel = (name: string): string => pascal(name).charAt(0).toLowerCase() + pascal(name).slice(1);

/** 'cron-job' → 'cron job' */
export const spaced = (name: string): string => name.split('-').join(' ');
