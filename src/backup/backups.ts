import type { Proof, Proofs } from "./proof";

/** A backup in the folder. */
export interface StoredBackup {
  name: string;
  at: Date;
  bytes: number;
}

/** Backups that the shop makes by itself, in one folder. */
export interface Backups {
  folder: string;
  isHourly: boolean;
  /** Backups in the folder, newest first. */
  list(): Promise<StoredBackup[]>;
  /**
   * Makes the backup of this hour, unless there is one, and deletes those that are kept no longer. Pictures stay.
   *
   * @throws {BackupNotWritten} as `writeBackup` does; none is deleted then.
   */
  makeHourly(now: Date): Promise<void>;
  /** Restore tests of this folder's backups; undefined before the first. */
  proofs(): Promise<Proofs | undefined>;
  /** Tests the newest backup when it is time; see `proveBackup`. Undefined when it is not, or there is none. */
  proveWeekly(now: Date): Promise<Proof | undefined>;
  /** Tests the newest backup now; undefined when there is none. */
  prove(now: Date): Promise<Proof | undefined>;
}
