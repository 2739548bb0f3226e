import { Stripe } from "stripe";
import { log } from "~/platform/log.server";
import { Refusal } from "~/shop/refusal";

/** How many times a fault that Stripe only replays is skipped. */
const MOST_REPLAYS = 5;

/**
 * Sends a request under an idempotency key. For a day Stripe replays its first response to a key, a fault included; such a
 * fault tells nothing new, so the request is sent under the next key that follows from the first.
 */
export const idempotent = <T>(key: string, send: (idempotencyKey: string) => Promise<T>, replays = 0): Promise<T> =>
  send(replays === 0 ? key : `${key}-${replays}`).catch((error: unknown) => {
    if (replays < MOST_REPLAYS && isReplayedFault(error)) return idempotent(key, send, replays + 1);
    throw error;
  });

/** Whether a response is the stored one to an earlier request with the same idempotency key. */
export const isReplayed = ({ headers }: { headers?: Record<string, string> }): boolean =>
  headers?.["idempotent-replayed"] === "true";

const isReplayedFault = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && isReplayed(error);

/** Stripe's code of an error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeError ? error.code : undefined;

/** Does something else where the key may not do this; any other error is thrown again. */
export const ifForbidden =
  <T>(instead: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof Stripe.errors.StripePermissionError) return instead();
    throw error;
  };

/** Nothing for an object that Stripe does not have; any other error is thrown again. */
export function undefinedIfMissing(error: unknown): undefined {
  if (codeOf(error) !== "resource_missing") throw error;
}

/**
 * Turns whatever keeps Stripe from doing a request into one refusal; what only the merchant can put right is logged as an error.
 *
 * @throws {Refusal} `gateway-unavailable`.
 */
export const refusing = <T>(response: Promise<T>): Promise<T> => response.catch(refuse);

function refuse(error: unknown): never {
  const { errors } = Stripe;
  if (!(error instanceof errors.StripeError)) throw error;
  const { type, code, statusCode, requestId } = error;
  if (error instanceof errors.StripeIdempotencyError && statusCode === 400)
    throw new Error("A key was used for two different requests.", { cause: error });

  const isTransient = error instanceof errors.StripeConnectionError || (statusCode ?? 500) >= 500 || statusCode === 429;
  log[isTransient ? "warn" : "error"]({ type, code, status: statusCode, request: requestId }, "Stripe did not do it");
  throw new Refusal("gateway-unavailable");
}
