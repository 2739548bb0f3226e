import { jsonIn, stored } from "~/platform/browser-storage";
import { flag, maybe, nullOr, number, read, type Read, shape, text } from "~/shop/json-shape";
import { DRAFT_KEY } from "~/shop/orders/drafting/draft-key";

const DAY = 24 * 3600 * 1000;

/**
 * One attempt to buy, shared by all tabs of the browser, so that double clicks and several tabs request one payment; once money may have
 * arrived, nothing else is paid until its state is known. Its key proves whose draft and payment these are, so it is removed with the
 * order's number, with a final refusal, and after a day: by then payments without an order are refunded.
 */
const attemptShape = shape({
  /** Secret that identifies the attempt to the server. */
  key: text({ pattern: DRAFT_KEY }),
  /** Start in milliseconds; unset for an attempt begun by an earlier release. */
  at: maybe(number()),
  /** Payment requested last. */
  payment: nullOr(
    shape({
      id: text({ least: 1, most: 100 }),
      clientSecret: text({ least: 1, most: 200 }),
      /** The provider has confirmed the payment. */
      arrived: flag,
    }),
  ),
});
export type Attempt = Read<typeof attemptShape>;

export const attemptStore = stored<Attempt | null>(() => window.localStorage, "checkout", {
  empty: null,
  parse: (json) => parseAttempt(json, Date.now()),
  serialize: (attempt) => attempt && JSON.stringify(attempt),
});

/** Attempt in a stored text; null if invalid or older than a day. */
export function parseAttempt(json: string, now: number): Attempt | null {
  const data = read(attemptShape, jsonIn(json));
  return data && (data.at === undefined || now - data.at < DAY) ? data : null;
}

/** Removes a finished attempt, on any page; one without a date expires in a day. */
export function tidyAttempt(): void {
  attemptStore.tidy();
  const attempt = attemptStore.read();
  if (attempt && attempt.at === undefined) attemptStore.change(() => ({ ...attempt, at: Date.now() }));
}

/** Current payment attempt; creates one if none exists. */
export function currentAttempt(): Attempt {
  attemptStore.change((attempt) => attempt ?? { key: newKey(), at: Date.now(), payment: null });
  const attempt = attemptStore.read();
  if (!attempt) throw new Error("The browser did not store the attempt.");
  return attempt;
}

// Unlike randomUUID this works without https, as in a local network.
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Address that looks after an attempt whose payment may have arrived: the return address of payment providers. */
export const successAddress = ({ id, clientSecret }: NonNullable<Attempt["payment"]>): string =>
  `/order-success?${new URLSearchParams({ payment_intent: id, payment_intent_client_secret: clientSecret })}`;
