/** Parses options of a command and formats their help. Has no dependencies, because it runs before packages are installed. */
import { parseArgs } from "node:util";

export class Unknown extends Error {
  name = "Unknown";
}

/**
 * Returns the result of `read`, which parses the arguments. If it throws `Unknown`, returns a line to print (`words`) and the
 * exit code 2 instead.
 */
export function askedOf(command, read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unknown)) throw error;
    return { words: `${error.message} "npm run ${command} -- --help" tells what there is.\n`, code: 2 };
  }
}

/** Prints the help or the error of a command that does not run (errors to standard error), and returns the exit code. */
export function told({ words, code }) {
  (code === 0 ? process.stdout : process.stderr).write(words);
  return code;
}

/**
 * Parses arguments with `parseArgs` of Node.
 *
 * @throws {Unknown} with one sentence about an argument that is not valid.
 */
export function understood(args, options, allowPositionals = false) {
  try {
    return parseArgs({ args, allowPositionals, options });
  } catch (error) {
    if (!error.code?.startsWith("ERR_PARSE_ARGS_")) throw error;
    // Keeps the first sentence of Node's message: the rest explains positional arguments that begin with a dash.
    throw new Unknown(`${error.message.split(/\.\s/)[0].replace(/\.$/, "")}.`);
  }
}

/**
 * Parses the number given to an option.
 *
 * @throws {Unknown} unless the number is valid.
 */
export function numberOf(name, text, isValid) {
  const value = Number(text);
  if (!isValid(value)) throw new Unknown(`--${name} cannot be "${text}".`);
  return value;
}

/** Help lines of options, with their default values. */
export const optionLines = (options) =>
  pairLines(
    Object.entries(options).map(([name, { value = "", words, default: usual }]) => [
      `--${name} ${value}`,
      usual ? `${words} (${usual})` : words,
    ]),
  );

export const pairLines = (pairs) => pairs.map(([left, right]) => `  ${left.padEnd(20)}${right}`).join("\n");
