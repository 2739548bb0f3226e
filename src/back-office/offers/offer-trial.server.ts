import type { Services } from "~/services";
import { choicesOfVariants } from "~/shop/catalog/choices-of-variants.server";
import { nameOfVariant } from "~/shop/catalog/product";
import { openDelivery } from "~/shop/delivery-terms.server";
import { codeIn } from "~/shop/discounts/code";
import { validDiscount } from "~/shop/discounts/discounts.server";
import { cents, formatCents } from "~/shop/money";
import { type AppliedOffers, offersAt } from "~/shop/offers/apply-offers";
import { type Offer, offerStateAt, runningAt } from "~/shop/offers/offer";
import { offerSentence, whyNotWords } from "~/shop/offers/offer-words";
import { offersOfBag, withoutLeftOut } from "~/shop/orders/quoting/offers-of-bag.server";
import { quoteOrder } from "~/shop/orders/quoting/quote-order.server";
import { type PricedLine, pricedLines } from "~/shop/orders/drafting/priced-lines.server";
import { countedValue, type OrderSummary, type Price, priceOf, taxesIn } from "~/shop/price";
import { Refusal } from "~/shop/refusal";
import { formatMoment, parseMoment } from "~/shop/wall-clock";
import { zipOf } from "~/shop/zip-code";
import type { WishedPieces } from "../made-orders/wished-goods";

/** Question of a member: the moment, a code and a place, as typed. */
export interface TrialTyped {
  at: string;
  code: string;
  zip: string;
}

/** A bag at a moment as the checkout would price it, with what each offer does. */
export interface TriedBag {
  lines: readonly PricedLine[];
  summary: OrderSummary;
  given: NonNullable<Price<unknown>["offers"]>;
  /** Offers that take nothing, in the merchant's order. */
  not: AppliedOffers["not"];
  isCodeLeftOut: boolean;
  missing: readonly string[];
  soldOut: readonly string[];
}

/**
 * Prices a bag at a moment by the functions of bag and checkout: its presents come into it, offers take, one code counts, and with a
 * ZIP delivery and tax are those of the place. Reserves and stores nothing. Tax is by the shop's own rates, so that no trial asks a
 * service that is paid for.
 *
 * @throws {Refusal} as `offersOfBag` and `quoteOrder`.
 */
export async function triedBag(
  services: Services,
  { items, code, zip }: { items: Parameters<typeof offersOfBag>[1]; code: string; zip: string },
  at: Date,
): Promise<TriedBag> {
  const bag = await offersOfBag(services, items, at);
  const all = (bag?.lines ?? (await pricedLines(services.db, items))).map(
    ({ product, size, color, quantity, isPresent }) => ({ product, size, color, quantity, present: isPresent }),
  );
  const { lines, ...priced } = zip === "" ? await openPrice(services, all, code, at) : await atPlace();
  const given = priced.given ?? [];
  const isTaken = (offer: string) => given.some((each) => each.offer === offer);
  // Offers that a code leaves out took something of the bag without it.
  const leftOut = (bag?.applied.given ?? []).filter(({ offer }) => !isTaken(offer));
  const not = [
    ...(bag?.applied.not ?? []),
    ...leftOut.map(({ offer }) => ({ offer, why: { why: "code-gives-more" as const } })),
  ];
  const { missing = [], soldOut = [] } = bag ?? {};
  return { lines, summary: priced.summary, given, not, isCodeLeftOut: priced.isCodeLeftOut, missing, soldOut };

  async function atPlace() {
    const settings = () => ({
      ...services.settings(),
      taxService: { ...services.settings().taxService, by: "own" as const },
    });
    const wanted = { items: all, address: { postalCode: zip }, ...(code && { discountCode: code }) };
    const quote = await quoteOrder({ ...services, settings }, wanted, at);
    return {
      lines: quote.lines,
      summary: quote.summary,
      given: quote.offers?.given,
      isCodeLeftOut: quote.offers?.isCodeLeftOut ?? false,
    };
  }
}

/** The price of a bag before its place is known. */
async function openPrice(
  services: Services,
  items: Parameters<typeof pricedLines>[1],
  code: string,
  now: Date,
): Promise<Pick<TriedBag, "lines" | "summary" | "isCodeLeftOut"> & { given: TriedBag["given"] | undefined }> {
  const lines = await pricedLines(services.db, items);
  const offersOn = offersAt(services.offers(), now);
  const products = lines.map(({ product }) => product);
  const discount = code
    ? await validDiscount(services.db, code, { orderValue: countedValue(lines, offersOn), products, now })
    : null;
  const price = priceOf(lines, discount, { ...openDelivery(services).terms, offersOn });
  const kept = withoutLeftOut(items, price);
  if (kept.length < items.length) return openPrice(services, kept, code, now);
  return { lines, summary: price.summary, given: price.offers, isCodeLeftOut: price.isCodeLeftOut ?? false };
}

/**
 * Answer to a trial: the bag as text, or the message at the field that is wrong. `wished` are the goods of the address.
 */
export async function trialOf(
  services: Services,
  { wished, typed }: { wished: WishedPieces[]; typed: TrialTyped },
  now: Date,
) {
  const zone = services.settings().timeZone;
  const moment = parseMoment(typed.at, zone);
  const [code, zip] = [codeIn(typed.code), zipOf(typed.zip)];
  const errors: Record<string, string> = {
    ...(moment === undefined && { at: "Write a day and a time, or leave it empty." }),
    ...(zip !== "" && !/^\d{5}$/.test(zip) && { zip: "Write five digits, or leave it empty." }),
  };
  if (wished.length === 0 || Object.keys(errors).length > 0) return { errors, result: null };
  const at = moment ?? now;
  const known = await choicesOfVariants(
    services.db,
    wished.map(({ variantId }) => variantId),
  );
  const items = wished.flatMap(({ variantId, quantity }) => {
    const choice = known.get(variantId);
    return choice ? [{ ...choice, quantity }] : [];
  });
  if (items.length < wished.length)
    return { errors: { goods: "Some of it is not sold any more. Take it out." }, result: null };
  try {
    const bag = await triedBag(services, { items, code, zip }, at);
    return { errors, result: shownBag(services, bag, { at, code, zip }) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { errors: refusedAt(error), result: null };
  }
}

/** Message of a refusal at the field that caused it; of goods otherwise. */
function refusedAt({ code, fields, message }: Refusal): Record<string, string> {
  if (code.startsWith("code-")) return { code: message };
  const [ofPlace] = Object.values(fields);
  return ofPlace === undefined ? { goods: message } : { zip: ofPlace };
}

/** A tried bag as the screen shows it. */
function shownBag(
  { offers, settings }: Services,
  { lines, summary, given, not, isCodeLeftOut, missing, soldOut }: TriedBag,
  { at, code, zip }: { at: Date; code: string; zip: string },
) {
  const all = offers();
  const running = runningAt(all, at);
  return {
    lines: lines.map(({ name, size, color, quantity, price, isPresent = false }, position) => ({
      name,
      choice: [nameOfVariant({ size, color }), isPresent && "Present"].filter(Boolean).join(", "),
      quantity,
      price: formatCents(price),
      off: given
        .map(({ sentence, shares }) => ({ sentence, amount: shares[position] ?? cents(0) }))
        .filter(({ amount }) => amount > 0)
        .map(({ sentence, amount }) => ({ sentence, amount: `−${formatCents(amount)}` })),
    })),
    offers: running.map((offer) => verdictOn(offer)),
    waiting: all.filter((offer) => !running.includes(offer)).map((offer) => waitingWords(offer, at)),
    code: code && {
      code,
      words: codeWords(),
    },
    soldOut,
    missing,
    sums: {
      value: formatCents(summary.orderValue),
      discount: summary.discount > 0 ? `−${formatCents(summary.discount)}` : "",
      delivery: `${summary.deliveryIsLowest ? "from " : ""}${formatCents(summary.deliveryFee)}`,
      taxes: zip === "" ? "" : formatCents(taxesIn(summary)),
      total: formatCents(summary.total),
    },
    moment: formatMoment(at.toISOString(), settings().timeZone),
  };

  function codeWords(): string {
    if (isCodeLeftOut) return "is left out: the offers take at least as much.";
    return not.some(({ why }) => why.why === "code-gives-more")
      ? "takes more than the offers, which are left out."
      : "counts on what the offers left.";
  }

  function verdictOn(offer: Offer) {
    const took = given.find((each) => each.offer === offer.id);
    const why = not.find((each) => each.offer === offer.id)?.why;
    return {
      id: offer.id,
      sentence: offerSentence(offer),
      took: took && took.amount > 0 ? formatCents(took.amount) : "",
      why: took && took.amount > 0 ? "" : why ? whyNotWords(why) : "It takes nothing of this bag.",
    };
  }
}

/** Offer that does not run at a moment, with the reason. */
function waitingWords(offer: Offer, at: Date) {
  const why = { off: "It is off.", begins: "It begins later.", ended: "It has ended.", running: "" }[
    offerStateAt(offer, at)
  ];
  return { id: offer.id, sentence: offerSentence(offer), why };
}
