import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { answerFound } from "~/shop/orders/parcels/lost-acts.server";
import { isWaiting } from "~/shop/orders/parcels/pieces";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { Choice, Choices, Tick } from "../ui/field";
import { OrderDialogForm } from "./order-dialog-form";
import { orderParcel } from "./order-parcel.server";
import { doneWords, isUnanswered } from "./order-parcels.server";
import { doneOnOrder, parcelIn } from "./order-refusals.server";
import { titled } from "../titled";

export const meta = titled("A parcel that turned up");

export async function loader(args: LoaderFunctionArgs) {
  const { order, parcel, form } = await orderParcel(args, "orders.change");
  return {
    ...form,
    done: doneWords(order, parcel),
    isOpen: isUnanswered(order, parcel),
    waits: order.replacements.some((own) => own.lostParcelId === parcel.id && isWaiting(own)),
  };
}

export const action = formAction({
  right: "orders.change",
  schema: z.object({
    answer: z.enum(["kept", "asked-back"], { error: "Choose what becomes of it." }),
    stops: z.string().optional(),
  }),
  async act(sent, { answer, stops }) {
    const { services, member, params, submission, version } = sent;
    const form = { submission, number: params.number ?? "", version };
    const parcelId = orNotFound(parcelIn(params));
    const decided = { parcelId, answer, stops: stops === "yes" };
    return doneOnOrder(sent, () => answerFound(services, member, form, decided));
  },
});

export const clientAction = sendForm;

const ANSWERS = [
  ["kept", "The shopper keeps it. Nothing more is done."],
  ["asked-back", "Ask for it back: the shopper gets a letter."],
] as const;

/** Page about a lost parcel that arrived after all: the shopper keeps the pieces or sends them back. */
export default function OrderFoundPage() {
  const { number, version, submission, name, done, isOpen, waits } = useLoaderData<typeof loader>();
  return (
    <OrderDialogForm
      title={`${name} arrived after all`}
      {...{ number, submission, version }}
      labels={{ answer: "What becomes of it" }}
      stored={{ stops: "yes" }}
      {...(isOpen && { button: "Decide", note: "It is noted in the order's history." })}
    >
      {({ tick, error }) => (
        <div className="stack">
          <p>It was lost and has arrived. {done}</p>
          {isOpen ? (
            <>
              <Choices label="What becomes of it" {...(error("answer") && { error: error("answer") ?? "" })}>
                {ANSWERS.map(([value, words]) => (
                  <Choice key={value} {...tick("answer", value)} required>
                    {words}
                  </Choice>
                ))}
              </Choices>
              {waits && (
                <Tick {...tick("stops", "yes")}>
                  Do not send what still waits to be sent again: it goes back into the stock
                </Tick>
              )}
            </>
          ) : (
            <p>There is nothing to decide any more.</p>
          )}
        </div>
      )}
    </OrderDialogForm>
  );
}
