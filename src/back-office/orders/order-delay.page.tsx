import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { memberOrder } from "~/shop/orders/member-order.server";
import { SILENCE_DAYS } from "~/shop/orders/delays/delay";
import { tellDelayAsMember } from "~/shop/orders/delays/tell-delay.server";
import { dayWords, namedDay } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { Field } from "../ui/field";
import { useMailWaits } from "../use-mail-waits";
import { OrderDialogForm } from "./order-dialog-form";
import { doneOnOrder } from "./order-refusals.server";
import { titled } from "../titled";

export const meta = titled("A delay");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.change");
  const order = orNotFound(await memberOrder(services, member, params.number ?? ""));
  return {
    number: order.number,
    version: order.version,
    submission: randomUUID(),
    promised: order.shipBy,
    isOpen: order.paidAt !== null && order.state !== "cancelled" && order.lines.some(({ waiting }) => waiting > 0),
  };
}

export const action = formAction({
  right: "orders.change",
  schema: z.object({
    newDay: z
      .string()
      .default("")
      .refine((day) => day === "" || namedDay(day) !== null, "Choose a day, or leave it empty."),
  }),
  act(sent, { newDay }) {
    const { services, member, params, submission, version } = sent;
    const form = { submission, number: params.number ?? "", version };
    return doneOnOrder(sent, () => tellDelayAsMember(services, member, form, newDay || null));
  },
});

export const clientAction = sendForm;

/** Page on which a member tells the shopper of a delay, with the new day or without one. */
export default function OrderDelayPage() {
  const { number, version, submission, promised, isOpen } = useLoaderData<typeof loader>();
  const waits = useMailWaits();
  return (
    <OrderDialogForm
      title="It takes longer"
      {...{ number, submission, version }}
      labels={{ newDay: "It leaves by" }}
      note="The shopper gets a letter with two answers: wait, or cancel what has not left."
      {...(isOpen && { button: "Tell the shopper" })}
    >
      {({ field }) =>
        isOpen ? (
          <div className="stack">
            <p>{promised ? `It was to leave by ${dayWords(promised)}.` : "No day was promised."}</p>
            <Field
              {...field("newDay")}
              label="It leaves by"
              labelNote="empty: not known"
              type="date"
              note={`Silence is a yes once, to a day at most ${SILENCE_DAYS} days after the promised one. Otherwise the letter names the day on which the order ends, unless the shopper chooses to wait.${waits}`}
            />
          </div>
        ) : (
          <p>Nothing of it waits to be sent.</p>
        )
      }
    </OrderDialogForm>
  );
}
