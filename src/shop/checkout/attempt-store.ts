import { jsonIn, stored } from "~/platform/browser-storage";
import { flag, maybe, nullOr, number, read, type Read, shape, text } from "~/shop/json-shape";
import { DRAFT_KEY } from "~/shop/orders/drafting/draft-key";

const DAY = 24 * 3600 * 1000;

/**
 * One attempt to buy. All tabs of this browser share it, so that two clicks or two tabs ask for one payment; once money may
 * have arrived for it, nothing else is paid before that is known. It proves whose draft and payment these are, so it goes with
 * the order's number, with a refusal that is final, and after a day: by then money that no order came for goes back.
 */
const attemptShape = shape({
  /** Names it towards the server. */
  key: text({ pattern: DRAFT_KEY }),
  /** When it began, in milliseconds; unknown for one that an earlier version of the shop began. */
  at: maybe(number()),
  /** The payment it requested last. */
  payment: nullOr(
    shape({
      id: text({ least: 1, most: 100 }),
      clientSecret: text({ least: 1, most: 200 }),
      /** The provider has confirmed that the money arrived. */
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

/** The attempt behind a stored text; null when it is none of ours, or more than a day old. */
export function parseAttempt(json: string, now: number): Attempt | null {
  const data = read(attemptShape, jsonIn(json));
  return data && (data.at === undefined || now - data.at < DAY) ? data : null;
}

/** Removes what is left of an attempt that is over, on whatever page; one without a date expires in a day. */
export function tidyAttempt(): void {
  attemptStore.tidy();
  const attempt = attemptStore.read();
  if (attempt && attempt.at === undefined) attemptStore.change(() => ({ ...attempt, at: Date.now() }));
}

/** The attempt under way; a new one begins when there is none. */
export function currentAttempt(): Attempt {
  attemptStore.change((attempt) => attempt ?? { key: newKey(), at: Date.now(), payment: null });
  const attempt = attemptStore.read();
  if (!attempt) throw new Error("The browser did not store the attempt.");
  return attempt;
}

// Unlike randomUUID this also works where the shop is reached without TLS, such as in a local network.
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Where an attempt whose payment may have arrived is looked after: the address to which paying elsewhere leads back. */
export const successAddress = ({ id, clientSecret }: NonNullable<Attempt["payment"]>): string =>
  `/order-success?${new URLSearchParams({ payment_intent: id, payment_intent_client_secret: clientSecret })}`;
