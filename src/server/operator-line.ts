import { BackupNotWritten } from "~/backup/backup-file.server";
import { UnusableContent } from "~/demo/content.server";
import { AlreadyRunning, PostgresUnavailable } from "~/platform/embedded-postgres.server";
import { UnusableEnv } from "~/platform/env.server";
import { PortUnavailable } from "./listening";

const UNREACHABLE = ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "28P01", "28000", "3D000"];

/** Line for the operator about an error that he can correct; undefined for any other. */
export function operatorLine(error: unknown): string | undefined {
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
