// How every command of the project (`npm run …`, `npm start`, `npm test`) reads its arguments and ends. Plain JavaScript, because
// `npm start` runs before anything is installed.
// Exit codes: 0 all well; 1 something failed; 2 the command was called wrongly, with one line on stderr. `sim` has further ones.
import { statSync } from 'node:fs';
import util from 'node:util';

const badInputCode = 2;

/** The caller asked for what cannot be; the message is one line for them. */
export class BadInput extends Error {}

/**
 * @typedef {object} Given
 * @property {Readonly<Record<string, string | undefined>>} values By name of option.
 * @property {ReadonlySet<string>} flags
 * @property {readonly string[]} places
 *
 * @typedef {object} Command
 * @property {string} call How it is called: `npm run sim --`.
 * @property {string} usage What may follow: `[--seed N]`.
 * @property {string} help What it does, and what it prints.
 * @property {readonly string[]} [values] Options that take a value.
 * @property {readonly string[]} [flags] Options that take none.
 * @property {readonly [number, number]} [places] Least and most number of further arguments.
 * @property {(given: Given) => number | Promise<number>} main Returns the exit code. Throws BadInput.
 */

/**
 * What the arguments ask for; 'help' for `--help`. Throws BadInput for what the command does not know.
 * @param {Command} command
 * @param {readonly string[]} args
 * @returns {Given | 'help'}
 */
export function readArguments(command, args) {
  const { values: names = [], flags: flagNames = [], places: [least, most] = [0, 0] } = command;
  let parsed;
  try {
    parsed = util.parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
        ...Object.fromEntries([...flagNames, 'help'].map((name) => [name, { type: 'boolean' }])),
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // Node's own words, without its advice.
    const [said] = /^.*?(?=\.?(?:\s|$)(?:To specify|Did you|$))/m.exec(error.message) ?? [error.message];
    throw new BadInput(said);
  }
  const { values, positionals } = parsed;
  if (values.help) return 'help';
  if (positionals.length > most) throw new BadInput(`Unexpected argument '${positionals[most]}'`);
  if (positionals.length < least) throw new BadInput('An argument is missing');
  return {
    values: Object.fromEntries(names.map((name) => [name, values[name]])),
    flags: new Set(flagNames.filter((name) => values[name] === true)),
    places: positionals,
  };
}

/**
 * Runs a command with the process's arguments and sets its exit code. Only a fault of the program itself leaves a stack trace.
 * @param {Command} command
 */
export async function runCommand(command, args = process.argv.slice(2)) {
  // A reader that has seen enough (`| head`) is no fault.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  try {
    const given = readArguments(command, args);
    if (given === 'help') console.log(`${command.call} ${command.usage}`.trim().concat('\n\n', command.help));
    else process.exitCode = await command.main(given);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    console.error(`${error.message}. \`${command.call} --help\` tells how it is called.`);
    process.exitCode = badInputCode;
  }
}

/**
 * A whole number that the caller gave as text. Throws BadInput.
 * @param {string | undefined} text
 * @param {{ name: string, least: number, most?: number, otherwise: number }} wanted
 */
export function wholeNumber(text, { name, least, most = Number.MAX_SAFE_INTEGER, otherwise }) {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new BadInput(`${name} '${text}' is not a whole number ${range}`);
}

/**
 * Throws BadInput if there is no file or folder of that path.
 * @param {string} path
 */
export function mustExist(path) {
  if (!statSync(path, { throwIfNoEntry: false })) throw new BadInput(`'${path}' is no file or folder`);
}
