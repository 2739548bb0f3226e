import { z } from "zod";

const count = z.int().min(0);
const digest = z.string().length(64);

/** Erasures of a shop. Records are keyed hashes: the list tells nobody who was erased, and needs the secret key of the shop. */
export const Erasures = z.strictObject({
  /** Hash by which the key is known. */
  key: z.string(),
  /** Hashes of erased records, and when each was erased. */
  erased: z.record(z.string(), z.iso.datetime()),
});
export type Erasures = z.infer<typeof Erasures>;

/** Last line of a backup: counts and checksums of its content. */
export const Manifest = z.strictObject({
  takenAt: z.iso.datetime(),
  shopName: z.string(),
  /** Migrations that the tables have, and the name of the last one. */
  schema: z.strictObject({ migrations: count, last: z.string() }),
  tables: z.array(z.strictObject({ name: z.string(), rows: count, sha256: digest })),
  jobs: z.strictObject({ rows: count, sha256: digest }),
  /** Last numbers given out; null where none was. */
  sequences: z.record(z.string(), z.string().nullable()),
  /** Tables that are not in the file, with the reason. */
  leftOut: z.record(z.string(), z.string()),
  /** Pictures that lie beside the file, by their hash. */
  media: z.array(z.string().regex(/^[0-9a-f]{32}$/)),
  /** Fingerprints of keys that the file needs and does not contain. */
  fingerprints: z.strictObject({ secretKey: z.string() }),
  /** Erasures up to `takenAt`, also of records that are not in the backup any more; unset in backups of earlier releases. */
  erasures: Erasures.optional(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Line before the rows of a table or before the jobs; or the manifest, the last line. */
export const Section = z.union([
  z.strictObject({ table: z.string(), columns: z.array(z.string()) }),
  z.strictObject({ jobs: z.literal(true) }),
  z.strictObject({ manifest: Manifest }),
]);

/** An open job, as it is enqueued again. */
export const StoredJob = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
  startAfter: z.string(),
  priority: z.int(),
});
export type StoredJob = z.infer<typeof StoredJob>;
