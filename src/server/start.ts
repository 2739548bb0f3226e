import { type Env, readEnv } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { withoutPasswords } from "~/platform/shown-address";

/** A command of the process; may return an exit code. */
export type Command = (env: Env) => Promise<number | void>;

/** Runs a command of the process to its end. An error that the operator can correct is printed as one line without a stack. */
export async function start(command: Command): Promise<never> {
  try {
    const env = readEnv();
    log.level = env.logLevel;
    return process.exit((await command(env)) ?? 0);
  } catch (error) {
    const trace = error instanceof Error ? error.stack : String(error);
    // Loaded only on an error, because it imports the error classes of the whole program.
    const { startFailureWords } = await import("./start-failure-words");
    process.stderr.write(`${withoutPasswords(startFailureWords(error) ?? String(trace))}\n`);
    return process.exit(1);
  }
}
