import { useCallback, useEffect, useRef, useState } from "react";
import type { Bag } from "~/shop/bag/bag";
import type { OrderSummary } from "~/shop/price";
import { limits } from "~/shop/limits";
import type { Cents } from "~/shop/money";
import { askForQuote } from "~/shop/orders/orders.client";
import { Refusal } from "~/shop/refusal";
import type { ChangedPrices } from "~/shop/refusal-details";
import { useOnline } from "~/ui/use-online";
import { attemptStore } from "./attempt-store";
import type { Progress } from "./checkout-store";
import { aboutItems, areOffersKnown } from "./purchase";
import {
  type Quotable,
  quotable,
  type Quoted,
  quotedLines,
  type QuotedSums,
  type SummedOffers,
  withQuote,
} from "./quote";
import { quoteNotice } from "./tax-notice";

/**
 * Answer to a request, whose text is `about`. `before`: total in cents that was shown before; null if no change is to be
 * announced.
 */
type Answer = { about: string } & (
  | { quote: QuotedSums; before: Cents | null; isOfMethod?: boolean; failure?: undefined }
  | { failure: string | null }
  | { elsewhere: string }
);

/** Parts of the sums that depend on the address. */
export interface Following {
  taxFollows?: boolean;
  deliveryVaries?: boolean;
}

/** Lines of the purchase, the discount code, and the sums before sales tax. */
interface Quoting {
  lines: Bag;
  discountCode: string | undefined;
  summary: OrderSummary;
  /** Amounts that offers take off these sums. */
  offers: SummedOffers;
}

const { quoteSlow, quoteTimeout } = limits.timings;

/**
 * Returns the totals of the purchase at its address, with sales tax, and the state of the quote. A new quote is requested when its
 * request changes; until the answer the estimate is shown. If nothing depends on the address, nothing is requested, and only sums that the
 * shopper accepted are used as a quote.
 */
export function useQuote(follows: Following, bag: Quoting, progress: Progress) {
  const isAsked = [follows.taxFollows, follows.deliveryVaries].includes(true);
  // Number of repetitions, so that a repeated request differs from the one before.
  const [turn, setTurn] = useState(0);
  const wanted = quotable(bag.lines, bag.discountCode, progress.fields, progress.steps);
  const about = wanted && JSON.stringify({ turn, wanted });
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [slow, setSlow] = useState<string | null>(null);
  const paidFor = useRef<string | null>(null);
  const isOf = useAnsweredAddress();

  const own = answer?.about === about ? answer : null;
  const known = own && "quote" in own && areOffersKnown(own.quote, bag.offers) ? own : null;
  const sums = sumsOf(bag, known?.quote);
  const redraw = useCallback(() => setTurn((last) => last + 1), []);
  useOnline(own !== null && "failure" in own && own.failure === null, redraw);
  const before = useToldTotal(known ? sums.summary.total : null, bag.summary.total);

  useEffect(() => {
    if (!isAsked || about === null) return;
    const ended = new AbortController();
    const slowly = setTimeout(() => setSlow(about), quoteSlow);
    // The key is not part of what the quote is about: a new attempt alone asks for no new quote.
    const asked = { ...wantedIn(about), draftKey: attemptStore.read()?.key };
    askForQuote(asked, AbortSignal.any([ended.signal, AbortSignal.timeout(quoteTimeout)]))
      .then(
        (quote): Answer => ({ about, quote, before: before.current, isOfMethod: isOf(asked.address) }),
        (error: unknown): Answer => ({ about, ...whyNot(error) }),
      )
      .then((next) => ended.signal.aborted || setAnswer(next))
      .finally(() => {
        clearTimeout(slowly);
        setSlow((asked) => (asked === about ? null : asked));
      });
    return () => ended.abort();
  }, [isAsked, about, before, isOf]);

  function quoted(): Quoted {
    if (!isAsked) return { at: "never" };
    if (!wanted || about === null) return { at: "no-address" };
    if (known) return toldOf(known, wanted.address.postalCode, sums.summary, follows);
    return own ? refusedOf(own) : { at: "asking", isSlow: slow === about };
  }

  return {
    ...sums,
    quoted: quoted(),
    /** The faster method that the address may have, also while a new answer for it is awaited. */
    faster: wanted ? fasterIn(answer, wanted) : undefined,
    /** Requests the quote again. */
    redraw,
    /** Stores the request for which the shopper is paying, for `agree`. */
    pays: () => void (paidFor.current = about),
    /** Uses the sums of a refused payment as the quote, unless the bag or address has changed since then. */
    agree(now: ChangedPrices) {
      if (about !== null && paidFor.current === about) setAnswer({ about, quote: now, before: null });
    },
  };
}

/** Lines and sums of a bag by its quote, or as they are without one, with what offers take off them. */
function sumsOf({ lines: bag, summary, offers }: Quoting, quote: QuotedSums | undefined) {
  if (!quote) return { lines: bag, summary, offers };
  const lines = quotedLines(bag, quote);
  return { lines, ...withQuote(lines, { summary, offers }, quote) };
}

/** State of a quote that has come: how it changed the total, and the time on the road. */
function toldOf(
  { before, quote, isOfMethod = false }: Extract<Answer, { quote: unknown }>,
  zip: string,
  now: OrderSummary,
  { deliveryVaries }: Following,
): Quoted {
  const notice = before === null ? null : quoteNotice(zip, before, now, deliveryVaries);
  return {
    at: "known",
    notice,
    isOfMethod: isOfMethod && quote.fasterDelivery !== undefined,
    takes: quote.deliveryTakes,
  };
}

/**
 * Returns a function that says whether the answer before was for the same address, so that a choice under DELIVERY changed the total,
 * and stores the address of this answer.
 */
function useAnsweredAddress(): (address: Quotable["address"]) => boolean {
  const last = useRef("");
  return useCallback((address) => {
    const text = JSON.stringify(address);
    const isSame = last.current === text;
    last.current = text;
    return isSame;
  }, []);
}

const fasterIn = (answer: Answer | null, { address }: Quotable): QuotedSums["fasterDelivery"] =>
  answer && "quote" in answer && JSON.stringify(wantedIn(answer.about).address) === JSON.stringify(address)
    ? answer.quote.fasterDelivery
    : undefined;

/** State of a quote that was refused, that failed, or that does not know the offers. */
const refusedOf = (answer: Answer): Quoted =>
  "elsewhere" in answer
    ? { at: "elsewhere", message: answer.elsewhere }
    : { at: "failed", message: answer.failure ?? null };

/** Reason why there is no quote: nothing is delivered to the address, or something else. */
function whyNot(error: unknown): { failure: string | null } | { elsewhere: string } {
  if (!(error instanceof Refusal)) return { failure: null };
  const { postalCode, street } = {
    postalCode: error.fields["address.postalCode"],
    street: error.fields["address.street"],
  };
  const words = postalCode ?? street;
  return words === undefined ? { failure: aboutItems(error) ?? error.message } : { elsewhere: words };
}

const wantedIn = (about: string): Quotable => (JSON.parse(about) as { wanted: Quotable }).wanted;

/** Total in cents that the shopper saw last: from the latest quote, or the estimate before the first one. */
function useToldTotal(quotedTotal: Cents | null, estimated: Cents) {
  const told = useRef<Cents>(estimated);
  const hasQuote = useRef(false);
  useEffect(() => {
    if (quotedTotal !== null) hasQuote.current = true;
    if (quotedTotal !== null || !hasQuote.current) told.current = quotedTotal ?? estimated;
  }, [quotedTotal, estimated]);
  return told;
}
