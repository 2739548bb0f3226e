import { BackupNotWritten } from "~/backup/backup-file.server";
import { UnusableContent } from "~/demo/content.server";
import { AlreadyRunning, PostgresUnavailable } from "~/platform/embedded-postgres.server";
import { type Env, readEnv, UnusableEnv } from "~/platform/env.server";
import { log } from "~/platform/log.server";
import { PortUnavailable } from "./listening";

/** A command of the process; may return an exit code. */
export type Command = (env: Env) => Promise<number | void>;

/** Runs a command of the process to its end. Errors that the operator can correct are printed in one line without a stack. */
export async function start(command: Command): Promise<never> {
  try {
    const env = readEnv();
    log.level = env.logLevel;
    return process.exit((await command(env)) ?? 0);
  } catch (error) {
    const trace = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${lineFor(error) ?? trace}\n`);
    return process.exit(1);
  }
}

const UNREACHABLE = ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "28P01", "28000", "3D000"];

function lineFor(error: unknown): string | undefined {
  if (error instanceof AlreadyRunning)
    return `This data directory cannot be used now: ${error.message}. Stop that first, or set DATA_DIR.`;
  if (error instanceof BackupNotWritten)
    return `The backup before this release's migrations failed, and the database was not changed. ${error.message}`;
  if (error instanceof UnusableContent) return `The demo shop's content cannot be used:\n${error.message}`;
  if (error instanceof UnusableEnv || error instanceof PostgresUnavailable || error instanceof PortUnavailable)
    return error.message;
  if (error instanceof Error && "code" in error && UNREACHABLE.includes(String(error.code)))
    return `The database of DATABASE_URL cannot be used: ${error.message || String(error.code)}`;
  return undefined;
}
