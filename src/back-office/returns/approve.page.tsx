import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { approveAsMember } from "~/shop/returns/approve-return.server";
import { sendForm, showNewest } from "../forms/send-form";
import { Field, Tick } from "../ui/field";
import { openStep, stepAction } from "./step.server";
import { StepPage } from "./step-form";
import { titled } from "../titled";

export const meta = titled("Approve a return");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { view, form, isOpen } = await openStep(context, params.number, { right: "returns.settle", state: "started" });
  return { view, form, isOpen: isOpen && !view.hasLabel };
}

export const action = stepAction("returns.settle", async ({ services, member, form, values, file }) =>
  approveAsMember(services, member, form, {
    label: values.label ?? "",
    file: await file("file"),
    hasNone: values.hasNone === "yes",
  }),
);

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page with the form that approves a return and sends its label or instructions. */
export default function Approve() {
  const page = useLoaderData<typeof loader>();
  const { view } = page;
  const isInstructed = view.progress.isApproved;
  const title = isInstructed ? `Send the label of ${view.shown}` : `Approve ${view.shown}`;
  return (
    <StepPage
      {...page}
      title={title}
      encType="multipart/form-data"
      labels={(field) => (field === "file" ? "File of the label" : "Address of the label")}
      note={
        isInstructed
          ? "The shopper gets a letter with the label, or that there is none."
          : "The shopper gets one letter: what goes into the box, the number to write on it, and what is to be done about the label."
      }
      button={isInstructed ? "Send the letter" : "Approve and send the letter"}
    >
      {({ field, tick }) => (
        <>
          <Field
            {...field("label")}
            type="url"
            label="Address of the label"
            labelNote="if there is one"
            note={
              isInstructed
                ? "Where the shopper prints the prepaid label, as your carrier gives it to you."
                : "Where the shopper prints the prepaid label, as your carrier gives it to you. Left empty, the letter says that it follows, and this return waits for it on Today."
            }
          />
          <Field
            {...field("file")}
            type="file"
            accept="application/pdf,image/png,.pdf,.png"
            label="Or its file"
            labelNote="PDF or PNG, up to 2 MB"
            note="The letter links to it by an address that nobody guesses. It is kept until the return is settled or refused."
          />
          {!view.progress.isAnswered && (
            <Tick {...tick("hasNone", "yes")}>There is no prepaid label: the shopper chooses a carrier</Tick>
          )}
        </>
      )}
    </StepPage>
  );
}
