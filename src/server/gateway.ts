import type { Database } from "~/platform/database.server";
import type { Env } from "~/platform/env.server";
import type { PaymentGateway } from "~/shop/payments/gateway";
import { sandboxGateway } from "~/shop/payments/sandbox.server";
import { stripeGateway } from "~/shop/payments/stripe.server";

/** Payment gateway: Stripe when its keys are set, else the sandbox. */
export const openGateway = ({ stripe }: Env, db: Database): PaymentGateway =>
  stripe ? stripeGateway(stripe) : sandboxGateway(db);
