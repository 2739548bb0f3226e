import { BackupNotWritten } from "~/backup/backup-file.server";
import { UnusableContent } from "~/demo/content.server";
import { diskFaultWords } from "~/platform/disk-faults";
import { AlreadyRunning, PostgresUnavailable } from "~/platform/embedded-postgres.server";
import { UnusableEnv } from "~/platform/env.server";
import { StoreUnavailable } from "~/platform/object-store.server";
import { PostgresTooOld } from "~/platform/oldest-postgres.server";
import { RestoreUnfinished } from "~/platform/unfinished-restore.server";
import { PortUnavailable } from "./listening";

const UNREACHABLE = ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "28P01", "28000", "3D000"];

/** Errors whose message is written as one line for the operator. */
const TOLD = [UnusableEnv, PostgresUnavailable, PortUnavailable, PostgresTooOld, RestoreUnfinished];

/** Returns a line for the operator about an error that the operator can correct; undefined for any other error. */
export function startFailureWords(error: unknown): string | undefined {
  if (error instanceof AlreadyRunning)
    return `This data directory cannot be used now: ${error.message}. Stop that first, or set DATA_DIR.`;
  if (error instanceof BackupNotWritten)
    return `The backup before this release's migrations failed, and the database was not changed. ${error.message}`;
  if (error instanceof StoreUnavailable)
    return `The S3 store of S3_ENDPOINT cannot be used. ${error.message}. Try again when it answers; look at its address, bucket and keys if it refuses.`;
  if (error instanceof UnusableContent) return `The demo shop's content cannot be used:\n${error.message}`;
  if (TOLD.some((kind) => error instanceof kind)) return (error as Error).message;
  const aboutDisk = diskFaultWords(error);
  if (aboutDisk !== undefined) return aboutDisk;
  if (error instanceof Error && "code" in error && UNREACHABLE.includes(String(error.code)))
    return `The database of DATABASE_URL cannot be used: ${error.message || String(error.code)}`;
  return undefined;
}
