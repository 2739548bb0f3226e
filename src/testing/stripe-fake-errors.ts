import type { FakeIntent, Params } from "./stripe-fake-objects";

/** An error in the format of Stripe's responses. */
export class FakeStripeError extends Error {
  override readonly name = "FakeStripeError";
  readonly status: number;
  readonly body: { error: Record<string, unknown> };

  constructor(status: number, error: Record<string, unknown> & { type: string; message: string }) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

export const invalid = (message: string, more: Record<string, unknown> = {}, status = 400): FakeStripeError =>
  new FakeStripeError(status, { type: "invalid_request_error", message, ...more });

export const missing = (kind: string, id: string): FakeStripeError =>
  invalid(`No such ${kind}: '${id}'`, { code: "resource_missing", param: "id" }, 404);

export const wrongState = (intent: FakeIntent, verb: string): FakeStripeError =>
  invalid(`You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: "payment_intent_unexpected_state",
    payment_intent: intent,
  });

export const cardError = (error: Record<string, unknown> & { message: string }): FakeStripeError =>
  new FakeStripeError(402, { type: "card_error", ...error });

/** Throws for parameters that the shop should not send, because they would be an error of the shop. */
export function allowOnly(params: Params, known: string[]): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name));
  if (unknown) throw invalid(`Received unknown parameter: ${unknown}`, { code: "parameter_unknown", param: unknown });
}

export function integerParam(params: Params, name: string): number {
  const text = params[name];
  if (typeof text !== "string" || !/^-?\d+$/.test(text))
    throw invalid(`Invalid integer: ${String(text)}`, { code: "parameter_invalid_integer", param: name });
  return Number(text);
}
