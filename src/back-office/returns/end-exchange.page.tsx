import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { endChangeAsMember } from "~/shop/orders/changes/change-as-member.server";
import { sendForm, showNewest } from "../forms/send-form";
import { useMailWaits } from "../use-mail-waits";
import { onOpenExchange, openExchangeStep } from "./exchange-step.server";
import { stepAction } from "./step.server";
import { StepPage } from "./step-form";
import { titled } from "../titled";

export const meta = titled("End an exchange");

export const loader = (args: LoaderFunctionArgs) => openExchangeStep(args);
export const action = stepAction("orders.change", onOpenExchange(endChangeAsMember));
export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page with the form that ends an exchange whose difference was not paid; the return continues as a refund. */
export default function EndExchange() {
  const page = useLoaderData<typeof loader>();
  const waits = useMailWaits();
  const title = `End the exchange of ${page.view.shown}`;
  return (
    <StepPage
      {...page}
      title={title}
      labels={() => title}
      note={`The shopper gets a letter, and cannot pay the difference any more.${waits}`}
      button="End the exchange"
      isFinal
    >
      {() => (
        <p>
          What costs more is free again, and the return goes on: what comes back can be refunded, or exchanged for
          something of the same price.
        </p>
      )}
    </StepPage>
  );
}
