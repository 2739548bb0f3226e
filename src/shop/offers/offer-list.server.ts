import { randomUUID } from "node:crypto";
import { asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { checkedValues } from "~/shop/audit/record-kind.server";
import { requireSpan } from "~/shop/audit/require-span";
import { save } from "~/shop/audit/save.server";
import type { Saved, Stale } from "~/shop/audit/saving";
import { inForce } from "~/shop/audit/settings-record.server";
import { requireFactor } from "~/shop/members/factor";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { isUuid } from "~/shop/is-uuid";
import { type Offer, OfferValues } from "./offer";
import { dateOf, isSteep, offerRecord, requireRoom } from "./offer-record.server";
import { offerSentence } from "./offer-words";
import { offers } from "./offers.tables";

/** An offer as members see it. */
export interface ListedOffer extends Offer {
  /** Place in the merchant's order. */
  position: number;
  isPutAway: boolean;
  version: number;
}

type Row = typeof offers.$inferSelect;

const listed = ({ putAwayAt, createdAt: _createdAt, ...row }: Row): ListedOffer => ({
  ...row,
  isPutAway: putAwayAt !== null,
});

const inOrder = [asc(offers.position), asc(offers.id)];

/**
 * Offers that are not deleted, in the merchant's order.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function offerList({ db }: Pick<Services, "db">, member: Member): Promise<ListedOffer[]> {
  await requireRight({ db }, member, "discounts.read");
  const rows = await db
    .select()
    .from(offers)
    .where(isNull(offers.putAwayAt))
    .orderBy(...inOrder);
  return rows.map(listed);
}

/**
 * One offer, a deleted one included; null for an unknown id.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function offerById({ db }: Pick<Services, "db">, member: Member, id: string): Promise<ListedOffer | null> {
  await requireRight({ db }, member, "discounts.read");
  if (!isUuid(id)) return null;
  const [row] = await db.select().from(offers).where(eq(offers.id, id));
  return row ? listed(row) : null;
}

/** Sentences of offers by their ids, those of deleted ones included, for the log. */
export async function offerNames(db: Database, ids: string[]): Promise<ReadonlyMap<string, string>> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return new Map();
  const rows = await db.select().from(offers).where(inArray(offers.id, known));
  return new Map(rows.map((row) => [row.id, offerSentence(row)]));
}

type Saving = Pick<Services, "db" | "reloadOffers">;

/** Waits at most a second until this process takes off by the stored offers; other processes follow within a second. */
const offersInForce = ({ reloadOffers }: Saving): Promise<void> => inForce(reloadOffers, "offers");

/**
 * Makes an offer, the last in the order.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`; `input-invalid` at a field, or without one for a shop that has
 * `MOST_OFFERS`; `factor-missing` if the offer may reduce an order by more than the setting `discountLimit` allows without a second
 * factor.
 */
export async function createOffer(
  services: Saving,
  member: Member,
  { submission, values: wanted }: { submission: string; values: OfferValues },
): Promise<{ act: string; id: string }> {
  await requireRight(services, member, "discounts.change");
  const values = OfferValues.parse(checkedValues(offerRecord, { ...wanted }));
  requireSpan(values);
  const made = await once(services, member, { submission, kind: offerRecord.kind, record: "new" }, async (tx) => {
    // One after the other, so that no two get the same place.
    await requireRoom(tx);
    if (values.isOn && (await isSteep(tx, values.rule))) requireFactor(member);
    const [last] = await tx.select({ next: sql<number>`coalesce(max(${offers.position}) + 1, 0)` }).from(offers);
    const id = randomUUID();
    const { startsAt, endsAt, ...columns } = values;
    await tx.insert(offers).values({
      ...columns,
      id,
      startsAt: dateOf(startsAt),
      endsAt: dateOf(endsAt),
      position: last?.next ?? 0,
    });
    const act = { memberId: member.id, submission, action: "create" as const, reason: "" };
    const change = { kind: offerRecord.kind, record: id, version: 1, field: "isPutAway" };
    await logChanges(tx, act, [{ ...change, old: true, new: false }]);
    return { saved: true, act: submission, id };
  });
  await offersInForce(services);
  return made;
}

/**
 * Changes an offer. What was ordered keeps what it got; open checkouts are told the new total before they pay.
 *
 * @throws {Refusal} as `save`.
 */
export async function changeOffer(
  services: Saving,
  member: Member,
  { submission, id, version, values }: { submission: string; id: string; version: number; values: object },
): Promise<Saved | Stale> {
  const edits = [{ kind: offerRecord, id, version, values: { ...values } }];
  const answer = await save(services, member, { submission, edits });
  if (answer.saved) await offersInForce(services);
  return answer;
}

/** New place of an offer: one step earlier or later, before another one, or the last. */
export type OfferPlace = "earlier" | "later" | "last" | { before: string };

/**
 * Moves an offer in the merchant's order, in which offers take. Nothing is saved if it is there already or is unknown.
 *
 * @throws {Refusal} as `save`.
 */
export async function moveOffer(
  services: Saving,
  member: Member,
  { submission, id, to }: { submission: string; id: string; to: OfferPlace },
): Promise<Saved | Stale | null> {
  const all = await offerList(services, member);
  const moved = movedTo(all, id, to);
  if (moved.every((offer, place) => all[place] === offer)) return null;
  const places = placesOf(all);
  const edits = moved.flatMap((offer, at) => {
    const position = places[at] ?? at;
    return offer.position === position
      ? []
      : [{ kind: offerRecord, id: offer.id, version: offer.version, values: { position } }];
  });
  const answer = await save(services, member, { submission, edits });
  if (answer.saved) await offersInForce(services);
  return answer;
}

/** Places of a list in rising order: those that its offers have, so that few of them change, unless two have the same. */
const placesOf = (all: readonly ListedOffer[]): number[] =>
  all.every(({ position }, at) => at === 0 || position > (all[at - 1]?.position ?? 0))
    ? all.map(({ position }) => position)
    : all.map((_, at) => at);

/** The list with one of its items moved; as it is for an unknown one. */
function movedTo<O extends { id: string }>(all: readonly O[], id: string, to: OfferPlace): O[] {
  const at = all.findIndex((offer) => offer.id === id);
  const own = all[at];
  if (!own) return [...all];
  const others = all.filter((offer) => offer !== own);
  const before = typeof to === "object" ? others.findIndex((offer) => offer.id === to.before) : -1;
  const place =
    to === "earlier"
      ? at - 1
      : to === "later"
        ? at + 1
        : typeof to === "object" && before >= 0
          ? before
          : others.length;
  return others.toSpliced(Math.max(0, place), 0, own);
}
