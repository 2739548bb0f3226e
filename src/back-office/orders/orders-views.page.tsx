import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { removeView, savedViewsOf, saveView } from "~/shop/audit/saved-views.server";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { formActions } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { type Column, RowLink, Table } from "../ui/table";
import { ordersChips } from "./orders-chips";
import { firstPage, isOfMoney, ordersAddress, ordersQuery, ordersView } from "./orders-view";
import { sortName } from "./orders-table";
import { titled } from "../titled";

export const meta = titled("Views of the orders");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.read", "views");
  const view = viewOf(request);
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

/** Describes the filters of a view. */
function filterWords(view: ReturnType<typeof ordersView>): string {
  const { query } = view.filter;
  const chips = ordersChips(view, null).map(({ name, value }) => `${name}: ${value}`);
  return [...(query ? [`"${query}"`] : []), ...chips, sortName[view.sort]].join(", ");
}

/** First page of the view in the request's address. */
const viewOf = (request: Request) => firstPage(ordersView(new URL(request.url).searchParams));

export const action = formActions({
  save: {
    right: "views",
    schema: z.object({ name: z.string().default("") }),
    async act({ services, member, submission, request }, { name }) {
      const view = viewOf(request);
      const kept = { screen: "orders", name, query: ordersQuery(view).toString() };
      const { act } = await saveView(services, member, submission, kept);
      return { to: ordersAddress(view), act };
    },
  },
  remove: {
    right: "views",
    schema: z.object({ id: z.string().regex(/^\d{1,9}$/) }),
    async act({ services, member, submission, version }, { id }) {
      const result = await removeView(services, member, submission, { id, version });
      if (!result.saved) return { message: "Somebody changed this view meanwhile.", status: 409 };
      return { to: "/orders", act: result.act };
    },
  },
});

export const clientAction = sendForm;

type SavedLine = Awaited<ReturnType<typeof loader>>["views"][number];

/** Page of saved views of orders, with forms to add and remove them. */
export default function OrdersViews() {
  const { submission, filters, views, address } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Views" back={{ to: address, name: "Orders" }}>
        A view is this list with its filters, under a name. Every member sees it.
      </PageHead>
      <FormMessage of={["remove"]} />
      <Section title="Save this view" note={filters}>
        <WorkshopForm
          name="save"
          submission={submission}
          labels={{ name: "Name" }}
          className="stack orders-views__new"
          noValidate={false}
        >
          {({ field, isSending }) => (
            <>
              <Field {...field("name")} label="Name" required maxLength={40} />
              <div>
                <Button look="main" busy={isSending}>
                  Save the view
                </Button>
              </div>
            </>
          )}
        </WorkshopForm>
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
  <WorkshopForm
    name={`remove:${id}`}
    submission={submission}
    version={version}
    opened={{ id: String(id) }}
    isBare
    className="orders-views__remove"
  >
    <Button look="bare" aria-label={`Remove the view "${name}"`}>
      Remove
    </Button>
  </WorkshopForm>
);
