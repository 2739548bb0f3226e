import type { Database } from "~/platform/database.server";
import { takeTallies, tally } from "~/platform/tally.server";
import type { Member } from "./member";
import { recordMemberEvent } from "./record-member-event.server";
import { memberEvents } from "./member-events.tables";
import type { Right } from "./rights";

const DENIED = "right-denied";

/**
 * Logs a refusal: a member's first for the same rights in a minute at once, the number when the minute is over. The log is append-only and
 * must not be filled by one member.
 */
export const recordDenied = (db: Database, { id }: Member, rights: Right[], now = new Date()): Promise<void> =>
  // Counting and logging share a transaction, so that none is lost.
  db.transaction(async (tx) => {
    const times = await tally(tx, DENIED, `${id} ${rights.join(" ")}`, now);
    if (times === 1) await recordMemberEvent(tx, { kind: DENIED, memberId: id, details: { rights } });
  });

/** Logs repeated refusals of past minutes with their number. */
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
