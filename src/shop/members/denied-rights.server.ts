import type { Database } from "~/platform/database.server";
import { takeTallies, tally } from "~/platform/tally.server";
import type { Member } from "./member";
import { recordMemberEvent } from "./record-member-event.server";
import { memberEvents } from "./member-events.tables";
import type { Right } from "./rights";

const DENIED = "right-denied";

/**
 * Logs that a member lacked a right: the first denial of the same rights in a minute at once, further ones as a number after the
 * minute. The log is append-only, so one member must not be able to fill it.
 */
export const recordDenied = (db: Database, { id }: Member, rights: Right[], now = new Date()): Promise<void> =>
  // Counting and logging share a transaction, so that no denial is lost.
  db.transaction(async (tx) => {
    const times = await tally(tx, DENIED, `${id} ${rights.join(" ")}`, now);
    if (times === 1) await recordMemberEvent(tx, { kind: DENIED, memberId: id, details: { rights } });
  });

/** Logs the number of repeated denials in past minutes. */
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
