import { and, eq, gt } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { shopper } from "~/shop/actor";
import { locked, release, reserveOf, takenOff } from "~/shop/catalog/stock/reservations.server";
import { releaseDiscount } from "~/shop/discounts/discounts.server";
import type { Cents } from "~/shop/money";
import { type NetworkAct, networkWait } from "~/shop/form-limits.server";
import { type PaymentRequest, requestIdIn } from "~/shop/payments/gateway";
import { lockedPaymentsOf, paymentsOf } from "~/shop/payments/order-payments.server";
import { findRequest, isOfOrder, storePayment, requestPayment } from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import { giftCardValue, isGiftCardLine } from "~/shop/price";
import type { Settings } from "~/shop/settings";
import { dayIn } from "~/shop/shop-time";
import type { Customer } from "../order";
import { orders } from "../orders.tables";
import { standingLines } from "../standing-lines.tables";
import { type Agreed, agreedSummary, type SumBasis } from "./agreed-summary.server";
import { type Drafted, draftAtOnce } from "./draft-at-once.server";
import type { DraftRequest } from "./draft-request.server";
import { holdOf } from "./expire-draft.server";
import { refuseHoarding, roomFor, wantedIn } from "./holds.server";
import { endBeyondHalf } from "./beyond-half.server";
import { isSameRequest, keyedDraft } from "./keyed-draft.server";
import { type LockedHolds, lockDraftKey, lockHolds, takeTurns } from "./locked-holds.server";
import { cardIdsOf, type PaidByCards, partsUnderLock } from "../gift-cards/cards-of-draft.server";
import { refuseBoughtEnough } from "../gift-cards/bought-enough.server";
import { newDraft } from "./new-draft.server";
import { atFieldsOf, customerFields } from "./named-fields";
import { namingLines, type PricedLine, pricedLines } from "./priced-lines.server";
import { termsOfDraft } from "./terms-of-draft.server";
import { isLapse, withdrawDraft } from "./withdraw-draft.server";
import { writeOrder } from "./write-order.server";

/**
 * Drafts an order: prices it, reserves its stock and code, and requests its payment. Idempotent by the draft key: an equal
 * request gets the same payment request; a different request withdraws the earlier draft.
 *
 * @throws {Refusal} `prices-changed`, `tax-changed`, `sold-out`, all naming the lines; `checkout-stopped`; `not-delivered-here`; `product-unknown`,
 * `combination-unavailable`; as `lockedDiscount` for a code; `payment-too-small`; `held-too-much`, `held-by-network`,
 * `gift-card-unknown`, `gift-card-ended`, `gift-card-empty`, `gift-card-of-test`, `gift-cards-changed`;
 * `held-by-others`, `held-and-let-go` if the draft would leave too little for others; `payment-arrived`, `payment-processing` if
 * the earlier draft's payment has arrived or is being processed; `gateway-unavailable`; `too-many-requests` if an `act` exceeds
 * its allowance.
 */
export async function draftOrder(
  services: Services,
  asked: DraftRequest,
  now = new Date(),
  act?: NetworkAct,
): Promise<PaymentRequest> {
  const { db } = services;
  const { email, name } = asked.customer;
  const today = dayIn(now, services.settings().timeZone);
  const { items, lines } = goodsFirst(asked.items, await pricedLines(db, asked.items, { email, name, today }));
  const wanted = { ...asked, items };
  const replaced = wanted.replaces ? await replacedBy(services, wanted.replaces, wanted.draftKey) : undefined;
  const mayAsk = () => mayAskForTax(services, wanted, lines, replaced, now);
  const terms = await atFieldsOf(customerFields, termsOfDraft(services, wanted, lines, replaced, now, mayAsk));
  const basis: SumBasis = { settings: services.settings(), hasOffers: services.offers().length > 0, terms };
  if (replaced)
    await rehearse(services, wanted, lines, replaced, now, (tx) => agreedSummary(tx, wanted, lines, basis, now));
  const heldSince = replaced ? await withdrawEarlier(services, replaced, now) : now;

  const { payment, number } = await draftOnce(services, wanted, lines, basis, heldSince, now, act);
  const request = await requestPayment(services, payment).catch(async (error: unknown) => {
    // A draft without a key can never be resumed, so release what it reserves.
    if (!wanted.draftKey) await withdrawDraft(services, number, { cause: "never-asked" }, now);
    throw error;
  });
  if (request.status !== "cancelled") return request;

  // The request was cancelled at the gateway; withdraw the draft and make a new one.
  await withdrawDraft(services, number, { cause: "replaced" }, now);
  return draftOrder(services, wanted, now);
}

/**
 * Items with their lines in their order, gift cards after goods: the first line of an order with goods is goods, by which orders are
 * counted. The catalog says which are gift cards.
 */
function goodsFirst(
  items: DraftRequest["items"],
  lines: PricedLine[],
): Pick<DraftRequest, "items"> & { lines: PricedLine[] } {
  const order = lines
    .map((line, place) => ({ isCard: isGiftCardLine(line), place }))
    .toSorted((a, b) => Number(a.isCard) - Number(b.isCard))
    .map(({ place }) => place);
  const sorted = <T>(of: readonly T[]): T[] => order.flatMap((place) => of[place] ?? []);
  return { items: sorted(items), lines: sorted(lines) };
}

/**
 * Requests a payment whose order is not known yet; reserves nothing. The request can be used only by a shopper with the e-mail
 * address of `customer` or, without one, by the first order placed with it, unless the client secret is presented.
 *
 * @throws {Refusal} `gateway-unavailable`.
 */
export async function requestAmount(
  services: Services,
  { amount, method, customer }: Pick<DraftRequest, "amount" | "method"> & { customer?: Customer | undefined },
): Promise<PaymentRequest> {
  const wanted = { orderNumber: null, method, amount, claimedBy: customer?.email };
  const payment = await storePayment(services.db, services, wanted);
  return requestPayment(services, payment);
}

/** Number of the draft to which a client secret belongs; undefined if it belongs to none, or to the draft with this key. */
async function replacedBy(services: Services, clientSecret: string, draftKey?: string): Promise<string | undefined> {
  const found = await findRequest(services, requestIdIn(clientSecret));
  if (found?.request.clientSecret !== clientSecret || !found.payment.orderNumber) return undefined;
  if (!isOfOrder(found.payment)) return undefined;
  const [order] = await services.db
    .select({ draftKey: orders.draftKey })
    .from(orders)
    .where(eq(orders.number, found.payment.orderNumber));
  return draftKey && order?.draftKey === draftKey ? undefined : found.payment.orderNumber;
}

/**
 * Withdraws an earlier draft so that nobody pays twice. Returns the time since which this browser has held stock, so that
 * replacing drafts does not extend a reservation.
 *
 * @throws {Refusal} `payment-processing`, `payment-arrived` if the earlier draft is being paid or was paid.
 */
async function withdrawEarlier(services: Services, number: string, now: Date): Promise<Date> {
  const heldSince = await holdOf(services.db, number, now);
  const outcome = await withdrawDraft(services, number, { cause: "replaced" }, now);
  if (outcome === "processing") throw new Refusal("payment-processing", { details: { orderNumber: number } });
  if (outcome === "paid") throw new Refusal("payment-arrived", { details: { orderNumber: number } });
  return heldSince;
}

/** Questions to a tax service about drafts of a network: `times` in `seconds`; those of drafts that are replaced count, too. */
const DRAFT_QUESTIONS = { name: "draft-tax-questions", times: 120, seconds: 600 };

/**
 * Decides whether a draft may ask the tax service: its holds are granted, by the levels of this moment, and its network has asked
 * not too often about drafts. A draft that may not ask is refused, because it is never charged by an estimate.
 *
 * @throws {Refusal} `prices-changed`, as `refuseHoarding`, `held-by-network`.
 */
async function mayAskForTax(
  services: Services,
  wanted: DraftRequest,
  lines: PricedLine[],
  replaced: string | undefined,
  now: Date,
): Promise<void> {
  const earlier = replaced ?? (wanted.draftKey ? await numberOfKey(services, wanted.draftKey) : undefined);
  await rehearse(services, wanted, lines, earlier, now);
  const retryAfter = await networkWait(services.db, DRAFT_QUESTIONS, wanted.network);
  if (retryAfter > 0) throw new Refusal("held-by-network", { details: { retryAfter } });
}

async function numberOfKey({ db }: Services, draftKey: string): Promise<string | undefined> {
  const [order] = await db.select({ number: orders.number }).from(orders).where(eq(orders.draftKey, draftKey));
  return order?.number;
}

/**
 * Tries to replace an earlier draft by a new one and rolls back, so that a refused shopper keeps the pieces and time of the
 * earlier draft. Without `agree` its sums are not compared, and it may replace none.
 *
 * @throws {Refusal} as `draftOrder`.
 */
async function rehearse(
  services: Services,
  wanted: DraftRequest,
  lines: PricedLine[],
  number: string | undefined,
  now: Date,
  agree?: (tx: Transaction) => Promise<Agreed>,
): Promise<void> {
  const settings = services.settings();
  const undone = new Error("rehearsed");
  await services.db
    .transaction(async (tx) => {
      const earlier = number ? await heldDraft(tx, number, now) : undefined;
      if (!earlier && agree) return;
      if (earlier) await cancelRehearsed(tx, earlier, settings, now);
      const agreed = await agree?.(tx);
      // Lock in the order in which drafting locks: code, network, variants.
      await takeTurns(tx, wanted.network);
      if (earlier) await releaseRehearsed(tx, earlier.number, lines, now);
      const { levels, holds } = await refuseHoarding(tx, lines, wanted.network, settings, now);
      if (holds && number) await reserveOf(tx, levels, lines, number, shopper);
      else if (holds) takenOff(levels, lines);
      if (agreed) await cardsFor(tx, services, wanted, lines, agreed.summary.total);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw namingLines(error, lines);
    });
}

/** A draft that still reserves its pieces, locked. */
async function heldDraft(tx: Transaction, number: string, now: Date) {
  const isHeld = and(eq(orders.number, number), eq(orders.state, "awaiting-payment"), gt(orders.reservedUntil, now));
  // Payments before the order, as everywhere: the end of the draft lets go its gift cards.
  await lockedPaymentsOf(tx, number);
  const [earlier] = await tx.select().from(orders).where(isHeld).for("update");
  return earlier;
}

async function cancelRehearsed(
  tx: Transaction,
  earlier: typeof orders.$inferSelect,
  settings: Settings,
  now: Date,
): Promise<void> {
  const lapse = isLapse(earlier, "replaced", settings, now) ? { lapsedAt: now } : {};
  await tx
    .update(orders)
    .set({ state: "cancelled", ...lapse })
    .where(eq(orders.number, earlier.number));
  await releaseDiscount(tx, earlier.number);
}

async function releaseRehearsed(tx: Transaction, number: string, lines: PricedLine[], now: Date): Promise<void> {
  const held = await tx
    .select({ variantId: standingLines.variantId })
    .from(standingLines)
    .where(eq(standingLines.orderNumber, number));
  await locked(
    tx,
    [...held, ...lines].map(({ variantId }) => variantId),
  );
  await release(tx, number, shopper);
  await endBeyondHalf(tx, number, now);
}

async function draftOnce(
  services: Services,
  wanted: DraftRequest,
  lines: PricedLine[],
  basis: SumBasis,
  since: Date,
  now: Date,
  act?: NetworkAct,
): Promise<Drafted> {
  const { db } = services;
  const atOnce = await draftAtOnce(services, wanted, lines, basis, since, now, act);
  if (atOnce) return atOnce;
  await act?.countApart();
  for (let heldSince = since; ;) {
    const outcome = await db
      .transaction(async (tx): Promise<Drafted | { earlier: string }> => {
        await refuseBoughtEnough(tx, wanted, lines, services.settings(), now);
        const found = await lockedFor(tx, wanted, lines, basis, now);
        if (!("earlier" in found)) return draftNew(tx, services, wanted, lines, { ...found, heldSince }, now);
        const earlier = await keyedDraft(tx, found.earlier, lines);
        const payments = await paymentsOf(tx, found.earlier);
        const wish = { ...wanted, cardIds: await cardIdsOf(tx, services, wanted.giftCards ?? []) };
        return earlier && payments && isSameRequest(earlier, payments, wish, lines, now)
          ? { number: earlier.number, payment: payments.first }
          : found;
      })
      .catch((error: unknown) => {
        throw namingLines(error, lines);
      });
    if ("payment" in outcome) return outcome;

    await rehearse(services, wanted, lines, outcome.earlier, now, (tx) => agreedSummary(tx, wanted, lines, basis, now));
    heldSince = await withdrawEarlier(services, outcome.earlier, now);
    await db.update(orders).set({ draftKey: null }).where(eq(orders.number, outcome.earlier));
  }
}

/** Sums of a new draft, and the locked holds that decide about it. */
interface Locked {
  agreed: Agreed;
  holds: LockedHolds;
}

/**
 * Locks what a draft needs, in this order: key, code, network, variants. Returns the number of the earlier draft if its key was
 * used before.
 *
 * @throws {Refusal} as `agreedSummary`.
 */
async function lockedFor(
  tx: Transaction,
  wanted: DraftRequest,
  lines: PricedLine[],
  basis: SumBasis,
  now: Date,
): Promise<Locked | { earlier: string }> {
  const { draftKey, discountCode, network } = wanted;
  const agree = () => agreedSummary(tx, wanted, lines, basis, now);
  // Without a code, key and network are locked by one statement.
  const keyed = draftKey && discountCode ? await lockDraftKey(tx, draftKey) : undefined;
  if (keyed) return { earlier: keyed };
  const agreed = discountCode ? await agree() : undefined;
  const locked = { ...wantedIn(lines, network), draftKey: discountCode ? undefined : draftKey };
  const holds = await lockHolds(tx, locked, basis.settings, now);
  return "earlier" in holds ? holds : { agreed: agreed ?? (await agree()), holds };
}

/**
 * Parts that gift cards pay of a draft, under their locks; undefined without cards.
 *
 * @throws {Refusal} as `partsUnderLock`; `gift-cards-changed` if another amount is left than the browser showed.
 */
async function cardsFor(
  tx: Transaction,
  services: Services,
  { giftCards: codes, method, due }: DraftRequest,
  lines: readonly PricedLine[],
  total: Cents,
): Promise<PaidByCards | undefined> {
  if (!codes?.length) return undefined;
  const notByCards = giftCardValue(lines);
  const byCards = await partsUnderLock(tx, services, { total, notByCards, method, codes });
  if (due !== undefined && byCards.rest !== due) throw new Refusal("gift-cards-changed");
  return byCards;
}

async function draftNew(
  tx: Transaction,
  services: Services,
  wanted: DraftRequest,
  lines: PricedLine[],
  { agreed, holds: found, heldSince }: Locked & { heldSince: Date },
  now: Date,
): Promise<Drafted> {
  const room = roomFor(lines, wanted.network, found, services.settings(), now);
  const { levels, holds, beyondHalf, since = heldSince } = room;
  const reserved = {
    holds,
    beyondHalf,
    reserved: holds ? takenOff(levels, lines) : undefined,
    heldSince: since < heldSince ? since : heldSince,
  };
  const byCards = await cardsFor(tx, services, wanted, lines, agreed.summary.total);
  const { order, along, payment } = newDraft(services, wanted, lines, agreed, reserved, now, byCards);
  const number = await writeOrder(tx, order, along);
  return { number, payment: { ...payment, orderNumber: number } };
}
