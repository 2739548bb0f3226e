import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { approveAsMember } from "~/shop/returns/approve-return.server";
import { Field } from "../ui/field";
import { useKept } from "../use-pending-form";
import { openStep, takeStep } from "./step.server";
import { StepForm, StepOver } from "./step-form";

export const meta = () => [{ title: "Approve a return | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { view, form, isOpen } = await openStep(context, params.number, { right: "returns.settle", state: "started" });
  return { view, form, isOpen: isOpen && !view.progress.isAnswered };
}

export const action = ({ context, request, params }: ActionFunctionArgs) =>
  takeStep(context, request, params.number, ({ services, member, form, values }) =>
    approveAsMember(services, member, form, values.label ?? ""),
  );

/** Sends the label or the instructions of a return. */
export default function Approve() {
  const { view, form, isOpen } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const kept = useKept();
  const back = `/returns/${view.number}`;
  const isInstructed = view.progress.isApproved;
  const title = isInstructed ? `Send the label of ${view.shown}` : `Approve ${view.shown}`;
  if (!isOpen) return <StepOver title={title} back={back} message={answer?.message} />;
  const typed = answer?.values ?? kept;
  return (
    <StepForm
      title={title}
      back={back}
      hidden={{ ...form }}
      answer={answer}
      labelOf={() => "Address of the label"}
      note={
        isInstructed
          ? "With an address the shopper gets it in a letter; without one it is noted that no label is needed."
          : "The shopper gets one letter: what goes into the box, the number to write on it, and the label or that it follows."
      }
      button={isInstructed ? "Send the label" : "Approve and send the letter"}
    >
      <Field
        id="label"
        name="label"
        type="url"
        label="Address of the label"
        labelNote="if there is one"
        defaultValue={typed.label ?? ""}
        note="Where the shopper prints the prepaid label, as your carrier gives it to you."
        {...(answer?.errors.label && { error: answer.errors.label })}
      />
    </StepForm>
  );
}
