import type { LoaderFunctionArgs } from "react-router";
import { exportOrderLines } from "~/shop/orders/list/export-order-lines.server";
import { exportOrders } from "~/shop/orders/list/export-orders.server";
import { dayIn } from "~/shop/shop-time";
import { memberOf, requireConfirmed, servicesOf } from "../context";
import { csvAnswer } from "../csv-answer";
import { ordersAddress, ordersView } from "./orders-view";

/** The orders of a view as a spreadsheet file. Without a recent factor it redirects to the page that asks for one. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const view = ordersView(new URL(request.url).searchParams);
  const now = new Date();
  requireConfirmed(context, ordersAddress(view, "/orders/export"));
  const [services, member] = [servicesOf(context), memberOf(context)];
  const byLine = new URL(request.url).searchParams.get("rows") === "lines";
  const rows = await (byLine ? exportOrderLines : exportOrders)(services, member, view.filter);
  const day = dayIn(now, services.settings().timeZone);
  return csvAnswer(`${byLine ? "order-lines" : "orders"}-${day}`, rows);
}
