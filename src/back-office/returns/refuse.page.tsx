import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { refuseReturn } from "~/shop/returns/approve-return.server";
import { TextField } from "../ui/field";
import { useMailWaits } from "../use-mail-waits";
import { usePendingForm } from "../use-pending-form";
import { openStep, takeStep } from "./step.server";
import { StepForm, StepOver } from "./step-form";

export const meta = () => [{ title: "Refuse a return | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { view, form, isOpen } = await openStep(context, params.number, { right: "returns.settle", state: "started" });
  return { view, form, isOpen };
}

export const action = ({ context, request, params }: ActionFunctionArgs) =>
  takeStep(context, request, params.number, ({ services, member, form, values }) =>
    refuseReturn(services, member, form, values.words ?? ""),
  );

/** Refuses a return until it is here, with words. */
export default function Refuse() {
  const { view, form, isOpen } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const kept = usePendingForm();
  const waits = useMailWaits();
  const back = `/returns/${view.number}`;
  const title = `Refuse ${view.shown}`;
  if (!isOpen) return <StepOver title={title} back={back} message={answer?.message} />;
  return (
    <StepForm
      title={title}
      back={back}
      hidden={{ ...form }}
      answer={answer}
      labelOf={() => "Why"}
      note={`${
        view.progress.isApproved
          ? "Its instructions went out before: the letter also says not to send it any more. It cannot be taken back; the shopper may ask again."
          : "The shopper gets these words by mail. It cannot be taken back; the shopper may ask again."
      }${waits}`}
      button="Refuse and send the letter"
      isFinal
    >
      <TextField
        id="words"
        name="words"
        label="Why it cannot come back"
        labelNote="the shopper reads this"
        defaultValue={(answer?.values ?? kept).words ?? ""}
        note="Nothing came in all this time? Write so: refusing closes the return."
        {...(answer?.errors.words && { error: answer.errors.words })}
      />
    </StepForm>
  );
}
