import type { Database } from "~/platform/database.server";
import { DAY, HOUR } from "~/platform/durations";
import { priceOf } from "~/shop/price";
import type { DeliveryTerms } from "~/shop/delivery-fee";
import type { OrderEventKind } from "~/shop/orders/order-event";
import { orderEvents, orderLines, orders, parcelLines, parcels } from "~/shop/orders/orders.tables";
import { payments, sandboxRequests } from "~/shop/payments/payments.tables";
import { type Cents, cents } from "~/shop/money";
import { trackingAddress } from "~/shop/orders/parcels/carriers";
import { insertAll } from "./insert-all.server";
import { people, places } from "./sample-texts";

/** Age of the oldest invented order, in days. */
export const SAMPLE_DAYS = 60;

/** A variant that can be sold. */
export interface SampleGoods {
  productId: string;
  variantId: number;
  name: string;
  size: string;
  color: string;
  image: string | null;
  price: Cents;
  sku: string;
  finalSale: boolean;
  kindForTax: string;
}

type Row<T extends { $inferInsert: object }> = T["$inferInsert"];

/** An invented order with its lines, parcels and payment. */
export interface SampleOrder {
  order: Row<typeof orders> & { paidAt: Date };
  lines: Row<typeof orderLines>[];
  payment: Row<typeof payments> & { id: string };
  request: Row<typeof sandboxRequests>;
  events: Row<typeof orderEvents>[];
  parcel: Row<typeof parcels> | null;
}

interface Drawing {
  draw: () => number;
  goods: SampleGoods[];
  terms: DeliveryTerms;
  now: Date;
}

/** Invents orders of the last 60 days, oldest first: the latest wait to be sent, older ones are on their way or have arrived. */
export function sampleOrders(drawing: Drawing): SampleOrder[] {
  const { draw, now } = drawing;
  const found: SampleOrder[] = [];
  for (let day = SAMPLE_DAYS - 1; day >= 0; day -= 1) {
    const busy = 3 + Math.floor(4 * draw()) + (day % 7 === 2 ? 2 : 0);
    const times = Array.from({ length: day === 0 ? 3 : busy }, () => (day + 0.02 + 0.9 * draw()) * DAY);
    for (const age of times.toSorted((a, b) => b - a))
      found.push(sampleOrder(drawing, new Date(now.getTime() - age * (day === 0 ? 0.2 : 1)), found.length));
  }
  return found;
}

function sampleOrder({ draw, goods, terms, now }: Drawing, paidAt: Date, index: number): SampleOrder {
  const number = String(40_000_000 + index * 104_729 + Math.floor(draw() * 100_000));
  const person = people[Math.floor(draw() * people.length)] ?? people[0];
  const place = places[Math.floor(draw() * places.length)] ?? places[0];
  const lines = Array.from({ length: draw() < 0.6 ? 1 : 2 }, (_, position) =>
    sampleLine(number, position, pick(goods, draw() ** 2), draw() < 0.85 ? 1 : 2),
  );
  const { orderValue, discount, deliveryFee, tax, total } = priceOf(lines, null, terms).summary;
  const leftAt = new Date(paidAt.getTime() + (26 + 30 * draw()) * HOUR);
  const arrivedAt = new Date(leftAt.getTime() + (50 + 30 * draw()) * HOUR);
  const way = { number, index, paidAt, leftAt: before(leftAt, now), arrivedAt: before(arrivedAt, now) };
  const [first = "", last = ""] = person.toLowerCase().split(" ");
  return {
    order: {
      number,
      state: way.arrivedAt ? "delivered" : way.leftAt ? "shipped" : "paid",
      email: `${first}.${last}@example.com`,
      name: person,
      phone: `92855501${String(index % 100).padStart(2, "0")}`,
      ...place,
      orderValue,
      discount,
      deliveryFee,
      tax,
      total,
      draftedAt: new Date(paidAt.getTime() - 4 * 60_000),
      paidAt,
      sample: true,
    },
    lines,
    ...samplePayment(number, total, paidAt),
    ...sampleWay(way),
  };
}

const before = (at: Date, now: Date): Date | null => (at < now ? at : null);

function samplePayment(number: string, total: Cents, paidAt: Date): Pick<SampleOrder, "payment" | "request"> {
  const id = `00000000-0000-4000-8000-${number.padStart(12, "0")}`;
  const gatewayId = `sample-${number}`;
  return {
    payment: {
      id,
      orderNumber: number,
      gateway: "sandbox",
      gatewayId,
      method: "Credit Card",
      amount: total,
      state: "received",
      requestedAt: new Date(paidAt.getTime() - 60_000),
      receivedAt: paidAt,
      attemptedAt: paidAt,
    },
    request: {
      id: gatewayId,
      key: id,
      clientSecret: `${gatewayId}-secret`,
      amount: total,
      currency: "usd",
      method: "Credit Card",
      status: "succeeded",
      createdAt: paidAt,
    },
  };
}

interface Way {
  number: string;
  index: number;
  paidAt: Date;
  leftAt: Date | null;
  arrivedAt: Date | null;
}

function sampleWay({ number, index, paidAt, leftAt, arrivedAt }: Way): Pick<SampleOrder, "events" | "parcel"> {
  const tracking = `1Z${number}${String(index).padStart(8, "0")}`;
  const event = (kind: OrderEventKind, at: Date | null) =>
    at ? [{ orderNumber: number, kind, actor: { kind: "system" } as const, at }] : [];
  return {
    events: [...event("paid", paidAt), ...event("parcel-shipped", leftAt), ...event("parcel-delivered", arrivedAt)],
    parcel: leftAt && {
      orderNumber: number,
      carrier: "UPS",
      trackingNumber: tracking,
      trackingUrl: trackingAddress("UPS", tracking),
      shippedAt: leftAt,
      deliveredAt: arrivedAt,
    },
  };
}

const pick = (goods: SampleGoods[], at: number): SampleGoods => {
  const found = goods[Math.floor(at * goods.length)] ?? goods[0];
  if (!found) throw new Error("There is nothing to sell.");
  return found;
};

const sampleLine = (orderNumber: string, position: number, goods: SampleGoods, quantity: number) => ({
  orderNumber,
  position,
  ...goods,
  quantity,
  discountShare: cents(0),
  tax: cents(0),
});

/** Stores invented orders with their lines, payments, events and parcels. */
export async function writeSampleOrders(tx: Database, invented: SampleOrder[]): Promise<void> {
  await insertAll(
    tx,
    orders,
    invented.map(({ order }) => order),
  );
  await insertAll(
    tx,
    orderLines,
    invented.flatMap(({ lines }) => lines),
  );
  await insertAll(
    tx,
    sandboxRequests,
    invented.map(({ request }) => request),
  );
  await insertAll(
    tx,
    payments,
    invented.map(({ payment }) => payment),
  );
  await insertAll(
    tx,
    orderEvents,
    invented.flatMap(({ events }) => events),
  );
  const sent = invented.flatMap(({ parcel, lines }) => (parcel ? [{ parcel, lines }] : []));
  const stored = await tx
    .insert(parcels)
    .values(sent.map(({ parcel }) => parcel))
    .returning({ id: parcels.id, orderNumber: parcels.orderNumber });
  const idOf = new Map(stored.map(({ id, orderNumber }) => [orderNumber, id]));
  await insertAll(
    tx,
    parcelLines,
    sent.flatMap(({ lines }) =>
      lines.map(({ orderNumber, position, quantity }) => ({
        parcelId: idOf.get(orderNumber) ?? 0,
        orderNumber,
        position,
        quantity,
      })),
    ),
  );
}
