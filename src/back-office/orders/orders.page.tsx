import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { ButtonLink } from "../ui/button";
import { NothingFound, NothingYet } from "../ui/empty";
import { Pages, Views } from "../ui/list-tools";
import { PageEnd, PageHead } from "../ui/page-head";
import { OrdersChosen } from "./orders-chosen";
import { OrdersFilter } from "./orders-filter";
import type { OpenOrders } from "./orders.server";
import { openOrders } from "./orders.server";
import { actOnChosen, Chosen } from "./act-on-orders.server";
import { choosable, OrdersTable, sortName } from "./orders-table";
import { firstPage, ordersAddress, ordersQuery, ordersView, type OrdersView } from "./orders-view";
import { titled } from "../titled";

export const meta = titled("Orders");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const opened = await openOrders(servicesOf(context), memberOf(context), ordersView(searchParams), new Date());
  const chosen = (searchParams.get("chosen") ?? "").split(",").filter((number) => /^\d{8}$/.test(number));
  return { ...opened, chosen };
}

export const action = formAction({ right: "orders.ship", schema: Chosen, act: actOnChosen });

export const clientAction = sendForm;

/** List of the orders of a view, with acts on many orders at once. */
export default function Orders() {
  const { view, ...open } = useLoaderData<typeof loader>();
  const { rows, views, chips, may, submission, chosen } = open;
  const isSaved = views.some(({ isCurrent }) => isCurrent);
  const canChoose = may.ship && choosable(rows) > 0;
  const table = <OrdersTable rows={rows} view={view} maySeeMoney={may.seeMoney} hasTicks={canChoose} chosen={chosen} />;
  const seldom = (may.export || may.make) && (
    <>
      {may.export && <ButtonLink to={ordersAddress(firstPage(view), "/orders/export")}>Save as spreadsheet</ButtonLink>}
      {may.make && <ButtonLink to="/orders/made">Made here</ButtonLink>}
    </>
  );
  return (
    <>
      <PageHead title="Orders" seldom={seldom} />
      <FormMessage />
      <Views label="Views" views={views}>
        {may.saveViews && (
          <Link className="views__more link" to={`/orders/views?${ordersQuery(firstPage(view))}`}>
            {isSaved ? "Views" : "Save this view"}
          </Link>
        )}
      </Views>
      <OrdersFilter view={view} chips={chips} maySeeMoney={may.seeMoney} key={ordersAddress(view)} />
      {rows.length === 0 ? (
        <NoOrders view={view} elsewhere={open.elsewhere} />
      ) : canChoose ? (
        <OrdersChosen key={submission} submission={submission} rows={choosable(rows)}>
          {table}
          <MorePages view={view} open={open} />
        </OrdersChosen>
      ) : (
        <>
          {table}
          <MorePages view={view} open={open} />
        </>
      )}
      {seldom && <PageEnd>{seldom}</PageEnd>}
    </>
  );
}

const pageNames = {
  newest: ["Newer", "Older"],
  oldest: ["Older", "Newer"],
  highest: ["Back", "Next"],
  lowest: ["Back", "Next"],
} as const;

function MorePages({
  view: { sort },
  open: { count, before, after, zone },
}: {
  view: OrdersView;
  open: Pick<OpenOrders, "count" | "before" | "after" | "zone">;
}) {
  const [back, next] = pageNames[sort];
  return (
    <Pages
      pages={[
        { name: back, to: before },
        { name: next, to: after },
      ]}
    >
      {count} {count === "1" ? "order" : "orders"}, {sortName[sort]}. Times are {zone}.
    </Pages>
  );
}

/** Message of an empty list: no order has to be sent, no order matches, or no order exists. */
function NoOrders({ view, elsewhere }: Pick<OpenOrders, "view" | "elsewhere">) {
  const { filter } = view;
  const isPlain = ordersQuery(firstPage({ ...view, sort: "newest" })).size === 0;
  if (isPlain) return <NothingYet title="No orders yet">The first one stands here as soon as it is paid.</NothingYet>;
  const onlyShip =
    ordersQuery(firstPage({ ...view, sort: "newest", filter: { ...filter, shipping: null } })).size === 0;
  if (filter.shipping === "left" && onlyShip) return <p className="calm">Nothing waits to be shipped.</p>;
  const everywhere = new URLSearchParams(filter.query ? { q: filter.query } : {});
  const isFiltered = ordersQuery(firstPage({ ...view, filter: { ...filter, query: "" } })).size > 0;
  return (
    <NothingFound
      title={filter.query ? `No order has "${filter.query}"` : "Nothing found"}
      way={
        <ButtonLink to={filter.query && isFiltered ? `/orders?${everywhere}` : "/orders"}>
          {filter.query && isFiltered ? "Search all orders" : "Show all orders"}
        </ButtonLink>
      }
    >
      {elsewhere.map(({ words, to }) => (
        <span key={to}>
          <Link className="link" to={to}>
            {words}
          </Link>{" "}
          {words.startsWith("1 ") ? "has" : "have"} it.{" "}
        </span>
      ))}
      {isFiltered
        ? "No order fits these filters."
        : "Orders are found by number, name, e-mail, phone, street, city, ZIP, product, color, size, SKU and tracking number."}
    </NothingFound>
  );
}
