import { jsonIn, stored } from "~/platform/browser-storage";
import { DAY } from "~/platform/durations";
import { flag, maybe, nullOr, number, read, type Read, shape, text } from "~/shop/json-shape";
import { DRAFT_KEY } from "~/shop/draft-key";

/**
 * One attempt to buy, shared by all tabs of the browser, so that double clicks and several tabs request one payment. Once a
 * payment may have arrived, no other one is made until its state is known. The key proves to whom the draft and the payment
 * belong. The attempt is removed when the order's number is known, after a final refusal, and after a day, when payments without
 * an order have been refunded.
 */
const attemptShape = shape({
  /** Secret that identifies the attempt to the server. */
  key: text({ pattern: DRAFT_KEY }),
  /** Time of the start in milliseconds since 1970; unset for an attempt that an earlier release began. */
  at: maybe(number()),
  /** The last requested payment. */
  payment: nullOr(
    shape({
      id: text({ least: 1, most: 100 }),
      clientSecret: text({ least: 1, most: 200 }),
      /** Whether the provider has confirmed the payment. */
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

/** Reads an attempt from its stored text; null if the text is invalid or the attempt is older than a day. */
export function parseAttempt(json: string, now: number): Attempt | null {
  const data = read(attemptShape, jsonIn(json));
  return data && (data.at === undefined || now - data.at < DAY) ? data : null;
}

/** Removes an expired attempt, on any page. An attempt without a start time gets one, so that it expires in a day. */
export function tidyAttempt(): void {
  attemptStore.tidy();
  const attempt = attemptStore.read();
  if (attempt && attempt.at === undefined) attemptStore.change(() => ({ ...attempt, at: Date.now() }));
}

/** Returns the current attempt to buy; creates one if there is none. */
export function currentAttempt(): Attempt {
  attemptStore.change((attempt) => attempt ?? { key: newKey(), at: Date.now(), payment: null });
  const attempt = attemptStore.read();
  if (!attempt) throw new Error("The browser did not store the attempt.");
  return attempt;
}

// Unlike `randomUUID`, this also works without https, as in a local network.
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Address of the page that checks a payment which may have arrived; payment providers also send the shopper back to it. */
export const successAddress = ({ id, clientSecret }: NonNullable<Attempt["payment"]>): string =>
  `/order-success?${new URLSearchParams({ payment_intent: id, payment_intent_client_secret: clientSecret })}`;
