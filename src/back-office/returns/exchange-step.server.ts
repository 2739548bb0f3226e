import type { LoaderFunctionArgs } from "react-router";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { Refusal } from "~/shop/refusal";
import { openStep, type Step } from "./step.server";

/** Data of the page of a step for an exchange with an unpaid difference. */
export async function openExchangeStep({ context, params }: LoaderFunctionArgs) {
  const { view, form, file } = await openStep(context, params.number, {
    right: "orders.change",
    state: ["started", "received"],
  });
  return { view, form, isOpen: file.exchange !== null && !file.exchange.isPaid };
}

/**
 * Wraps the act of a step for an exchange with an unpaid difference: `act` gets the waiting change.
 *
 * @throws {Refusal} `order-state` if no change waits.
 */
export const onOpenExchange =
  (
    act: (
      services: Services,
      member: Member,
      form: { submission: string; number: string },
      changeId: string,
    ) => Promise<void>,
  ) =>
  async ({ services, member, form, orderNumber }: Step): Promise<void> => {
    const change = await exchangeToPay(services.db, form.number);
    if (change?.state !== "waiting") throw new Refusal("order-state");
    await act(services, member, { submission: form.submission, number: orderNumber }, change.id);
  };
