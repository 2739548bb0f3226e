import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "./database.server";
import { hold } from "./shop-hold.tables";
import { connectAsOwner } from "./migrations.server";
import { throughOutages } from "./outage.server";

/** Milliseconds between two checks whether a shop on hold was resumed. */
const LOOK_EVERY_MS = 2_000;

/** State of the hold, which a restore puts on a shop: no job runs, and nothing is sent to other machines. */
export interface Hold {
  isHeld(): boolean;
  /** Time of the restored backup; undefined if the shop was not on hold at the start. */
  snapshotAt: Date | undefined;
  /** Resolves when the shop is resumed, or when the signal ends waiting. */
  released(signal: AbortSignal): Promise<void>;
}

/** Reads the hold at the start of a process. A shop is put on hold only while it is stopped. */
export async function openHold(db: Database): Promise<Hold> {
  let row = await heldSince(db);
  return {
    snapshotAt: row?.snapshotAt,
    isHeld: () => row !== undefined,
    async released(signal) {
      while (row && !signal.aborted) {
        row = await throughOutages(() => heldSince(db), signal);
        if (row) await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}

/** Times of the hold; undefined if the shop is not on hold. */
export async function heldSince(db: Database): Promise<{ snapshotAt: Date; since: Date } | undefined> {
  const [row] = await db.select({ snapshotAt: hold.snapshotAt, since: hold.since }).from(hold);
  return row;
}

/** Puts a restored shop on hold, as the owner of its tables. */
export async function holdShop(ownerUrl: string, snapshotAt: Date): Promise<void> {
  const owner = await connectAsOwner(ownerUrl);
  try {
    await owner.query("insert into hold (snapshot_at) values ($1)", [snapshotAt]);
  } finally {
    await owner.end();
  }
}

/** Ends the hold; returns whether there was one. */
export async function resumeShop(db: Database): Promise<boolean> {
  return (await db.delete(hold).returning({ is: hold.is })).length > 0;
}
