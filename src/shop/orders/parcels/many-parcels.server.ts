import { createHash } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { ActionName } from "~/shop/audit/action-names";
import { logChanges, type LoggedChange } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { actorOf } from "~/shop/members/actor-of";
import type { Member } from "~/shop/members/member";

import { requireRight } from "~/shop/members/rights.server";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { Refusal, type RefusalCode } from "~/shop/refusal";
import type { OrderState } from "../order";
import { requireCounted } from "../kinds-apart.server";
import { orderNumberIn } from "../order-number";
import { orders, parcels } from "../orders.tables";
import { carrierOf } from "./carriers";
import { packedChange, packOrder } from "./pack-order.server";
import { isTracking, MOST_LINES, pastedLines } from "./pasted-lines";
import { shipParcel } from "./ship-parcel.server";

/** Result for one of many orders; `again` means that it was done before. */
export interface Outcome {
  number: string;
  result: "done" | "again" | RefusalCode;
}

/** Result of one form about many orders. */
export interface ManyDone {
  saved: true;
  /** Id of the act in the change log; null if nothing was done. */
  act: string | null;
  outcomes: Outcome[];
}

/** Pasted text, and the carrier of numbers whose form does not identify one. */
export interface Pasted {
  text: string;
  carrier: string;
}

type Working = Pick<Services, "db" | "jobs">;

/**
 * Marks orders as packed, at the versions shown to the member. Refused orders are reported and the others packed. A form that is
 * sent twice gets the first result.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export async function packOrders(
  services: Working,
  member: Member,
  submission: string,
  seen: { number: string; version: number }[],
): Promise<ManyDone> {
  await requireRight(services, member, "orders.ship");
  return many(services, member, { submission, action: "pack", items: seen }, async (tx, { number, version }) => {
    const order = await lockedOrder(tx, number);
    await requireCounted(tx, number);
    if (order.state === "packed") return null;
    await packOrder({ db: tx }, { number, version, actor: actorOf(member) });
    return { ...packedChange(true), version: version + 1 };
  });
}

/**
 * Ships the rest of each pasted order with its tracking number and enqueues the letters. An order that has a parcel with this
 * number already counts as done. Refused orders are reported and the others shipped; lines without an order number or a tracking
 * number are left out. A form that is sent twice gets the first result.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export async function shipPasted(
  services: Working,
  member: Member,
  submission: string,
  { text, carrier }: Pasted,
): Promise<ManyDone> {
  await requireRight(services, member, "orders.ship");
  const lines = pastedLines(text).slice(0, MOST_LINES);
  const items = lines.flatMap(({ order, tracking }) => {
    const number = orderNumberIn(order);
    const parcel = { carrier: carrierOf(tracking) ?? carrier, trackingNumber: tracking };
    return number && isTracking(tracking) ? [{ number, ...parcel }] : [];
  });
  return many(services, member, { submission, action: "ship", items }, async (tx, { number, ...parcel }) => {
    const order = await lockedOrder(tx, number);
    await requireCounted(tx, number);
    if ((await trackingOf(tx, [number])).some(({ tracking }) => tracking === parcel.trackingNumber)) return null;
    const { jobs } = services;
    await shipParcel({ db: tx, jobs }, { number, version: order.version, actor: actorOf(member) }, parcel);
    return { field: "parcel", old: null, new: parcel, isPrivate: true, version: order.version + 1 };
  });
}

/** Tracking numbers of the parcels of some orders, without spaces and in upper case. */
export async function trackingOf(
  db: Working["db"],
  numbers: string[],
): Promise<{ number: string; tracking: string }[]> {
  const sent = await db
    .select({ number: parcels.orderNumber, tracking: parcels.trackingNumber })
    .from(parcels)
    .where(inArray(parcels.orderNumber, numbers));
  return sent.map(({ number, tracking }) => ({ number, tracking: tracking.replace(/\s/g, "").toUpperCase() }));
}

/** Orders with parcels of these tracking numbers, written without spaces and in upper case. */
export async function ordersByTracking(
  db: Working["db"],
  tracking: string[],
): Promise<{ number: string; tracking: string }[]> {
  if (tracking.length === 0) return [];
  const written = sql<string>`upper(regexp_replace(${parcels.trackingNumber}, '\\s', '', 'g'))`;
  return db.select({ number: parcels.orderNumber, tracking: written }).from(parcels).where(inArray(written, tracking));
}

/** State and version of an order, whose payments are locked until the transaction ends. */
async function lockedOrder(tx: Transaction, number: string): Promise<{ state: OrderState; version: number }> {
  // Every change of an order locks its payments first, so that nobody else changes the order meanwhile.
  await refundableMoney(tx, number);
  const [order] = await tx
    .select({ state: orders.state, version: orders.version })
    .from(orders)
    .where(eq(orders.number, number));
  if (!order) throw new Refusal("order-unknown");
  return order;
}

type Logged = Omit<LoggedChange, "kind" | "record"> & { kind?: string };

/** Runs an act on each order in one transaction; a refusal affects only its order. */
async function many<Item extends { number: string }>(
  { db }: Working,
  member: Member,
  { submission, action, items }: { submission: string; action: ActionName; items: Item[] },
  act: (tx: Transaction, item: Item) => Promise<Logged | null>,
): Promise<ManyDone> {
  // Sorted by number, so that concurrent calls lock in the same order and cannot deadlock.
  const sorted = items.toSorted((a, b) => a.number.localeCompare(b.number));
  const record = `${items.length} ${createHash("sha256").update(JSON.stringify(sorted)).digest("hex")}`;
  return once({ db }, member, { submission, kind: action, record }, async (tx): Promise<ManyDone> => {
    const outcomes: Outcome[] = [];
    const changes: LoggedChange[] = [];
    for (const item of sorted) {
      const { number } = item;
      const change = await tx
        .transaction((inner) => act(inner, item))
        .catch((error: unknown) => {
          if (error instanceof Refusal) return error.code;
          throw error;
        });
      outcomes.push({ number, result: change === null ? "again" : typeof change === "string" ? change : "done" });
      if (change !== null && typeof change !== "string") changes.push({ kind: "parcels", ...change, record: number });
    }
    await logChanges(tx, { memberId: member.id, submission, action, reason: "" }, changes);
    return { saved: true, act: changes.length > 0 ? submission : null, outcomes };
  });
}
