// Models: github.com/spf13/pflag FlagSet.Parse, as cobra calls it for kubectl
// Simplified: flags may stand anywhere among the arguments, as pflag's default has it.
// Not modelled: deprecated flags, NoOptDefVal of flags that take a text.

export interface FlagDefinition {
  readonly name: string;
  readonly short?: string;
  /** `list`: may be given several times. `count` takes whole numbers, `duration` Go's durations. */
  readonly type: 'text' | 'bool' | 'count' | 'list' | 'duration';
  /** One line for `--help`. */
  readonly usage: string;
  /** What it is when it is not given, as `--help` shows it. */
  readonly byDefault?: string;
  /** The value when it is given without one. */
  readonly bare?: string;
}

export class Flags {
  private readonly given: ReadonlyMap<string, readonly string[]>;

  constructor(given: ReadonlyMap<string, readonly string[]>) {
    this.given = given;
  }

  has(name: string): boolean {
    return this.given.has(name);
  }

  /** The last value given; undefined when there is none. */
  text(name: string): string | undefined {
    return this.given.get(name)?.at(-1);
  }

  list(name: string): readonly string[] {
    return this.given.get(name) ?? [];
  }

  bool(name: string, byDefault = false): boolean {
    const text = this.text(name);
    return text === undefined ? byDefault : isTrue(text);
  }

  number(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : Number(text);
  }

  /** Microseconds. */
  duration(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : parseDuration(text);
  }
}

const isTrue = (text: string) => /^(1|t|T|true|TRUE|True)$/.test(text);
const isBool = (text: string) => isTrue(text) || /^(0|f|F|false|FALSE|False)$/.test(text);

const unitMicros: Readonly<Record<string, number>> = {
  ns: 1e-3,
  us: 1,
  µs: 1,
  ms: 1e3,
  s: 1e6,
  m: 60e6,
  h: 3600e6,
};

/** A Go duration in microseconds: `1h30m`, `2s`, `0`. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const match = /^([-+]?)((?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/.exec(text);
  if (!match) return undefined;
  let micros = 0;
  for (const [, digits, unit] of text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g))
    micros += Number(digits) * (unitMicros[unit as string] as number);
  return match[1] === '-' ? -micros : micros;
}

function refusal(type: FlagDefinition['type'], value: string): string | undefined {
  const quoted = JSON.stringify(value);
  if (type === 'bool' && !isBool(value)) return `strconv.ParseBool: parsing ${quoted}: invalid syntax`;
  if (type === 'count') {
    if (!/^[-+]?\d+$/.test(value)) return `strconv.ParseInt: parsing ${quoted}: invalid syntax`;
    if (Math.abs(Number(value)) > 2147483647) return `strconv.ParseInt: parsing ${quoted}: value out of range`;
  }
  if (type === 'duration' && parseDuration(value) === undefined) {
    if (/^\d+(\.\d*)?$/.test(value)) return `time: missing unit in duration ${quoted}`;
    return `time: invalid duration ${quoted}`;
  }
  return undefined;
}

export type ParsedFlags =
  | { readonly flags: Flags; readonly args: readonly string[]; readonly dashAt: number; readonly error?: undefined }
  | { readonly error: string };

/**
 * Takes flags out of words. `dashAt`: how many arguments stand before `--`; -1 without it. `stopAtArgument`: what follows
 * the first argument is no flag. Error: in pflag's words.
 */
export function parseFlags(words: readonly string[], known: readonly FlagDefinition[]): ParsedFlags {
  const given = new Map<string, string[]>();
  const args: string[] = [];
  let dashAt = -1;
  const set = (flag: FlagDefinition, value: string, as: string): string | undefined => {
    const why = refusal(flag.type, value);
    if (why !== undefined) return `invalid argument ${JSON.stringify(value)} for ${JSON.stringify(as)} flag: ${why}`;
    if (flag.type === 'list') given.set(flag.name, [...(given.get(flag.name) ?? []), value]);
    else given.set(flag.name, [value]);
    return undefined;
  };
  const bareValue = (flag: FlagDefinition) => flag.bare ?? (flag.type === 'bool' ? 'true' : undefined);
  const nameOf = ({ short, name }: FlagDefinition) => (short ? `-${short}, --${name}` : `--${name}`);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') {
      dashAt = args.length;
      args.push(...words.slice(at + 1));
      break;
    }
    if (word.startsWith('--')) {
      const equals = word.indexOf('=');
      const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
      if (name === '' || name.startsWith('-')) return { error: `bad flag syntax: ${word}` };
      const flag = known.find((candidate) => candidate.name === name);
      if (!flag) return { error: `unknown flag: --${name}` };
      const bare = bareValue(flag);
      let value: string;
      if (equals >= 0) value = word.slice(equals + 1);
      else if (bare !== undefined) value = bare;
      else if (at + 1 < words.length) value = words[++at] as string;
      else return { error: `flag needs an argument: --${name}` };
      const error = set(flag, value, nameOf(flag));
      if (error) return { error };
    } else if (word.startsWith('-') && word.length > 1) {
      for (let i = 1; i < word.length; i++) {
        const short = word[i] as string;
        const flag = known.find((candidate) => candidate.short === short);
        if (!flag) return { error: `unknown shorthand flag: '${short}' in ${word}` };
        const bare = bareValue(flag);
        let value: string;
        let whole = true;
        if (word[i + 1] === '=') value = word.slice(i + 2);
        else if (bare !== undefined) {
          value = bare;
          whole = false;
        } else if (i + 1 < word.length) value = word.slice(i + 1);
        else if (at + 1 < words.length) value = words[++at] as string;
        else return { error: `flag needs an argument: '${short}' in ${word}` };
        const error = set(flag, value, nameOf(flag));
        if (error) return { error };
        if (whole) break;
      }
    } else args.push(word);
  }
  return { flags: new Flags(given), args, dashAt };
}
