import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { shownNumber } from "~/shop/orders/order-number";
import { type Declined, declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { Field } from "../ui/field";
import { useKept } from "../use-pending-form";
import { addressForm, saveAddress } from "./order-address.server";
import { answered, formFacts } from "./order-refusals.server";
import { sendOrderForm } from "./order-sending";
import { OrderSideForm } from "./order-side-form";

export const meta = () => [{ title: "Correct an address | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship", "orders.address.read");
  const form = orNotFound(await addressForm(services, member, params.number ?? ""));
  return { ...form, submission: randomUUID(), hasPhone: can(member, "people.change") };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship", "orders.address.read");
  const values = await formOf(request);
  const facts = formFacts(values);
  if (!facts) throw data(null, { status: 400 });
  const { number = "" } = params;
  let result: Awaited<ReturnType<typeof saveAddress>> | undefined;
  const answer = await answered(values, `/orders/${number}?done=${facts.page}`, async () => {
    result = await saveAddress(services, member, number, { values, facts });
  });
  const clash = result?.kind === "clash" ? result : undefined;
  return clash ? declined(values, { status: 409, message: clash.message, errors: clash.errors }) : answer;
}

export const clientAction = sendOrderForm;

const FIELDS = [
  ["name", "Name"],
  ["address", "Street"],
  ["city", "City"],
  ["postalCode", "ZIP"],
  ["phone", "Phone"],
] as const;

/** Where an order goes, to be corrected before anything of it leaves. */
export default function OrderAddressPage() {
  const { number, version, submission, isOpen, address, hasPhone } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const kept = useKept();
  const typed: Record<string, string | undefined> = answer?.values ?? (kept.submission ? kept : address);
  return (
    <OrderSideForm
      title={`Address of ${shownNumber(number)}`}
      number={number}
      form={{ submission, version }}
      answer={answer}
      labels={Object.fromEntries(FIELDS)}
      note={isOpen ? "The slip and the next letters carry the new one. The old one stays in the history." : undefined}
      button={isOpen ? "Save the address" : undefined}
    >
      {isOpen ? (
        <div className="stack">
          {FIELDS.filter(([name]) => name !== "phone" || hasPhone).map(([name, label]) => (
            <Field
              key={`${name} ${version}`}
              id={name}
              name={name}
              label={label}
              defaultValue={typed[name]}
              maxLength={250}
              autoComplete="off"
              {...(answer?.errors[name] && { error: answer.errors[name] })}
            />
          ))}
        </div>
      ) : (
        <p>It cannot be corrected any more: a parcel has left, or the order is over.</p>
      )}
    </OrderSideForm>
  );
}
