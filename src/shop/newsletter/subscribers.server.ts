import { and, count, desc, eq, ilike, isNotNull, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { csvFile } from "~/platform/csv.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { endedHashes } from "./ended-letters.server";
import { signOf } from "~/shop/letter-endings.server";
import { newsletterWords, subscriptions } from "./newsletter.tables";
import { type SubscriptionSource, subscriptionSources } from "./subscription-source";

/**
 * Record kind of a subscription. Its field is a time: a shopper who unsubscribes sets another one than a member did, so undoing
 * the member's change reports the difference instead of subscribing the shopper again.
 */
export const subscriptionRecord: RecordKind = {
  kind: "subscription",
  right: "people.change",
  fields: { leftAt: { schema: z.iso.datetime().nullable() } },
  async read(tx, id) {
    if (!/^\d{1,9}$/.test(id)) return undefined;
    const [row] = await tx
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.id, Number(id)))
      .for("update");
    return row && { version: row.version, values: { leftAt: row.unsubscribedAt?.toISOString() ?? null } };
  },
  async write(tx, id, { leftAt }, version) {
    const [row] = await tx
      .update(subscriptions)
      .set({ unsubscribedAt: leftAt === null ? null : new Date(String(leftAt)), version: version + 1 })
      // Only with the address: without it the person ended the letters or was erased, and a member's change is over.
      .where(and(eq(subscriptions.id, Number(id)), eq(subscriptions.version, version), isNotNull(subscriptions.email)))
      .returning({ version: subscriptions.version });
    return row?.version;
  },
};

/** Active or former subscriber. */
export interface Subscriber {
  id: number;
  /** Null for somebody who ended the letters. */
  email: string | null;
  source: SubscriptionSource | null;
  /** Words of the consent; null if they were not kept. */
  agreedTo: string | null;
  subscribedAt: Date;
  leftAt: Date | null;
  version: number;
}

const SUBSCRIBER = {
  id: subscriptions.id,
  email: subscriptions.email,
  source: subscriptions.source,
  agreedTo: newsletterWords.words,
  subscribedAt: subscriptions.subscribedAt,
  leftAt: subscriptions.unsubscribedAt,
  version: subscriptions.version,
};

const hasWords = eq(newsletterWords.digest, subscriptions.wordsDigest);

export interface ListView {
  /** True lists former subscribers. */
  hasLeft: boolean;
  source: SubscriptionSource | null;
  /** Id of the last subscriber on the previous page. */
  after: number | null;
  most: number;
}

/**
 * A page of newsletter subscribers, newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function newsletterList(
  { db }: Pick<Services, "db">,
  member: Member,
  { hasLeft, source, after, most }: ListView,
): Promise<Subscriber[]> {
  await requireRight({ db }, member, "people.read");
  const place = sql`(${subscriptions.subscribedAt}, ${subscriptions.id})`;
  return db
    .select(SUBSCRIBER)
    .from(subscriptions)
    .leftJoin(newsletterWords, hasWords)
    .where(
      and(
        hasLeft ? isNotNull(subscriptions.unsubscribedAt) : isNull(subscriptions.unsubscribedAt),
        source === null ? undefined : eq(subscriptions.source, source),
        after === null
          ? undefined
          : sql`${place} < (select ${subscriptions.subscribedAt}, ${subscriptions.id} from ${subscriptions} where ${subscriptions.id} = ${after})`,
      ),
    )
    .orderBy(desc(subscriptions.subscribedAt), desc(subscriptions.id))
    .limit(most);
}

/**
 * Number of active subscribers.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function countSubscribers({ db }: Pick<Services, "db">, member: Member): Promise<number> {
  await requireRight({ db }, member, "people.read");
  const [row] = await db.select({ count: count() }).from(subscriptions).where(isNull(subscriptions.unsubscribedAt));
  return row?.count ?? 0;
}

/**
 * Exports all active subscribers as a CSV file; the log records the member.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function exportSubscribers({ db }: Pick<Services, "db">, member: Member): Promise<string> {
  await requireRight({ db }, member, "export", "people.read");
  const rows = await db
    .select(SUBSCRIBER)
    .from(subscriptions)
    .leftJoin(newsletterWords, hasWords)
    .where(isNull(subscriptions.unsubscribedAt))
    .orderBy(desc(subscriptions.subscribedAt), desc(subscriptions.id));
  const act = { memberId: member.id, submission: crypto.randomUUID(), action: "export" as const, reason: "" };
  await db.transaction((tx) =>
    logChanges(tx, act, [
      { kind: "newsletter-list", record: "newsletter", version: 1, field: "export", old: null, new: rows.length },
    ]),
  );
  const lines = rows.map(({ email, source, subscribedAt, agreedTo }) => [
    email ?? "",
    source === null ? "" : subscriptionSources[source],
    subscribedAt.toISOString(),
    agreedTo ?? "",
  ]);
  return csvFile(["E-mail", "Source", "Since", "Agreed to"], lines);
}

const isAddress = (services: Pick<Services, "sealer">, email: string) =>
  or(eq(subscriptions.email, email), eq(subscriptions.addressHash, endedHashes(signOf(services), email).addressHash));

/**
 * Subscription of an e-mail address, active or ended; undefined if there is none.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function subscriberBy(
  services: Pick<Services, "db" | "sealer">,
  member: Member,
  email: string,
): Promise<Subscriber | undefined> {
  await requireRight(services, member, "people.read");
  const [row] = await services.db
    .select(SUBSCRIBER)
    .from(subscriptions)
    .leftJoin(newsletterWords, hasWords)
    .where(isAddress(services, email));
  return row;
}

/**
 * Finds subscribers whose e-mail address matches the LIKE pattern, upper and lower case being the same, and somebody who ended the
 * letters by the whole address.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function findSubscribers(
  services: Pick<Services, "db" | "sealer">,
  member: Member,
  { like, text, most }: { like: string; text: string; most: number },
): Promise<string[]> {
  await requireRight(services, member, "people.read");
  const whole = text.toLowerCase();
  const rows = await services.db
    .select({ email: subscriptions.email })
    .from(subscriptions)
    .where(or(ilike(subscriptions.email, like), isAddress(services, whole)))
    .orderBy(subscriptions.email)
    .limit(most);
  return rows.map(({ email }) => email ?? whole);
}
