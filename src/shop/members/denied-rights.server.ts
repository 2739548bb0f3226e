import type { Database } from "~/platform/database.server";
import { takeTallies, tally } from "~/platform/tally.server";
import type { Member } from "./member";
import { recordMemberEvent } from "./member-events.server";
import { memberEvents } from "./member-events.tables";
import type { Right } from "./rights";

const DENIED = "right-denied";

/**
 * Writes a refusal into the log: the first of a member for the same rights in a minute at once, how many there were when the minute
 * is over. Nothing can be taken out of the log again, and one member is not to fill it.
 */
export const recordDenied = (db: Database, { id }: Member, rights: Right[], now = new Date()): Promise<void> =>
  // Counted and written together: one that was counted and not written would stand in no log.
  db.transaction(async (tx) => {
    const times = await tally(tx, DENIED, `${id} ${rights.join(" ")}`, now);
    if (times === 1) await recordMemberEvent(tx, { kind: DENIED, memberId: id, details: { rights } });
  });

/** Writes how often members were refused the same in each minute that is over, where it was more than once. */
export const writeDeniedCounts = (db: Database, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const rows = (await takeTallies(tx, DENIED, now)).filter(({ times }) => times > 1);
    if (rows.length === 0) return;
    await tx.insert(memberEvents).values(
      rows.map(({ key, times, end }) => {
        const [memberId, ...rights] = key.split(" ");
        return { kind: DENIED, memberId, details: { rights, times }, at: end } as const;
      }),
    );
  });
