import { Stripe } from "stripe";
import { log } from "~/platform/log.server";
import { Refusal } from "~/shop/refusal";

/** Stripe's error code; undefined if the error has none. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeError ? error.code : undefined;

/** Returns a handler of errors that calls `instead` when the Stripe key lacks a permission, and rethrows other errors. */
export const ifForbidden =
  <T>(instead: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof Stripe.errors.StripePermissionError) return instead();
    throw error;
  };

/** Handler of errors: returns undefined if Stripe does not have the object, and rethrows other errors. */
export function undefinedIfMissing(error: unknown): undefined {
  if (codeOf(error) !== "resource_missing") throw error;
}

/**
 * Handler of errors: returns undefined if Stripe has something with this reference already, and rethrows other errors. Stripe
 * forgets idempotency keys after a day, but no reference. Another fault of the reference, and something else that is there already
 * (a line's reference, a calculation's transaction), is not taken for it: what it belongs to would count as reported, and never be.
 */
export function undefinedIfThere(error: unknown): undefined {
  const isThere =
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.code === "resource_already_exists"
      ? (error.param ?? "reference") === "reference"
      : error.param === "reference" && /\balready (exists|used|in use)\b/i.test(error.message));
  if (!isThere) throw error;
}

/**
 * Converts failures of Stripe into one refusal; failures that only the merchant can solve are logged as errors.
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
