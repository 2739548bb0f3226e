import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { refuseReturn } from "~/shop/returns/approve-return.server";
import { sendForm, showNewest } from "../forms/send-form";
import { TextField } from "../ui/field";
import { useMailWaits } from "../use-mail-waits";
import { openStep, stepAction } from "./step.server";
import { StepPage } from "./step-form";
import { titled } from "../titled";

export const meta = titled("Refuse a return");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { view, form, isOpen } = await openStep(context, params.number, { right: "returns.settle", state: "started" });
  return { view, form, isOpen };
}

export const action = stepAction("returns.settle", ({ services, member, form, values }) =>
  refuseReturn(services, member, form, values.words ?? ""),
);

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page with the form that refuses a return before it arrives, with an explanation. */
export default function Refuse() {
  const page = useLoaderData<typeof loader>();
  const { view } = page;
  const waits = useMailWaits();
  const title = `Refuse ${view.shown}`;
  return (
    <StepPage
      {...page}
      title={title}
      labels={() => "Why"}
      note={`${
        view.progress.isApproved
          ? "Its instructions went out before: the letter also says not to send it any more. It cannot be taken back; the shopper may ask again."
          : "The shopper gets these words by mail. It cannot be taken back; the shopper may ask again."
      }${waits}`}
      button="Refuse and send the letter"
      isFinal
    >
      {({ field }) => (
        <TextField
          {...field("words")}
          label="Why it cannot come back"
          labelNote="the shopper reads this"
          note="Nothing came in all this time? Write so: refusing closes the return."
        />
      )}
    </StepPage>
  );
}
