import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { endChangeAsMember } from "~/shop/orders/changes/change-as-member.server";
import { sendForm, showNewest } from "../forms/send-form";
import { useAnswer } from "../forms/use-unsaved";
import { useMailWaits } from "../use-mail-waits";
import { onOpenExchange, openExchangeStep } from "./exchange-step.server";
import { stepAction } from "./step.server";
import { StepForm, StepOver } from "./step-form";

export const meta = () => [{ title: "End an exchange | Workshop" }];

export const loader = (args: LoaderFunctionArgs) => openExchangeStep(args);
export const action = stepAction("orders.change", onOpenExchange(endChangeAsMember));
export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page with the form that ends an exchange whose difference was not paid; the return continues as a refund. */
export default function EndExchange() {
  const { view, form, isOpen } = useLoaderData<typeof loader>();
  const answer = useAnswer();
  const waits = useMailWaits();
  const back = `/returns/${view.number}`;
  const title = `End the exchange of ${view.shown}`;
  if (!isOpen) return <StepOver title={title} back={back} message={answer?.message} />;
  return (
    <StepForm
      title={title}
      back={back}
      {...form}
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
    </StepForm>
  );
}
