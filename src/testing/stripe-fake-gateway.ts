import type { PaymentGateway } from "~/shop/payments/gateway";
import { stripeGateway } from "~/shop/payments/stripe.server";
import type { StripeFake } from "./stripe-fake";

/** The gateway at a fake Stripe. It gives up soon only while answers are made to be late: that a machine is busy is no fault. */
export function gatewayAt(stripe: StripeFake): PaymentGateway {
  const patient = stripeGateway({ ...stripe.keys, patience: 60_000 });
  const hasty = stripeGateway({ ...stripe.keys, patience: 300 });
  return new Proxy(patient, { get: (_, name) => Reflect.get(stripe.isLate() ? hasty : patient, name) as unknown });
}
