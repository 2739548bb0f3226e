import { Stripe } from "stripe";

/** Maximum number of replayed errors that are skipped before the request fails. */
const MOST_REPLAYS = 5;

/**
 * Sends a request with an idempotency key. For a day, Stripe answers a repeated key with its first response, errors included. A
 * replayed server error says nothing about the present, so the request is then repeated with a derived key.
 */
export const idempotent = <T>(key: string, send: (idempotencyKey: string) => Promise<T>, replays = 0): Promise<T> =>
  send(replays === 0 ? key : `${key}-${replays}`).catch((error: unknown) => {
    if (replays < MOST_REPLAYS && isReplayedFault(error)) return idempotent(key, send, replays + 1);
    throw error;
  });

/** Whether a response is a replay of an earlier one with the same key. */
export const isReplayed = ({ headers }: { headers?: Record<string, string> }): boolean =>
  headers?.["idempotent-replayed"] === "true";

const isReplayedFault = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && isReplayed(error);
