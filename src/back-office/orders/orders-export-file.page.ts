import type { LoaderFunctionArgs } from "react-router";
import { exportOrderLines } from "~/shop/orders/list/export-order-lines.server";
import { exportOrders } from "~/shop/orders/list/export-orders.server";
import { dayIn } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { csvDownload } from "../csv-download";
import { ordersAddress, ordersView } from "./orders-view";

/** Sends the orders of a view as a CSV file. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const view = ordersView(search);
  const [services, member] = [servicesOf(context), memberOf(context)];
  const byLine = search.get("rows") === "lines";
  return csvDownload(context, ordersAddress(view, "/orders/export"), async () => ({
    name: `${byLine ? "order-lines" : "orders"}-${dayIn(new Date(), services.settings().timeZone)}`,
    body: await (byLine ? exportOrderLines : exportOrders)(services, member, view.filter),
  }));
}
