import { levelsOf } from "~/shop/catalog/stock/levels.server";
import { choiceName } from "~/shop/catalog/stock/variant-name";
import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { amountIn, cents, type Cents, formatCents, sum } from "~/shop/money";
import type { OrderMoney } from "~/shop/orders/member-order.server";
import { shownNumber } from "~/shop/orders/order-number";
import { REFUND_REASONS } from "~/shop/orders/reasons";
import { piecesOf } from "~/shop/orders/parcels/lost-pieces.server";
import { costsNothing, leftToSend, type Pieces, refundableOf } from "~/shop/orders/parcels/pieces";
import { computeRefund, NOTHING_PAID, type Refundable, type WantedRefund } from "~/shop/orders/refunds/computed-refund";
import { refundableOrder } from "~/shop/orders/refunds/refundable-order.server";
import { agreedIn } from "~/shop/orders/refunds/parse-store-credit";
import { CREDIT } from "~/shop/orders/refunds/store-credit";
import { Refusal } from "~/shop/refusal";
import { piecesInReturns } from "~/shop/returns/pieces-in-returns.server";
import { piecesOut } from "~/shop/returns/pieces-out.server";
import {
  deliveryDueFor,
  hereField,
  type PiecesHere,
  REFUND_HERE_RIGHTS,
  returnReasonOf,
  typedHere,
} from "~/shop/returns/refund-here";
import { IN_RETURN } from "~/shop/returns/refund-here.server";
import { holdWords } from "./hold-words";
import { refundLine } from "./order-detail.server";
import { methodWords } from "./order-history-words";
import { lineName, whereWords } from "./order-line-words";

/** Amounts of an order that can still be refunded, and the number of sent pieces of each line that a shopper can hand over. */
interface Found extends NonNullable<Awaited<ReturnType<typeof refundableOrder>>> {
  out: Map<number, number>;
}

/**
 * Reads the amounts of an order that can still be refunded; null for an unpaid order. For members without the right to settle
 * returns, no pieces can be handed over.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function refundedOrder(services: Services, member: Member, number: string): Promise<Found | null> {
  const found = await refundableOrder(services, member, number);
  if (!found) return null;
  const mayTakeIn = REFUND_HERE_RIGHTS.every((right) => can(member, right));
  return { ...found, out: mayTakeIn ? await piecesOut(services.db, number) : new Map() };
}

/** Data of the refund form: refundable amounts by line, for delivery, and in total; null for an unpaid order. */
export async function refundForm(services: Services, member: Member, number: string, now: Date) {
  const found = await refundedOrder(services, member, number);
  return found && refundFormOf(services, member, found, now);
}

/** Data of the refund form of an order whose amounts were read. */
export async function refundFormOf(services: Services, member: Member, found: Found, now: Date) {
  const { order, refundable, left, out } = found;
  const { number } = order;
  const inReturns = await piecesInReturns(services, member, number);
  const canRestock = order.state !== "cancelled" && refundable.lines.some((line) => leftToSend(line) > 0);
  const levels = await levelsByLine(services, member, refundable);
  const clock = { now, zone: services.settings().timeZone };
  const pictures = await picturesFor(
    services.db,
    order.lines.flatMap(({ image }) => (image ? [image] : [])),
  );
  return {
    title: `Refund ${shownNumber(number)}`,
    number,
    version: order.version,
    isUnconfirmed: order.money?.isUnconfirmed ?? false,
    hold: order.money?.hold ? holdWords[order.money.hold] : "",
    lines: order.lines
      .filter(({ position }) => (left.get(position) ?? 0) > 0)
      .map((line) => ({
        position: line.position,
        name: line.name,
        full: lineName(line),
        note: [choiceName(line.size, line.color), whereWords(line, order, inReturns.get(line.position)).text]
          .filter(Boolean)
          .join(". "),
        picture: (line.image && pictures.get(line.image)?.hash) || null,
        left: left.get(line.position) ?? 0,
        out: Math.min(left.get(line.position) ?? 0, out.get(line.position) ?? 0),
        unsent: canRestock ? unsentOf(refundable, line.position) : 0,
        unpaid: refundable.lines.find(({ position }) => position === line.position)?.unpaid ?? 0,
        level: levels.get(line.position) ?? null,
        amounts: amountsOf(refundable, line.position, left.get(line.position) ?? 0),
      })),
    hasSent: refundable.lines.some(({ position, sent }) => sent > 0 && (left.get(position) ?? 0) > 0),
    canRestock,
    before: (order.money?.refunds ?? [])
      .filter(({ state }) => state !== "failed")
      .map((refund) => `${refundLine(order, refund, clock).name}: ${formatCents(refund.amount)}.`),
    delivery: atMost(refundable, refundable.deliveryLeft),
    dueFor: deliveryDueFor(),
    fees: atMost(refundable, refundable.feesLeft ?? cents(0)),
    hasTax: isTaxed(order),
    moneyLeft: refundable.moneyLeft,
    creditLeft: creditLeftOf(order),
    paid: order.money?.taken ?? cents(0),
    to: order.money ? backWords(order.money) : "",
  };
}

/** Money that can be given as store credit, in cents: none of an invented order, nor while a bank asks about its money. */
const creditLeftOf = ({ money, kind, dispute }: Found["order"]): Cents =>
  kind === "sample" || dispute !== null ? cents(0) : (money?.creditable ?? cents(0));

const isTaxed = ({ money }: Pick<Found["order"], "money">): boolean => (money?.tax ?? 0) > 0;

const backWords = (money: OrderMoney): string =>
  money.payments.some(({ card, giftCard }) => card ?? giftCard)
    ? `to ${methodWords(money)}`
    : `by ${methodWords(money)}`;

/** Number of unsent pieces of a line. */
function unsentOf({ lines }: Refundable, position: number): number {
  const line = lines.find((each) => each.position === position);
  return line ? leftToSend(line) : 0;
}

/**
 * Stock level of each line's variant, by position of the line; null for unlimited stock. Empty for members who may not see stock.
 */
async function levelsByLine(
  services: Services,
  member: Member,
  { lines }: Refundable,
): Promise<Map<number, number | null>> {
  if (!can(member, "stock.read")) return new Map();
  const known = await levelsOf(
    services,
    member,
    lines.map(({ variantId }) => variantId),
  );
  const byVariant = new Map(known.map(({ variantId, level }) => [variantId, level]));
  return new Map(lines.map(({ position, variantId }) => [position, byVariant.get(variantId) ?? null]));
}

/**
 * Amount of a part, or the rest of the payments if that is less. While a dispute holds a payment no part is reduced to the rest: it is
 * refused.
 */
const atMost = ({ moneyLeft, hold }: Refundable, amount: Cents): Cents =>
  hold ? amount : cents(Math.min(amount, moneyLeft));

/** Refundable amounts in cents for one piece of a line, two pieces, and so on, with which the form fills its fields. */
function amountsOf(refundable: Refundable, position: number, left: number): Cents[] {
  const line = refundable.lines.find((each) => each.position === position);
  return line ? Array.from({ length: left }, (_, index) => atMost(refundable, refundableOf(line, index + 1))) : [];
}

/** Parsed refund form: the wanted refund, or errors by field. */
export type TypedRefund =
  | {
      wanted: WantedRefund & { restock: boolean; reason: string; here: PiecesHere[]; agreed?: string };
      errors?: undefined;
    }
  | { wanted?: undefined; errors: Record<string, string>; message?: string };

/** Parses a refund form and checks that its amounts can still be refunded. */
export function typedRefund(values: Record<string, string>, found: Found): TypedRefund {
  const { refundable, left } = found;
  const errors: Record<string, string> = {};
  const pieces: WantedRefund["pieces"] = [];
  for (const [position, most] of left) {
    const quantity = (values[`pieces-${position}`] ?? "").trim() || "0";
    if (!/^\d{1,6}$/.test(quantity) || Number(quantity) > most) {
      errors[`pieces-${position}`] = most === 1 ? "Write 0 or 1." : `Write a number up to ${most}.`;
      continue;
    }
    if (Number(quantity) === 0) continue;
    const whole = amountsOf(refundable, position, Number(quantity)).at(-1) ?? cents(0);
    const typed = (values[`amount-${position}`] ?? "").trim();
    const amount = typed === "" ? whole : amountIn(typed);
    if (amount === undefined || amount > whole)
      errors[`amount-${position}`] =
        `Write dollars and cents, up to ${formatCents(whole)}: ${whyNoMore(refundable, position, Number(quantity), whole)}`;
    else pieces.push({ position, quantity: Number(quantity), ...(amount !== whole && { amount }) });
  }
  const goodwill = (values["goodwill"] ?? "").trim() === "" ? cents(0) : amountIn(values["goodwill"] ?? "");
  if (goodwill === undefined) errors["goodwill"] = "Write dollars and cents: 5.00.";
  const reason = REFUND_REASONS.find((known) => known === values["reason"]);
  if (!reason) errors["reason"] = "Choose why.";
  const { agreed, wrong: wrongWords } = agreedIn(values);
  if (wrongWords !== undefined) errors[CREDIT.words] = wrongWords;
  if (Object.keys(errors).length > 0 || goodwill === undefined || !reason) return { errors };

  const { here, wrong } = allTypedHere(values, pieces, returnReasonOf(reason), found);
  if (Object.keys(wrong).length > 0) return { errors: wrong };
  const wanted = {
    pieces,
    delivery: values["delivery"] === "yes",
    fees: values["fees"] === "yes",
    goodwill,
    goodwillWithTax: !isTaxed(found.order) || values["goodwill-tax"] === "yes",
  };
  try {
    const { amount } = computeRefund(refundable, wanted);
    if (amount === 0) return { errors: {}, message: nothingWords(refundable, pieces) };
    const credit = agreed === undefined ? {} : { agreed };
    return { wanted: { ...wanted, restock: values["restock"] === "yes", reason, here, ...credit } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== "more-money-than-left") return { errors: {}, message: error.message };
    const asked = sum([...pieces.map((line) => line.amount ?? cents(0)), goodwill]);
    const words = `No more than ${formatCents(refundable.moneyLeft)} is left of what was paid: this is ${formatCents(asked)}.`;
    return goodwill > 0 ? { errors: { goodwill: words } } : { errors: {}, message: words };
  }
}

/** Message about a refund of nothing: nothing is chosen, or pieces that cost nothing, such as a present. */
const nothingWords = ({ lines }: Refundable, pieces: WantedRefund["pieces"]): string =>
  pieces.length > 0 &&
  pieces.every(({ position }) => lines.some((line) => line.position === position && costsNothing(line)))
    ? NOTHING_PAID
    : "Choose what goes back: pieces, delivery, or an amount.";

/** Reason why no more than an amount can be refunded for pieces: more was not paid, or has gone back before. */
function whyNoMore({ lines }: Refundable, position: number, quantity: number, whole: Cents): string {
  const line = lines.find((each) => each.position === position);
  const isPrice = line !== undefined && !line.wentBack && refundableOf(line, quantity) === whole;
  return isPrice ? "more was not paid for it." : "more is not left of what was paid.";
}

/** Parses which of the chosen pieces were handed over, at most as many as were sent. */
function allTypedHere(
  values: Record<string, string>,
  pieces: Pieces[],
  reason: PiecesHere["reason"],
  { refundable, out }: Found,
): { here: PiecesHere[]; wrong: Record<string, string> } {
  const wrong: Record<string, string> = {};
  const here = refundable.lines.flatMap((line): PiecesHere[] => {
    const { position } = line;
    if (values[hereField(position)] !== "yes") return [];
    const chosen = piecesOf(pieces, position);
    const most = out.get(position) ?? 0;
    if (chosen === 0) wrong[`pieces-${position}`] = "Say how many of it lie here.";
    else if (most === 0 || chosen > most + leftToSend(line)) wrong[hereField(position)] = IN_RETURN;
    return [typedHere(values, { position, quantity: Math.min(chosen, most) }, reason)];
  });
  return { here, wrong };
}
