import type { z } from "zod";
import { refusalIn } from "~/shop/refusal";
import { type CardConfirmation, Confirmation, type PayLater, PayLaterStarted, type Step } from "./sandbox";

declare global {
  interface Window {
    /** Object defined by `/sandbox/pay.js`, like Stripe's script defines `Stripe`. */
    SandboxPay?: (publishableKey: string) => {
      ask(step: string, body: object): Promise<{ ok: boolean; answer: unknown }>;
    };
  }
}

/** Pays with a card: done, declined with words, or waiting for a step of the shopper. */
export const confirmCard = (confirmation: CardConfirmation): Promise<Confirmation> =>
  ask("confirm-card", confirmation, Confirmation);

/** Sends the shopper's answer to that step. */
export const answerStep = (step: Step): Promise<Confirmation> => ask("answer-step", step, Confirmation);

/** Address of the page for paying later. */
export const startPayLater = (payment: PayLater): Promise<PayLaterStarted> =>
  ask("pay-later", payment, PayLaterStarted);

async function ask<S extends z.ZodType>(step: string, body: object, schema: S): Promise<z.output<S>> {
  if (!window.SandboxPay) throw new Error("The sandbox's script is not loaded.");
  const { ok, answer } = await window.SandboxPay("pk_test_sandbox").ask(step, body);
  if (ok) return schema.parse(answer);
  throw refusalIn(answer) ?? new Error(`The sandbox did not answer ${step}.`);
}
