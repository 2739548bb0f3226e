import { z } from "zod";

const count = z.int().min(0);

/** Result of a restore test. */
export const Proof = z.strictObject({
  at: z.iso.datetime(),
  /** Name of the backup's file. */
  backup: z.string(),
  /** `skipped` when it could not be tried: then nothing is proven. */
  outcome: z.enum(["proven", "failed", "skipped"]),
  /** Reason of a failure, or of a test that was skipped; empty when proven. */
  words: z.string(),
  rows: count,
  pictures: count,
  /** Orders that were read by the shop's own functions. */
  orders: count,
  seconds: count,
});
export type Proof = z.infer<typeof Proof>;

/** Restore tests of a folder: the last one, and the last that proved a backup. */
export const Proofs = z.strictObject({ last: Proof, proven: Proof.nullable() });
export type Proofs = z.infer<typeof Proofs>;

const DAY = 86_400_000;
/** Days after which a backup is tested again. */
const EVERY_DAYS = 7;
/** Days without a proof that are too many. */
const LATE_DAYS = 10;

/** Whether the next test is due: a week after a success, each night after a failed or skipped one. */
export const isProofDue = (proofs: Proofs | undefined, now: Date): boolean =>
  proofs?.last.outcome !== "proven" || daysBetween(proofs.last.at, now) > EVERY_DAYS - 0.5;

/** Whether too long nothing was proven, counted from the last proof, else from the oldest backup. */
export const isProofLate = (proofs: Proofs | undefined, oldest: Date | undefined, now: Date): boolean => {
  const since = proofs?.proven?.at ?? oldest;
  return since !== undefined && daysBetween(since, now) > LATE_DAYS;
};

const daysBetween = (from: string | Date, to: Date): number => (to.getTime() - new Date(from).getTime()) / DAY;
