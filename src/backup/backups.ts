import type { Proof, Proofs } from "./proof";

/** Whether the shop tests a backup each week: not when it is switched off, nor by itself with a large database of a server. */
export type Testing = "weekly" | "off" | "too-large";

/** A backup in the folder. */
export interface StoredBackup {
  name: string;
  at: Date;
  bytes: number;
}

/** A backup that was read whole. */
export interface LookedAtBackup extends Omit<StoredBackup, "name"> {
  file: string;
  shopName: string;
  /** Whether this machine has the secret key of the backup's shop. */
  hasKey: boolean;
  /** Reason why it cannot be restored; empty when it can. */
  problem: string;
}

/** Backups that the shop makes by itself, in one folder. */
export interface Backups {
  folder: string;
  isHourly: boolean;
  /** Address of the store that gets each hourly backup, too; unset without one. */
  copiedTo: string | undefined;
  /** Backups in the folder, newest first. */
  list(): Promise<StoredBackup[]>;
  /** The newest backups, at most `most`, each read whole. */
  look(most: number): Promise<LookedAtBackup[]>;
  /**
   * Makes the backup of this hour, unless there is one, and deletes those that are kept no longer. Pictures stay.
   *
   * Called again in its hour it gets pictures that their store did not give before.
   *
   * @throws {BackupNotWritten} as `writeBackup` does, and none is deleted then; or when the backup is whole but for pictures whose store does not answer.
   */
  makeHourly(now: Date): Promise<void>;
  /**
   * Sends the newest backup to the store, unless it is there.
   *
   * @throws {StoreUnavailable}
   */
  copyNewest(now: Date): Promise<void>;
  /** Restore tests of this folder's backups; undefined before the first. */
  proofs(): Promise<Proofs | undefined>;
  testing(): Promise<Testing>;
  /** Tests the newest backup when it is time; see `proveBackup`. Undefined when it is not, or there is none. */
  proveWeekly(now: Date): Promise<Proof | undefined>;
  /** Deletes pictures that no backup names, and databases that a restore kept more than 30 days ago. */
  sweep(now: Date): Promise<void>;
  /** Tests the newest backup now; undefined when there is none. */
  prove(now: Date): Promise<Proof | undefined>;
}
