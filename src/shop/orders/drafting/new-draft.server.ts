import { randomUUID } from "node:crypto";
import { MINUTE } from "~/platform/durations";
import type { JobRequest } from "~/platform/jobs.server";
import type { Services } from "~/services";
import { shopper } from "~/shop/actor";
import { drawnCode } from "~/shop/gift-cards/gift-cards.server";
import { type OrderPayment, newPayment } from "~/shop/payments/payments.server";
import { isGiftCardLine } from "~/shop/price";
import type { PaidByCards } from "../gift-cards/cards-of-draft.server";
import type { Agreed } from "./agreed-summary.server";
import type { DraftRequest } from "./draft-request.server";
import { expiryJob } from "./expiry-job.server";
import type { Room } from "./holds.server";
import { networkKey } from "./locked-holds.server";
import type { PricedLine } from "./priced-lines.server";
import type { NewOrder, WithOrder } from "./write-order.server";

/** Limits of a draft's reservation, and the stock movements that reserve its pieces. */
type Reserved = Pick<Room, "holds" | "beyondHalf"> & Pick<WithOrder, "reserved"> & { heldSince: Date };

/** Builds a draft with its payment, what gift cards pay of it, event and jobs, without writing it. */
export function newDraft(
  { jobs, settings, sealer, ...services }: Pick<Services, "jobs" | "settings" | "payments" | "mode" | "sealer">,
  { customer, method, draftKey, network }: DraftRequest,
  lines: PricedLine[],
  { discount, summary, shares, taxes, offers, zone }: Agreed,
  { holds, beyondHalf, reserved, heldSince }: Reserved,
  now: Date,
  byCards?: PaidByCards,
): { order: NewOrder; along: WithOrder; payment: OrderPayment } {
  const { reservationMinutes } = settings();
  const payment = newPayment(services, { orderNumber: null, method, amount: byCards?.rest ?? summary.total }, now);
  return {
    payment,
    order: {
      state: "awaiting-payment",
      customer,
      lines,
      summary,
      shares,
      taxes,
      offers,
      zone,
      discount,
      reservedUntil: new Date(now.getTime() + reservationMinutes * MINUTE),
      heldSince,
      draftKey,
      now,
      network: networkKey(network),
      holds,
    },
    along: {
      payment,
      event: {
        kind: "drafted",
        actor: shopper,
        details: { paymentId: payment.id },
      },
      reserved,
      beyondHalf,
      ...(byCards && { giftCards: byCards.held }),
      ...(lines.some(isGiftCardLine) && { boughtCards: boughtCards(sealer, lines) }),
      jobs: { enqueueWith: jobs.enqueueWith, of: (number) => expiriesOf(number, reservationMinutes, beyondHalf, now) },
    },
  };
}

/** Gift cards among lines: the code of each is drawn now, so that the payment makes the card in the database alone. */
const boughtCards = (sealer: Services["sealer"], lines: PricedLine[]): NonNullable<WithOrder["boughtCards"]> =>
  lines.flatMap(({ giftCard }, position) =>
    giftCard ? [{ position, cardId: randomUUID(), ...giftCard, ...drawnCode(sealer) }] : [],
  );

/** Jobs that end a draft's reservations: first that of pieces beyond half of a variant's stock, later that of all pieces. */
const expiriesOf = (number: string, minutes: number, beyondHalf: Room["beyondHalf"], now: Date): JobRequest[] => [
  expiryJob({ number, key: number, after: minutes }),
  ...(beyondHalf
    ? [expiryJob({ number, key: `held:${number}`, after: (beyondHalf.until.getTime() - now.getTime()) / MINUTE })]
    : []),
];
