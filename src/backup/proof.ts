import { z } from "zod";
import { DAY } from "~/platform/durations";

const count = z.int().min(0);

/** Result of a restore test. */
export const Proof = z.strictObject({
  at: z.iso.datetime(),
  /** File name of the tested backup. */
  backup: z.string(),
  /** Outcome; `skipped` means that the test could not be run, which proves nothing. */
  outcome: z.enum(["proven", "failed", "skipped"]),
  /** Reason why the test failed or was skipped; empty otherwise. */
  words: z.string(),
  rows: count,
  pictures: count,
  /** Number of orders that were read with the shop's own functions. */
  orders: count,
  seconds: count,
  /** Identifies the tables of the backup (`tablesIn`); unset if the backup was unreadable, and in results of earlier releases. */
  tables: z.string().optional(),
  /** Set if the backup is not encrypted although the shop has a passphrase. */
  unencrypted: z.literal(true).optional(),
});
export type Proof = z.infer<typeof Proof>;

/** Results of the last restore test in a folder, and of the last successful one. */
export const Proofs = z.strictObject({ last: Proof, proven: Proof.nullable() });
export type Proofs = z.infer<typeof Proofs>;

/** Days after which a backup is tested again. */
const EVERY_DAYS = 7;
/** Days without a successful test after which members are warned. */
const LATE_DAYS = 10;

/**
 * Whether a test is due: a week after a successful one, after a failed or skipped one, or if the database has other tables than
 * the tested backup. `tables` are those of the database.
 */
export const isProofDue = (proofs: Proofs | undefined, tables: string, now: Date): boolean =>
  proofs?.last.outcome !== "proven" ||
  proofs.last.tables !== tables ||
  daysBetween(proofs.last.at, now) > EVERY_DAYS - 0.5;

/** Whether the last successful test, or without one the oldest backup, is older than `LATE_DAYS`. */
export const isProofLate = (proofs: Proofs | undefined, oldest: Date | undefined, now: Date): boolean => {
  const since = proofs?.proven?.at ?? oldest;
  return since !== undefined && daysBetween(since, now) > LATE_DAYS;
};

const daysBetween = (from: string | Date, to: Date): number => (to.getTime() - new Date(from).getTime()) / DAY;
