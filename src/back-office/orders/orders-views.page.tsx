import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { z } from "zod";
import { removeView, savedViewsOf, saveView } from "~/shop/audit/saved-views.server";
import { formOf } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { GuardedForm } from "../ui/guarded-form";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { type Column, RowLink, Table } from "../ui/table";
import { ordersChips } from "./orders-chips";
import { withDone } from "./act-on-orders.server";
import { firstPage, isOfMoney, ordersAddress, ordersQuery, ordersView } from "./orders-view";
import { sortName } from "./orders-table";

export const meta = () => [{ title: "Views of the orders | Workshop" }];

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.read", "views");
  const view = firstPage(ordersView(new URL(request.url).searchParams));
  const saved = await savedViewsOf(services.db, "orders");
  return {
    submission: randomUUID(),
    address: ordersAddress(view),
    filters: filterWords(view),
    views: saved
      .map((each) => ({ ...each, view: ordersView(new URLSearchParams(each.query)) }))
      .filter((each) => can(member, "money.read") || !isOfMoney(each.view))
      .map(({ id, name, version, view: own }) => ({
        id,
        name,
        version,
        to: ordersAddress(own),
        filters: filterWords(own),
      })),
  };
}

/** Filters of a view in words. */
function filterWords(view: ReturnType<typeof ordersView>): string {
  const { query } = view.filter;
  const chips = ordersChips(view, null).map(({ name, value }) => `${name}: ${value}`);
  return [...(query ? [`"${query}"`] : []), ...chips, sortName[view.sort]].join(", ");
}

const Removed = z.object({ id: z.string().regex(/^\d{1,9}$/), version: z.coerce.number().int().min(1).max(1e9) });

/** Saves the view of the address under a name, or puts one away. */
export async function action({ context, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const view = firstPage(ordersView(new URL(request.url).searchParams));
  const values = await formOf(request);
  const submission = z.uuid().safeParse(values.submission).data;
  if (!submission) throw data(null, { status: 400 });
  if (values.intent === "remove") {
    const { data: removed } = Removed.safeParse(values);
    if (!removed) throw data(null, { status: 400 });
    const result = await removeView(services, member, submission, removed);
    if (!result.saved) return declined({}, { message: "Somebody changed this view meanwhile.", status: 409 });
    return redirect(withDone(ordersView(new URLSearchParams()), result.act));
  }
  try {
    const kept = { screen: "orders", name: values.name ?? "", query: ordersQuery(view).toString() };
    const { act } = await saveView(services, member, submission, kept);
    return redirect(withDone(view, act));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "input-invalid") throw error;
    return declined(values, { errors: error.fields });
  }
}

type SavedLine = Awaited<ReturnType<typeof loader>>["views"][number];

/** The views of the orders: one more under a name, and those that there are. */
export default function OrdersViews() {
  const { submission, filters, views, address } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const error = answer?.errors.name;
  return (
    <>
      <PageHead title="Views" back={{ to: address, name: "Orders" }}>
        A view is this list with its filters, under a name. Every member sees it.
      </PageHead>
      {answer?.message && <Notice title={answer.message} isAnswer />}
      <Section title="Save this view" note={filters}>
        <GuardedForm key={submission} className="stack orders-views__new" answer={answer}>
          <input type="hidden" name="submission" value={submission} />
          <Field
            label="Name"
            name="name"
            required
            maxLength={40}
            defaultValue={answer?.values.name}
            {...(error && { error })}
          />
          <div>
            <Button look="main">Save the view</Button>
          </div>
        </GuardedForm>
      </Section>
      {views.length > 0 && (
        <Section title="Saved views">
          <Table label="Saved views" columns={columnsWith(submission)} rows={views} keyOf={({ id }) => id} live />
        </Section>
      )}
    </>
  );
}

const columnsWith = (submission: string): Column<SavedLine>[] => [
  { label: "Name", place: "lead", cell: ({ to, name }) => <RowLink to={to}>{name}</RowLink> },
  { label: "Shows", place: "under", cell: (view) => view.filters },
  {
    label: "Remove",
    labelHidden: true,
    place: "end",
    cell: (view) => <Remove view={view} submission={submission} />,
  },
];

const Remove = ({ view: { id, version, name }, submission }: { view: SavedLine; submission: string }) => (
  <Form method="post" className="orders-views__remove">
    <input type="hidden" name="submission" value={submission} />
    <input type="hidden" name="id" value={id} />
    <input type="hidden" name="version" value={version} />
    <Button look="bare" name="intent" value="remove" aria-label={`Remove the view "${name}"`}>
      Remove
    </Button>
  </Form>
);
