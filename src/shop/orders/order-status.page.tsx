import { Form, Link, useNavigation } from "react-router";
import { z } from "zod";
import { services } from "~/services";
import { answer, sent } from "~/shop/answer";
import { keptPrivate } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { refundsOf } from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import { complaintsBy, EmailAddress } from "~/shop/submission";
import { admit } from "~/shop/submission.server";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { useForm } from "~/ui/use-form";
import { orderNumberIn } from "./order";
import { OrderState } from "./order-state";
import { findOrder } from "./orders.server";
import { parcelsOf } from "./parcels.server";
import type { Route } from "./+types/order-status.page";

/** What finds an order: its number as it stands in the letter, and the address the letter went to. Decisions §3. */
const Lookup = z.object({
  order: z
    .string()
    .trim()
    .refine((text) => orderNumberIn(text) !== undefined, "Please enter the eight digits of your order number."),
  email: EmailAddress,
});

export function loader({ context, url }: Route.LoaderArgs) {
  const { address, settings } = context.get(services);
  const head = headOf(
    { address, settings: settings() },
    {
      title: "Order status",
      description: "Follow your order with its number and your e-mail address.",
      path: "/order-status",
      listed: false,
    },
  );
  return { head, order: url.searchParams.get("order") ?? "" };
}

/** Shows the order; that a number is unknown and that it belongs to another address are told in the same words. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db } = context.get(services);
  return answer(request, Lookup, async ({ order: number, email }) => {
    await admit(db, request, "order-status", email);
    const order = await findOrder(db, number, email);
    if (!order || !order.paidAt) throw new Refusal("order-unknown");
    const [parcels, refunds] = await Promise.all([parcelsOf(db, order.number), refundsOf(db, order.number)]);
    const given = refunds.filter(({ state }) => state !== "failed");
    return { order, parcels, refunds: given.map(({ amount, at }) => ({ amount, at })) };
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sent(args);
export const headers: Route.HeadersFunction = () => keptPrivate;
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

export default function OrderStatusPage({ loaderData, actionData }: Route.ComponentProps) {
  const { form, errors } = useForm(complaintsBy(Lookup), actionData);
  const isBusy = useNavigation().state === "submitting";

  if (actionData?.ok)
    return (
      <main id="main" className="wide">
        <h1 className="page-t">Order status</h1>
        <OrderState {...actionData.value} />
        <p className="order-state__more">
          <Link className="text-link" to="/order-status">
            Look up another order
          </Link>{" "}
          <Link className="text-link" to="/return-or-exchange">
            Start a return
          </Link>
        </p>
      </main>
    );

  const typed = actionData?.values;
  return (
    <main id="main" className="wide">
      <h1 className="page-t">Order status</h1>
      <Form method="post" className="lookup" {...form}>
        <p className="muted">Your order number stands in the confirmation we sent you.</p>
        {actionData && Object.keys(actionData.errors).length === 0 && (
          <FormMessage kind="error">{actionData.message}</FormMessage>
        )}
        <Field
          name="order"
          label="Order number"
          placeholder="#4821 7350"
          defaultValue={typed?.order ?? loaderData.order}
          error={errors.order}
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          required
        />
        <Field
          name="email"
          label="Email"
          type="email"
          defaultValue={typed?.email}
          error={errors.email}
          autoComplete="email"
          maxLength={254}
          required
        />
        <Button type="submit" busy={isBusy}>
          Show my order
        </Button>
      </Form>
    </main>
  );
}
