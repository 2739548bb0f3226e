import { z } from "zod";

const count = z.int().min(0);
const digest = z.string().length(64);

/** List of a shop's erasures. Records are hashed with the shop's secret key, so that the list does not tell who was erased. */
export const Erasures = z.strictObject({
  /** Hash of the secret key that the list needs. */
  key: z.string(),
  /** Hashes of the erased records, each with the time of its erasure. */
  erased: z.record(z.string(), z.iso.datetime()),
});
export type Erasures = z.infer<typeof Erasures>;

/** Last line of a backup: counts and checksums of its content. */
export const Manifest = z.strictObject({
  takenAt: z.iso.datetime(),
  shopName: z.string(),
  /**
   * Number of migrations that the database had, and the name of the last one; and the finished statements of long migrations,
   * unset in backups of earlier releases.
   */
  schema: z.strictObject({ migrations: count, last: z.string(), long: z.array(z.string()).optional() }),
  tables: z.array(z.strictObject({ name: z.string(), rows: count, sha256: digest })),
  jobs: z.strictObject({ rows: count, sha256: digest }),
  /** Last value of each sequence; null if none was used yet. */
  sequences: z.record(z.string(), z.string().nullable()),
  /** Tables that are not in the file, each with the reason. */
  leftOut: z.record(z.string(), z.string()),
  /** Hashes of the pictures that belong to the backup, and are stored beside the file. */
  media: z.array(z.string().regex(/^[0-9a-f]{32}$/)),
  /** Fingerprints of keys that the shop needs and the file does not contain. */
  fingerprints: z.strictObject({ secretKey: z.string() }),
  /** Erasures up to `takenAt`, also of records that are not in the backup; unset in backups of earlier releases. */
  erasures: Erasures.optional(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Line before the rows of a table or before the jobs; or the last line, with the manifest. */
export const Section = z.union([
  z.strictObject({ table: z.string(), columns: z.array(z.string()) }),
  z.strictObject({ jobs: z.literal(true) }),
  z.strictObject({ manifest: Manifest }),
]);

/** An open job, with the values to enqueue it again. */
export const StoredJob = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
  startAfter: z.string(),
  priority: z.int(),
});
export type StoredJob = z.infer<typeof StoredJob>;
