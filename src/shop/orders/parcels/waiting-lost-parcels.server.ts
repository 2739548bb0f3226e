import { and, asc, eq, exists, isNotNull, isNull, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { isCounted } from "~/shop/counted.server";
import { requireRight } from "~/shop/members/rights.server";
import { orderFacts } from "../order-facts.tables";
import { parcels } from "../orders.tables";
import { lostPieces } from "./replacements.tables";
import { undecidedPieces } from "./lost-pieces.server";

/** Lost parcels about which a member has to decide: what to do about their pieces, or about a parcel that arrived. */
export interface WaitingLostParcels {
  undecided: { number: string }[];
  found: { number: string; parcelId: number; sentAgain: number; refunded: number }[];
}

/** Maximum number of lost parcels to read; a shop has fewer at a time. */
const MOST = 200;

/**
 * Lost parcels about which a member has to decide.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function waitingLostParcels({ db }: Pick<Services, "db">, member: Member): Promise<WaitingLostParcels> {
  await requireRight({ db }, member, "orders.change");
  const isReal = isCounted(sql`${orderFacts.kind}`);
  const openPieces = db
    .select({ one: sql`1` })
    .from(lostPieces)
    .where(
      and(
        eq(lostPieces.parcelId, parcels.id),
        sql`${lostPieces.sentAgain} + ${lostPieces.refunded} < ${lostPieces.quantity}`,
      ),
    );
  const missing = await db
    .selectDistinct({ number: parcels.orderNumber })
    .from(parcels)
    .innerJoin(orderFacts, eq(orderFacts.number, parcels.orderNumber))
    .where(and(isNotNull(parcels.lostAt), isNull(parcels.deliveredAt), exists(openPieces), isReal))
    .orderBy(asc(parcels.orderNumber))
    .limit(MOST);
  const undecided: WaitingLostParcels["undecided"] = [];
  for (const { number } of missing) if ((await undecidedPieces(db, number)).length > 0) undecided.push({ number });

  const found = await db
    .select({
      number: parcels.orderNumber,
      parcelId: parcels.id,
      sentAgain: sql<number>`sum(${lostPieces.sentAgain})::int`,
      refunded: sql<number>`sum(${lostPieces.refunded})::int`,
    })
    .from(parcels)
    .innerJoin(orderFacts, eq(orderFacts.number, parcels.orderNumber))
    .innerJoin(lostPieces, eq(lostPieces.parcelId, parcels.id))
    .where(and(isNotNull(parcels.lostAt), isNotNull(parcels.deliveredAt), isNull(parcels.foundAnswer), isReal))
    .groupBy(parcels.id)
    .having(sql`sum(${lostPieces.sentAgain} + ${lostPieces.refunded}) > 0`)
    .orderBy(asc(parcels.id))
    .limit(MOST);
  return { undecided, found };
}
