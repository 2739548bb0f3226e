import type { PaymentGateway } from "~/shop/payments/gateway";
import { stripeGateway } from "~/shop/payments/stripe.server";
import type { StripeFake } from "./stripe-fake";

/**
 * The shop's Stripe gateway, connected to a fake Stripe. Its time-out is short only while the fake delays its answers, so that a
 * busy machine causes no failures.
 */
export function gatewayAt(stripe: StripeFake): PaymentGateway {
  const patient = stripeGateway({ ...stripe.keys, patience: 60_000 });
  const hasty = stripeGateway({ ...stripe.keys, patience: 300 });
  return new Proxy(patient, { get: (_, name) => Reflect.get(stripe.isLate() ? hasty : patient, name) as unknown });
}
