import type { z } from "zod";
import { refusalIn } from "~/shop/refusal";
import { type CardConfirmation, Confirmation, type PayLater, PayLaterStarted, type Step } from "./sandbox";

declare global {
  interface Window {
    /** Object defined by `/sandbox/pay.js`, just as Stripe's script defines `Stripe`. */
    SandboxPay?: (publishableKey: string) => {
      ask(step: string, body: object): Promise<{ ok: boolean; answer: unknown }>;
    };
  }
}

/** Pays with a card. The result is: succeeded, declined with a message, or waiting for a step of the shopper. */
export const confirmCard = (confirmation: CardConfirmation): Promise<Confirmation> =>
  ask("confirm-card", confirmation, Confirmation);

/** Sends the shopper's answer to the step that a payment requires. */
export const answerStep = (step: Step): Promise<Confirmation> => ask("answer-step", step, Confirmation);

/** Starts paying later; resolves to the address of the sandbox's page. */
export const startPayLater = (payment: PayLater): Promise<PayLaterStarted> =>
  ask("pay-later", payment, PayLaterStarted);

async function ask<S extends z.ZodType>(step: string, body: object, schema: S): Promise<z.output<S>> {
  if (!window.SandboxPay) throw new Error("The sandbox's script is not loaded.");
  const { ok, answer } = await window.SandboxPay("pk_test_sandbox").ask(step, body);
  if (ok) return schema.parse(answer);
  throw refusalIn(answer) ?? new Error(`The sandbox did not answer ${step}.`);
}
