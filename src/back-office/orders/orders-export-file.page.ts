import type { LoaderFunctionArgs } from "react-router";
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
  const lines = await exportOrders(services, member, view.filter);
  const day = dayIn(now, services.settings().timeZone);
  return csvAnswer(`orders-${day}`, lines);
}
