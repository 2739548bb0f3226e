import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { shownNumber } from "~/shop/orders/order-number";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { Field, Tick } from "../ui/field";
import { addressForm, saveAddress } from "./order-address.server";
import { OrderDialogForm } from "./order-dialog-form";
import { doneOnOrder } from "./order-refusals.server";
import { ADDRESS_FIELDS, ZIP_IS_RIGHT } from "./order-words";
import { titled } from "../titled";

export const meta = titled("Correct an address");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship", "orders.address.read");
  const form = orNotFound(await addressForm(services, member, params.number ?? ""));
  return { ...form, submission: randomUUID(), hasPhone: can(member, "people.change") };
}

export const action = formAction({
  right: "orders.ship",
  schema: Typed,
  async act(sent, values) {
    await requireRight(sent.services, sent.member, "orders.address.read");
    return doneOnOrder(sent, () => saveAddress(sent, values));
  },
});

export const clientAction = sendForm;

/** Page with the form that corrects an order's address before its first parcel is sent. */
export default function OrderAddressPage() {
  const { number, version, submission, isOpen, address, hasPhone } = useLoaderData<typeof loader>();
  return (
    <OrderDialogForm
      title={`Address of ${shownNumber(number)}`}
      {...{ number, submission, version }}
      stored={address}
      labels={ADDRESS_FIELDS}
      thing="this address"
      {...(isOpen && {
        button: "Save the address",
        note: "The slip and the next letters carry the new one. The old one stays in the history.",
      })}
    >
      {({ field, tick }) =>
        isOpen ? (
          <div className="stack">
            {Object.entries(ADDRESS_FIELDS)
              .filter(([name]) => name !== "phone" || hasPhone)
              .map(([name, label]) => (
                <Field key={name} {...field(name)} label={label} maxLength={250} autoComplete="off" />
              ))}
            {field("postalCode").error && (
              <Tick {...tick(ZIP_IS_RIGHT, "yes")}>City and ZIP are right as they stand</Tick>
            )}
          </div>
        ) : (
          <p>It cannot be corrected any more: a parcel has left, or the order is over.</p>
        )
      }
    </OrderDialogForm>
  );
}
