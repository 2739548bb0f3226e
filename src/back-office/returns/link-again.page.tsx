import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { sendChangeAgain } from "~/shop/orders/changes/change-as-member.server";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { Refusal } from "~/shop/refusal";
import { sendForm, showNewest } from "../forms/send-form";
import { useAnswer } from "../forms/use-unsaved";
import { useMailWaits } from "../use-mail-waits";
import { openStep, stepAction } from "./step.server";
import { StepForm, StepOver } from "./step-form";

export const meta = () => [{ title: "Send a link again | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { view, form, file } = await openStep(context, params.number, { right: "orders.change", state: "started" });
  return { view, form, isOpen: file.exchange !== null && !file.exchange.isPaid };
}

export const action = stepAction("orders.change", async ({ services, member, form, orderNumber }) => {
  const change = await exchangeToPay(services.db, form.number);
  if (change?.state !== "waiting") throw new Refusal("order-state");
  await sendChangeAgain(services, member, { submission: form.submission, number: orderNumber }, change.id);
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Form that sends the link of an exchange's unpaid difference once more. */
export default function LinkAgain() {
  const { view, form, isOpen } = useLoaderData<typeof loader>();
  const answer = useAnswer();
  const waits = useMailWaits();
  const back = `/returns/${view.number}`;
  const title = `Send the link of ${view.shown} again`;
  if (!isOpen) return <StepOver title={title} back={back} message={answer?.message} />;
  return (
    <StepForm
      title={title}
      back={back}
      {...form}
      labels={() => title}
      note={`The shopper gets the letter once more.${waits}`}
      button="Send the link again"
    >
      {() => <p>The link to pay the difference of this exchange stays the same, and so does its end.</p>}
    </StepForm>
  );
}
