import { and, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import {
  plainEntry,
  type QueueEntry,
  type QueueWindow,
  standingOf,
  storedStanding,
  type WrittenThing,
} from "~/shop/moderation";
import { StandingField, momentOf, namesInLog, queueWindow } from "~/shop/moderation.server";
import { communitySignups, states } from "./community.tables";

const stored = ({ standing, hiddenBecause }: typeof communitySignups.$inferSelect) =>
  standingOf({ state: standing, hiddenBecause });

/** Names of the people whose sign-ups are in log entries, by kind and id. */
export const signupNames = (db: Database, changes: readonly { kind: string; record: string }[]) =>
  namesInLog(signupRecord.kind, changes, (ids) =>
    db
      .select({ id: communitySignups.id, name: communitySignups.name })
      .from(communitySignups)
      .where(inArray(communitySignups.id, ids)),
  );

/** Record kind of a sign-up to the community, for the members' decision about it. */
export const signupRecord: RecordKind = {
  kind: "community-signup",
  right: "queue.moderate",
  fields: { standing: { schema: StandingField } },
  async read(tx, id) {
    const [row] = await tx
      .select()
      .from(communitySignups)
      .where(eq(communitySignups.id, Number(id)))
      .for("update");
    return row && { version: row.version, values: { standing: stored(row) } };
  },
  async write(tx, id, { standing }, version) {
    const { state, hiddenBecause } = storedStanding(StandingField.parse(standing));
    const [row] = await tx
      .update(communitySignups)
      .set({ standing: state, hiddenBecause, version: version + 1 })
      .where(and(eq(communitySignups.id, Number(id)), eq(communitySignups.version, version)))
      .returning({ version: communitySignups.version });
    return row?.version;
  },
};

/**
 * Sign-ups to the community in one part of the queue, with the data that members see.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function queuedSignups(
  { db }: Pick<Services, "db">,
  member: Member,
  part: QueueWindow,
): Promise<QueueEntry[]> {
  await requireRight({ db }, member, "queue.read");
  const columns = {
    kind: "sign-up",
    id: communitySignups.id,
    at: communitySignups.joinedAt,
    state: communitySignups.standing,
    sample: communitySignups.sample,
  } as const;
  const { where, orderBy, limit } = queueWindow(columns, part);
  const rows = await db
    .select({ signup: communitySignups, moment: momentOf(communitySignups.joinedAt), place: states.name })
    .from(communitySignups)
    .innerJoin(states, eq(states.code, communitySignups.state))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return rows.map(({ signup, moment, place }) => ({
    ...plainEntry,
    kind: "sign-up",
    id: String(signup.id),
    moment,
    at: signup.joinedAt,
    standing: stored(signup),
    version: signup.version,
    isSample: signup.sample,
    author: signup.name,
    words: `Wants to join the community in ${place}.`,
  }));
}

/**
 * Sign-ups to the community by e-mail address, newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function signupsBy(
  { db }: Pick<Services, "db">,
  member: Member,
  email: string,
  most: number,
): Promise<WrittenThing[]> {
  await requireRight({ db }, member, "people.read");
  const rows = await db
    .select({ signup: communitySignups, place: states.name })
    .from(communitySignups)
    .innerJoin(states, eq(states.code, communitySignups.state))
    .where(eq(communitySignups.email, email))
    .orderBy(desc(communitySignups.joinedAt))
    .limit(most);
  return rows.map(({ signup, place }) => ({
    kind: "sign-up",
    id: String(signup.id),
    words: `Community in ${place}`,
    standing: stored(signup),
    at: signup.joinedAt,
    isSample: signup.sample,
  }));
}
