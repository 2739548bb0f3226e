/** Options of a command, and their help texts. Without dependencies: they are read before anything is built. */
import { parseArgs } from "node:util";

export class Unknown extends Error {
  name = "Unknown";
}

/**
 * Arguments as `read` understands them; or nothing to run but `words` to print, and the exit code: 0 for help, 2 for one line about an argument that
 * is not understood.
 */
export function askedOf(command, read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unknown)) throw error;
    return { words: `${error.message} "npm run ${command} -- --help" tells what there is.\n`, code: 2 };
  }
}

/** Prints the message of a command that is not run, such as its help or an error, and returns the exit code. */
export function told({ words, code }) {
  (code === 0 ? process.stdout : process.stderr).write(words);
  return code;
}

/**
 * Reads arguments.
 *
 * @throws {Unknown} in one sentence.
 */
export function understood(args, options, allowPositionals = false) {
  try {
    return parseArgs({ args, allowPositionals, options });
  } catch (error) {
    if (!error.code?.startsWith("ERR_PARSE_ARGS_")) throw error;
    // Only the first sentence: Node adds a long explanation of how to pass a positional argument that begins with a dash.
    throw new Unknown(`${error.message.split(/\.\s/)[0].replace(/\.$/, "")}.`);
  }
}

/**
 * The number that an option was given.
 *
 * @throws {Unknown} unless it is valid.
 */
export function numberOf(name, text, isValid) {
  const value = Number(text);
  if (!isValid(value)) throw new Unknown(`--${name} cannot be "${text}".`);
  return value;
}

/** Lines of a help about options, with the usual value of each. */
export const optionLines = (options) =>
  pairLines(
    Object.entries(options).map(([name, { value = "", words, default: usual }]) => [
      `--${name} ${value}`,
      usual ? `${words} (${usual})` : words,
    ]),
  );

export const pairLines = (pairs) => pairs.map(([left, right]) => `  ${left.padEnd(20)}${right}`).join("\n");
