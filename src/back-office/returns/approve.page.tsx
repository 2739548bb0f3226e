import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { approveAsMember } from "~/shop/returns/approve-return.server";
import { Field, Tick } from "../ui/field";
import { usePendingForm } from "../use-pending-form";
import { openStep, takeStep } from "./step.server";
import { StepForm, StepOver } from "./step-form";

export const meta = () => [{ title: "Approve a return | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { view, form, isOpen } = await openStep(context, params.number, { right: "returns.settle", state: "started" });
  return { view, form, isOpen: isOpen && !view.hasLabel };
}

export const action = ({ context, request, params }: ActionFunctionArgs) =>
  takeStep(context, request, params.number, ({ services, member, form, values }) =>
    approveAsMember(services, member, form, { label: values.label ?? "", hasNone: values.hasNone === "yes" }),
  );

/** Sends the label or the instructions of a return. */
export default function Approve() {
  const { view, form, isOpen } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const kept = usePendingForm();
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
          ? "The shopper gets a letter with the label, or that there is none."
          : "The shopper gets one letter: what goes into the box, the number to write on it, and what is to be done about the label."
      }
      button={isInstructed ? "Send the letter" : "Approve and send the letter"}
    >
      <Field
        id="label"
        name="label"
        type="url"
        label="Address of the label"
        labelNote="if there is one"
        defaultValue={typed.label ?? ""}
        note={
          isInstructed
            ? "Where the shopper prints the prepaid label, as your carrier gives it to you."
            : "Where the shopper prints the prepaid label, as your carrier gives it to you. Left empty, the letter says that it follows, and this return waits for it on Today."
        }
        {...(answer?.errors.label && { error: answer.errors.label })}
      />
      {!view.progress.isAnswered && (
        <Tick name="hasNone" value="yes" defaultChecked={typed.hasNone === "yes"}>
          There is no prepaid label: the shopper chooses a carrier
        </Tick>
      )}
    </StepForm>
  );
}
