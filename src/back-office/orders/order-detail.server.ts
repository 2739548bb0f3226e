import { nameIn } from "~/platform/by-name";
import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import { taxRows } from "~/shop/bag/total-rows";
import { productAddress } from "~/shop/catalog/product";
import { choiceName } from "~/shop/catalog/stock/variant-name";
import { type Cents, cents, formatCents, sum } from "~/shop/money";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { memberOrder, type MemberOrder, type MemberRefund } from "~/shop/orders/member-order.server";
import type { OrderKind } from "~/shop/orders/order-facts";
import { kindWords } from "~/shop/orders/member-state-words";
import { isChangeable } from "~/shop/orders/changes/changeable-order.server";
import { shownNumber } from "~/shop/orders/order-number";
import { isOrderOwedBack, lastDelayOf, type OrderDelay } from "~/shop/orders/delays/order-delays.server";
import { missingOf } from "~/shop/orders/parcels/lost-pieces";
import { isLateOn } from "~/shop/orders/list/late-orders.server";
import { piecesOf } from "~/shop/orders/parcels/lost-pieces.server";
import { isLost, isWaiting } from "~/shop/orders/parcels/pieces";
import { type PiecesInReturns, piecesInReturns } from "~/shop/returns/pieces-in-returns.server";
import { phoneShown } from "~/shop/phone-shown";
import { refundFailureWords } from "~/shop/payments/refund-failure-words";
import { clockTime, dayIn, dayWords, fullDay, sentenceTime, spokenTime } from "~/shop/shop-time";
import { counted, listed, sentence } from "../count-words";
import { personAddress } from "../people/person-key";
import { changesShown } from "./order-change-shown.server";
import { disputesShown } from "./dispute-words";
import { whyNoRefund } from "./hold-words";
import { whyNotCancelled } from "./why-not-cancelled";
import { eventWords, methodWords, wayOfRefund, whoWords } from "./order-history-words";
import { parcelsBack, parcelsShown, waitingInstead } from "./order-parcels.server";
import { waitingWords, whereWords } from "./order-line-words";
import { firstName } from "~/shop/first-name";
import { partsWords, stateName, wayWords } from "./order-words";

/** Current time and the shop's time zone. */
interface Clock {
  now: Date;
  zone: string;
}

/** Data of an order's page for a member, with all values formatted as texts; null for an unknown order. */
export async function orderDetail(services: Services, member: Member, number: string, now: Date) {
  const order = await memberOrder(services, member, number);
  if (!order) return null;
  const clock = { now, zone: services.settings().timeZone };
  const inReturns = can(member, "returns.read") ? await piecesInReturns(services, member, number) : new Map();
  const changes = await changesShown(services, member, number, now);
  const isHeld = changes.waiting !== undefined;
  // Delays are shown with the next step, which an order that has left does not have.
  const waits = order.lines.some(({ waiting }) => waiting > 0);
  const [delay, isOwedBack] = waits
    ? await Promise.all([lastDelayOf(services.db, number), isOrderOwedBack(services, number, now)])
    : [undefined, false];
  const promise = promiseWords(order, dayIn(now, clock.zone)) + delayWords(delay);
  const pictures = await picturesFor(
    services.db,
    order.lines.flatMap(({ image }) => (image ? [image] : [])),
  );
  const pictureOf = (image: string | null) => (image && pictures.get(image)?.hash) || null;
  return {
    number,
    title: shownNumber(number),
    mark: kindWords[order.kind],
    dispute: order.dispute,
    disputes: disputesShown(order, { ...clock, gateway: services.payments }),
    version: order.version,
    sub: subWords(order, clock, parcelsBack(order, inReturns)),
    next: isHeld ? null : nextOf(order, member, pictureOf, { promise, isOwedBack }),
    changes,
    lines: order.lines.map((line) => ({
      position: line.position,
      name: line.name,
      choice: [choiceName(line.size, line.color), line.sku, line.isPresent && "Present"].filter(Boolean).join(" · "),
      picture: pictureOf(line.image),
      to: line.giftCard
        ? `/back-office/gift-cards/${line.giftCard.id}`
        : services.address + productAddress({ id: line.productId, name: line.name }, line),
      where: whereWords(line, order, inReturns.get(line.position)),
      quantity: line.quantity,
      each: line.money && formatCents(line.isPresent ? cents(0) : line.money.each),
      sum: line.money && formatCents(line.isPresent ? cents(0) : line.money.whole),
    })),
    sums: order.money && sumsOf(order, order.money, { ...clock, seesCards: can(member, "gift-cards.read") }),
    isUnconfirmed: order.money?.isUnconfirmed ?? false,
    refused: (order.money?.refunds ?? [])
      .filter(({ state, handledAt }) => state === "failed" && handledAt === null)
      .map(({ id, amount, code }) => ({ id, amount: formatCents(amount), why: refundFailureWords(code) })),
    parcels: parcelsShown(order, clock, inReturns),
    instead: waitingInstead(order, pictureOf),
    to: order.to,
    contact: contactOf(services, order),
    steps: stepsFor(order, member, inReturns, isHeld),
    history: historyOf(order, member, clock),
  };
}

export type OrderDetail = NonNullable<Awaited<ReturnType<typeof orderDetail>>>;

const KINDS: Record<OrderKind, string> = {
  real: "",
  test: " Paid with test money.",
  sample: " Invented for the demo shop.",
};

function subWords(order: MemberOrder, { now, zone }: Clock, back: Set<number>): string {
  const { paidAt, at, kind, money } = order;
  const day = paidAt
    ? `Paid ${fullDay(paidAt, zone)}, ${clockTime(paidAt, zone)}`
    : `Made ${sentenceTime(at, now, zone)}`;
  const parts = [(money ? stateName : wayWords)(order, back), ...partsWords(order, back)].join(", ");
  return `${day}. ${parts}.${KINDS[kind]}`;
}

/** Sentence on the day by which an order has to leave, with a blank before it; empty without a promise. */
function promiseWords({ shipBy }: MemberOrder, today: string): string {
  if (shipBy === null) return "";
  return isLateOn(shipBy, today)
    ? ` Late: it had to leave by ${dayWords(shipBy)}.`
    : ` It has to leave by ${dayWords(shipBy)}.`;
}

/** Sentence on a delay of which the shopper was told, with a blank before it; empty without one. */
function delayWords(delay: OrderDelay | undefined): string {
  if (!delay) return "";
  const { answer, newDay, endsOn } = delay;
  if (answer === "cancel") return " The shopper does not want to wait.";
  if (answer === "wait") return ` The shopper waits${newDay ? "" : ", without a day"}.`;
  return endsOn
    ? ` The shopper was told of a delay: the order ends on ${dayWords(endsOn)} unless the shopper chooses to wait.`
    : " The shopper was told of a delay, and silence is a yes.";
}

/** Data of the next step: the pieces that have to be sent. */
function nextOf(
  order: MemberOrder,
  member: Member,
  pictureOf: (image: string | null) => string | null,
  { promise, isOwedBack }: { promise: string; isOwedBack: boolean },
) {
  const { pieces, text } = waitingWords(order.lines);
  if (pieces === 0 || order.paidAt === null) return null;
  const mayShip = can(member, "orders.ship");
  const mayChange = can(member, "orders.change");
  return {
    title: `${counted(pieces, "piece")} to ship`,
    text:
      sentence(text) +
      promise +
      (order.deliveryMethod ? ` It goes by ${order.deliveryMethod}.` : "") +
      (isOwedBack && can(member, "money.read") ? " Its money is owed back under the 30-day rule." : ""),
    owedBack: isOwedBack && mayChange && can(member, "money.refund"),
    canDelay: mayChange && order.kind !== "sample",
    pictures: order.lines.filter(({ waiting }) => waiting > 0).map(({ image }) => pictureOf(image)),
    canPack: mayShip && order.state === "paid",
    canUnpack: mayShip && order.state === "packed" && order.parcels.length === 0,
    canShip: mayShip,
  };
}

function sumsOf(
  order: MemberOrder,
  money: NonNullable<MemberOrder["money"]>,
  { seesCards, ...clock }: Clock & { seesCards: boolean },
) {
  const { orderValue, offers = [], discountCode, deliveryFee, total, kept, isPaid, refunds, disputes } = money;
  const discount = cents(money.discount - sum(offers.map(({ amount }) => amount)));
  const minus = (amount: Cents) => `−${formatCents(amount)}`;
  return {
    parts: [
      { name: "Order value", sum: formatCents(orderValue) },
      ...offers.map(({ sentence, amount }) => ({ name: `Offer, ${sentence}`, sum: minus(amount) })),
      ...(discount > 0
        ? [{ name: `Discount${discountCode ? `, code ${discountCode}` : ""}`, sum: minus(discount) }]
        : []),
      { name: `Delivery${order.deliveryMethod ? `, ${order.deliveryMethod}` : ""}`, sum: formatCents(deliveryFee) },
      ...taxRows(money).map(({ label, amount }) => ({ name: label, sum: amount })),
      ...taxMarkRows(money),
    ],
    total: formatCents(total),
    paidBy: isPaid && total > 0 ? `Paid by ${methodWords(money)}` : null,
    refunds: [
      ...refunds
        .filter(({ state }) => state !== "failed")
        .map((refund) => ({
          id: refund.id,
          ...refundLine(order, refund, clock),
          onto: wayOfRefund(refund, money) ?? null,
          credit: refund.credit && {
            words: `Store credit: gift card ending ${refund.credit.lastFour}`,
            to: seesCards ? `/gift-cards/${refund.credit.cardId}` : null,
          },
          sum: minus(refund.amount),
        })),
      ...disputes
        .filter(({ lost }) => lost > 0)
        .map(({ id, lost }) => ({
          id,
          name: "Given back by the shopper's bank",
          note: null,
          onto: null,
          credit: null,
          sum: minus(lost),
        })),
    ],
    kept: isPaid ? formatCents(kept) : null,
  };
}

/** Rows with notes on the order's tax, in addition to the row with the amount. */
function taxMarkRows({ taxMark, tax }: NonNullable<MemberOrder["money"]>): { name: string; sum: string }[] {
  if (taxMark === "no-rate") return [{ name: "Sales tax: no rate matched the address", sum: formatCents(tax) }];
  if (taxMark === "no-tax-place")
    return [{ name: "Sales tax: none, the address is in no state", sum: formatCents(tax) }];
  return taxMark === "own-rates" ? [{ name: "Stripe gave no answer: sales tax is by your own rates", sum: "" }] : [];
}

/** Describes a refund with its time and goods, e.g. "Refunded today, 9:12 am, Sprocket Tee". */
export function refundLine(
  { lines }: MemberOrder,
  refund: MemberRefund,
  { now, zone }: Clock,
): { name: string; note: string | null } {
  const parts = [
    ...refund.lines.flatMap(({ position }) => {
      const line = lines.find((each) => each.position === position);
      return line ? [line.name] : [];
    }),
    ...refund.extras.map(({ kind }) => kind),
  ];
  const when = spokenTime(refund.at, now, zone);
  return {
    name: [`Refunded ${when.replace(/^(Today|Yesterday)/, (day) => day.toLowerCase())}`, listed(parts)]
      .filter(Boolean)
      .join(", "),
    note: refund.state === "requested" ? "Asked, not yet confirmed" : null,
  };
}

function contactOf(services: Pick<Services, "sealer">, { contact }: MemberOrder) {
  // An erased shopper cannot be written to.
  if (!contact?.email) return null;
  const { name, email, phone, otherOrders } = contact;
  const others =
    otherOrders === 0 ? "Their first order here" : `${counted(otherOrders, "more order")} with this e-mail`;
  const person = personAddress(services, email);
  return { name, firstName: firstName(name), email, phone: phoneShown(phone), others, person };
}

/** Further steps that the member may take, and the reason why an order cannot be cancelled. */
function stepsFor(order: MemberOrder, member: Member, inReturns: Map<number, PiecesInReturns>, isHeld: boolean) {
  const { state, money, lines, parcels, isAddressOpen } = order;
  const hasLeft = parcels.length > 0;
  // Pieces that were cancelled, lost or returned, or are in a return, cannot be returned.
  const lost = missingOf(
    order.lost,
    new Set(parcels.filter(isLost).map(({ id }) => id)),
    order.replacements.filter(isWaiting),
  );
  const out = lines.reduce((count, { position, sent }) => {
    const { coming, back } = inReturns.get(position) ?? { coming: 0, back: 0 };
    return count + Math.max(0, sent - coming - back - piecesOf(lost, position));
  }, 0);
  const mayCancel = can(member, "orders.change");
  const canCancel = mayCancel && !hasLeft && (state === "paid" || state === "packed");
  const canRefund =
    can(member, "money.refund") &&
    !isHeld &&
    money !== null &&
    money.isPaid &&
    money.refundable > 0 &&
    !money.isUnconfirmed;
  return {
    refund: canRefund && money ? formatCents(money.refundable) : null,
    whyNoRefund: can(member, "money.refund") ? whyNoRefund(money) : "",
    change:
      mayCancel &&
      !isHeld &&
      isChangeable(state) &&
      order.kind !== "sample" &&
      lines.some(({ waiting }) => waiting > 0),
    cancel: canCancel,
    whyNoCancel:
      !mayCancel || isHeld || canCancel || state === "awaiting-payment"
        ? null
        : whyNotCancelled({
            isCancelled: state === "cancelled",
            hasLeft,
            isMoneyLeft: money && money.refundable > 0,
            mayRefund: can(member, "money.refund"),
          }),
    return: can(member, "returns.receive") && state !== "cancelled" ? out : 0,
    address: can(member, "orders.ship") && can(member, "orders.address.read") && isAddressOpen,
    email: can(member, "orders.email") && order.paidAt !== null,
    write: can(member, "messages.answer") && can(member, "people.read") && order.paidAt !== null,
    note: can(member, "orders.note"),
    ship: can(member, "orders.ship"),
    decide: can(member, "orders.change") || can(member, "money.refund"),
    letters: can(member, "orders.change"),
    handle: can(member, "money.refund"),
  };
}

const addressFields = {
  name: "name",
  phone: "phone",
  address: "street",
  city: "city",
  postalCode: "ZIP",
};

/** Describes a correction of an order's address or e-mail address, with the former value unless that is erased. */
function correctedWords({ field, old }: { field: string; old: string | null }): string {
  const was = old === null ? "what it was is erased" : `it was ${old ? `"${old}"` : "empty"}`;
  return field === "email"
    ? `E-mail corrected: ${was}`
    : `Address corrected, ${nameIn(addressFields, field, "a part")}: ${was}`;
}

function historyOf(order: MemberOrder, member: Member, { now, zone }: Clock) {
  return order.history.map((entry) => {
    const common = { id: entry.id, at: spokenTime(entry.at, now, zone), iso: entry.at.toISOString() };
    if (entry.kind === "note") return { ...common, text: "Note", note: entry.note, who: entry.who ?? "", letter: null };
    if (entry.kind === "address") {
      const text = correctedWords(entry);
      return { ...common, text, note: null, who: entry.who ?? "", letter: null };
    }
    const letter = can(member, "orders.change") ? (entry.letter?.id ?? null) : null;
    return { ...common, text: eventWords(entry, order), note: null, who: whoWords(entry), letter };
  });
}
