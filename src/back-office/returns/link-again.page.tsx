import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { sendChangeAgain } from "~/shop/orders/changes/change-as-member.server";
import { sendForm, showNewest } from "../forms/send-form";
import { useMailWaits } from "../use-mail-waits";
import { onOpenExchange, openExchangeStep } from "./exchange-step.server";
import { stepAction } from "./step.server";
import { StepPage } from "./step-form";
import { titled } from "../titled";

export const meta = titled("Send a link again");

export const loader = (args: LoaderFunctionArgs) => openExchangeStep(args);
export const action = stepAction("orders.change", onOpenExchange(sendChangeAgain));
export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page with the form that sends the pay link for an exchange's unpaid difference again. */
export default function LinkAgain() {
  const page = useLoaderData<typeof loader>();
  const waits = useMailWaits();
  const title = `Send the link of ${page.view.shown} again`;
  return (
    <StepPage
      {...page}
      title={title}
      labels={() => title}
      note={`The shopper gets the letter once more.${waits}`}
      button="Send the link again"
    >
      {() => <p>The link to pay the difference of this exchange stays the same, and so does its end.</p>}
    </StepPage>
  );
}
