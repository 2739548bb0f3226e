import type { Database } from "~/platform/database.server";
import { type Env, UnusableEnv } from "~/platform/env.server";
import type { PaymentGateway } from "~/shop/payments/gateway";
import { sandboxGateway } from "~/shop/payments/sandbox.server";

/** Whoever takes the money: Stripe when its keys are set, else the sandbox. Decisions §3. */
export function openGateway({ stripe }: Env, db: Database): PaymentGateway {
  if (stripe) throw new UnusableEnv("STRIPE_SECRET_KEY is set, but this version takes no money through Stripe yet.");
  return sandboxGateway(db);
}
