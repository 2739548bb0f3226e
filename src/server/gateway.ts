import type { Database } from "~/platform/database.server";
import type { Env } from "~/platform/env.server";
import { OutgoingHeld, type Outgoing } from "~/platform/outgoing.server";
import type { PaymentGateway } from "~/shop/payments/gateway";
import { sandboxGateway } from "~/shop/payments/sandbox.server";
import { stripeGateway } from "~/shop/payments/stripe.server";
import { Refusal } from "~/shop/refusal";

/**
 * Opens the payment gateway: Stripe when its keys are set, else the sandbox. A held shop sends requests to neither, and refuses
 * their webhooks.
 */
export const openGateway = ({ stripe }: Pick<Env, "stripe">, db: Database, outgoing: Outgoing): PaymentGateway =>
  gatewayBehind(outgoing, stripe ? stripeGateway(stripe) : sandboxGateway(db));

/** A gateway that a held shop does not reach: its calls throw `payments-paused`. */
export function gatewayBehind(outgoing: Outgoing, gateway: PaymentGateway): PaymentGateway {
  const behind =
    <Words extends unknown[], Answer>(call: (...words: Words) => Promise<Answer>) =>
    (...words: Words): Promise<Answer> =>
      outgoing
        .run("payment", () => call(...words))
        .catch((error: unknown) => {
          throw error instanceof OutgoingHeld ? new Refusal("payments-paused") : error;
        });
  const { taxService, books } = gateway;
  return {
    ...gateway,
    request: behind(gateway.request),
    find: behind(gateway.find),
    cancel: behind(gateway.cancel),
    requestsSince: behind(gateway.requestsSince),
    refund: behind(gateway.refund),
    ...(books && {
      books: {
        entries: behind(books.entries),
        payouts: behind(books.payouts),
        entriesOf: behind(books.entriesOf),
      },
    }),
    ...(taxService && {
      taxService: {
        patience: taxService.patience,
        mostLines: taxService.mostLines,
        codes: behind(taxService.codes),
        calculate: behind(taxService.calculate),
        book: behind(taxService.book),
        reverse: behind(taxService.reverse),
      },
    }),
    ...(gateway.refunds && { refunds: behind(gateway.refunds) }),
    ...(gateway.readWebhook && { readWebhook: behind(gateway.readWebhook) }),
  };
}
