import { eq, gt, inArray, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { isCounted } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { disputedAmong } from "~/shop/payments/disputes.server";
import type { DisputeMark } from "~/shop/payments/refundable";
import { orderFacts } from "../order-facts.tables";
import type { OrderKind, Shipping, Standing } from "../order-facts";
import { heldAmong } from "../changes/open-change.server";
import { orderNumberIn, shownNumber } from "../order-number";
import { orders } from "../orders.tables";
import { carrierOf } from "./carriers";
import { ordersByTracking, type Pasted, trackingOf } from "./many-parcels.server";
import { isTracking, MOST_LINES, type PastedLine, pastedLines } from "./pasted-lines";
import { trackingDoubt } from "./tracking-doubts";

/** Order that a pasted line probably means. */
export interface Meant {
  number: string;
  name: string | null;
}

/** Result of checking a pasted line: its parcel, that it was shipped before, or an error. */
export interface CheckedLine {
  line: number;
  text: string;
  state: "ready" | "again" | "wrong";
  number: string | null;
  name: string | null;
  /** Number of pieces in the parcel, and whether other pieces were shipped before. */
  pieces: number;
  isRest: boolean;
  carrier: string;
  tracking: string;
  why: string;
  /** Warning about the line, which can be shipped in spite of it. */
  warning: string;
  meant: Meant | null;
}

interface Known extends Meant {
  standing: Standing;
  shipping: Shipping;
  pieces: number;
  kind: OrderKind;
  isCounted: boolean;
}

/**
 * Checks pasted lines without shipping anything.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function checkPasted(
  services: Pick<Services, "db">,
  member: Member,
  { text, carrier }: Pasted,
): Promise<CheckedLine[]> {
  await requireRight(services, member, "orders.ship");
  const { db } = services;
  const lines = pastedLines(text);
  const numbers = lines.flatMap(({ order }) => orderNumberIn(order) ?? []);
  const known = await knownOrders(db, member, numbers);
  const sent = numbers.length === 0 ? [] : await trackingOf(db, numbers);
  const held = await heldAmong(db, numbers);
  const disputes = await disputedAmong(db, numbers);
  const elsewhere = await ordersByTracking(
    db,
    lines.flatMap(({ tracking }) => (tracking ? [tracking] : [])),
  );
  const checked: CheckedLine[] = [];
  for (const line of lines)
    checked.push(checkedLine(line, carrier, { known, held, disputes, sent, elsewhere, before: checked }));
  return Promise.all(
    checked.map(async (line) =>
      line.state === "wrong" && !line.name ? { ...line, meant: await meantBy(db, member, line.text) } : line,
    ),
  );
}

interface Found {
  known: Map<string, Known>;
  /** Numbers of orders on hold, because a change of theirs waits for its payment. */
  held: Set<string>;
  disputes: ReadonlyMap<string, DisputeMark>;
  sent: { number: string; tracking: string }[];
  /** Orders that have a parcel with this tracking number already. */
  elsewhere: { number: string; tracking: string }[];
  before: CheckedLine[];
}

function checkedLine({ line, text, order, tracking }: PastedLine, chosen: string, found: Found): CheckedLine {
  const number = orderNumberIn(order) ?? null;
  const facts = number === null ? undefined : found.known.get(number);
  const carrier = carrierOf(tracking) ?? chosen;
  const { name = null, pieces = 0 } = facts ?? {};
  const isRest = facts?.shipping === "partly-shipped";
  const base = { line, text, number, name, pieces, isRest, carrier, tracking, warning: "", meant: null };
  const wrong = (why: string): CheckedLine => ({ ...base, state: "wrong", why });

  if (line > MOST_LINES) return wrong(`Paste at most ${MOST_LINES} lines at once.`);
  if (number === null) return wrong(numberWords(order));
  if (!facts) return wrong(`There is no order ${shownNumber(number)}.`);
  if (!facts.isCounted)
    return wrong(`${shownNumber(number)} is a ${facts.kind === "sample" ? "sample" : "test order"}.`);
  if (!isTracking(tracking))
    return wrong(tracking ? `${tracking} is no tracking number.` : "The tracking number is missing.");
  const same = found.before.find((other) => other.number === number && other.state !== "wrong");
  if (same?.tracking === tracking || found.sent.some((one) => one.number === number && one.tracking === tracking))
    return {
      ...base,
      state: "again",
      why: same ? `Line ${same.line} says the same.` : "This parcel has left already.",
    };
  if (same) return wrong(`All that is left of ${shownNumber(number)} goes with line ${same.line}.`);
  if (facts.standing === "not-paid" || facts.standing === "lapsed") return wrong(`${shownNumber(number)} is not paid.`);
  if (facts.standing === "cancelled") return wrong(`${shownNumber(number)} was cancelled.`);
  if (pieces === 0) return wrong(`Nothing of ${shownNumber(number)} is left to send.`);
  if (found.held.has(number)) return wrong(`${shownNumber(number)} waits for the payment of a change. End it first.`);
  if (found.disputes.has(number))
    return wrong(
      `The payment of ${shownNumber(number)} is disputed. Ship it from its own page, if it is to leave all the same.`,
    );
  return { ...base, state: "ready", why: "", warning: warningOf(base, found) };
}

/** Warning about a line: its tracking number belongs to another order, or does not have the carrier's form. */
function warningOf(
  { number, carrier, tracking }: Pick<CheckedLine, "number" | "carrier" | "tracking">,
  { elsewhere, before }: Found,
): string {
  const sent = elsewhere.find((other) => other.tracking === tracking && other.number !== number);
  const same = before.find((other) => other.tracking === tracking && other.number !== number);
  return [
    sent && `This number is on ${shownNumber(sent.number)} already.`,
    !sent && same && `Line ${same.line} has the same number.`,
    trackingDoubt(carrier, tracking),
  ]
    .filter(Boolean)
    .join(" ");
}

function numberWords(order: string): string {
  const digits = order.replace(/[#\s-]/g, "");
  if (!/^\d+$/.test(digits)) return order ? `${order} is no order number.` : "The order number is missing.";
  const short = 8 - digits.length;
  const by = Math.abs(short) === 1 ? "one digit" : `${Math.abs(short)} digits`;
  return `${order} is ${by} too ${short > 0 ? "short" : "long"}.`;
}

async function knownOrders(db: Services["db"], member: Member, numbers: string[]): Promise<Map<string, Known>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select({
      number: orderFacts.number,
      name: orders.name,
      standing: orderFacts.standing,
      shipping: orderFacts.shipping,
      pieces: orderFacts.piecesLeft,
      kind: orderFacts.kind,
      isCounted: sql<boolean>`${isCounted(sql`${orderFacts.kind}`)}`,
    })
    .from(orderFacts)
    .innerJoin(orders, eq(orders.number, orderFacts.number))
    .where(inArray(orderFacts.number, numbers));
  return new Map(rows.map((row) => [row.number, { ...row, name: shownTo(member, row.name) }]));
}

const shownTo = (member: Member, name: string): string | null => (can(member, "orders.address.read") ? name : null);

/**
 * The only order with pieces left to ship whose number differs by one slip: a wrong, missing, extra or swapped digit; null if
 * there are none or several.
 */
async function meantBy(db: Services["db"], member: Member, text: string): Promise<Meant | null> {
  const order = pastedLines(text)[0]?.order ?? text;
  const digits = order.replace(/[#\s-]/g, "");
  if (!/^\d{7,9}$/.test(digits)) return null;
  const rows = await db
    .select({ number: orderFacts.number, name: orders.name })
    .from(orderFacts)
    .innerJoin(orders, eq(orders.number, orderFacts.number))
    .where(
      sql`${gt(orderFacts.piecesLeft, 0)} and ${isCounted(sql`${orderFacts.kind}`)} and is_one_slip_apart(${orderFacts.number}, ${digits})`,
    )
    .limit(2);
  const [only] = rows;
  return only && rows.length === 1 ? { number: only.number, name: shownTo(member, only.name) } : null;
}
