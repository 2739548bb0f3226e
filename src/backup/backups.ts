import type { Proof, Proofs } from "./proof";

/**
 * Whether the shop tests a backup each week: `off` by the environment, `too-large` because the database on a server is too
 * large for it.
 */
export type Testing = "weekly" | "off" | "too-large";

/** A backup file in a folder or store. */
export interface StoredBackup {
  name: string;
  at: Date;
  bytes: number;
}

/** A backup whose file was read completely. */
export interface LookedAtBackup extends Omit<StoredBackup, "name"> {
  file: string;
  shopName: string;
  /** Whether this machine has the secret key of the backup's shop. */
  hasKey: boolean;
  /** Whether the file is not encrypted although the shop has a passphrase, so that only an option for it restores it. */
  isUnencrypted: boolean;
  /** Reason why the backup cannot be restored; empty if it can. */
  problem: string;
}

/** The shop's scheduled backups, in one folder. */
export interface Backups {
  folder: string;
  isHourly: boolean;
  /** Address of the store to which hourly backups are also uploaded; undefined without one. */
  copiedTo: string | undefined;
  /** Backups in the folder, newest first. */
  list(): Promise<StoredBackup[]>;
  /** Number of backups in the folder that are not encrypted although the shop has a passphrase. */
  countUnencrypted(): Promise<number>;
  /** Reads the newest backups completely, at most `most`, and says of each whether it can be restored. */
  look(most: number): Promise<LookedAtBackup[]>;
  /**
   * Makes the backup of this hour unless there is one, and deletes old backups. Pictures are not deleted.
   *
   * If the backup exists already, copies the pictures that their remote store did not deliver before.
   *
   * @throws {BackupNotWritten} as `writeBackup` does, without deleting any backup; or if the backup is written but the store of
   * pictures did not respond.
   */
  makeHourly(now: Date): Promise<void>;
  /**
   * Uploads the newest backup to the store unless it has it.
   *
   * @throws {StoreUnavailable} if the store does not respond.
   */
  copyNewest(now: Date): Promise<void>;
  /** Results of restore tests of this folder's backups; undefined before the first test. */
  proofs(): Promise<Proofs | undefined>;
  testing(): Promise<Testing>;
  /**
   * Tests the newest backup if a test is due; see `proveBackup`. Undefined if none is due, tests are off, or there is no backup.
   */
  proveIfDue(now: Date): Promise<Proof | undefined>;
  /**
   * Identifies the tables of the database if the shop tests its backups and the last tested one had other tables; undefined
   * otherwise.
   */
  untestedTables(): Promise<string | undefined>;
  /** Deletes pictures that no backup needs, and databases that a restore kept more than 30 days ago. */
  sweep(now: Date): Promise<void>;
  /** Tests the newest backup now; undefined if there is none. */
  prove(now: Date): Promise<Proof | undefined>;
}
