import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { openOrders } from "./orders.server";
import { firstPage, ordersAddress, ordersView } from "./orders-view";
import { titled } from "../titled";

export const meta = titled("Save as spreadsheet");

/** Loads number and filters of the orders in the file, for members with a recent second factor. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.read", "export");
  const view = firstPage(ordersView(new URL(request.url).searchParams));
  const { count, chips } = await openOrders(services, member, view, new Date());
  return {
    count,
    filters: chips.map(({ name, value }) => `${name}: ${value}`),
    query: view.filter.query,
    list: ordersAddress(view),
    file: ordersAddress(view, "/orders/export/file"),
    lines: byLine(ordersAddress(view, "/orders/export/file")),
  };
}

const byLine = (address: string): string => `${address}${address.includes("?") ? "&" : "?"}rows=lines`;

/** Page that asks for confirmation before shoppers' data is exported. */
export default function OrdersExport() {
  const { count, filters, query, list, file, lines } = useLoaderData<typeof loader>();
  return (
    <DialogPage
      title="Save as spreadsheet"
      foot={
        <>
          <p className="dust">The log notes that you took it.</p>
          <ButtonLink to={list}>Back to the orders</ButtonLink>
          <ButtonLink to={lines} reloadDocument>
            Save their lines
          </ButtonLink>
          <ButtonLink look="main" fit to={file} reloadDocument>
            Save {count} {count === "1" ? "order" : "orders"}
          </ButtonLink>
        </>
      }
    >
      <p>
        A CSV file, an order a line: number, day and time of the shop, state, shopper, amounts as numbers, what went
        back, and tracking numbers. Or their lines as they stand now, a line a row, each change of an order in a row of
        its own.
      </p>
      <p className="dust">
        {query || filters.length > 0
          ? `Those of the list: ${[query && `"${query}"`, ...filters].filter(Boolean).join(", ")}.`
          : "All orders of the shop."}
      </p>
    </DialogPage>
  );
}
