import { type LoaderFunctionArgs, redirect } from "react-router";
import { isConfirmed } from "~/shop/members/session";
import { exportOrders } from "~/shop/orders/list/export-orders.server";
import { dayIn } from "~/shop/shop-time";
import { memberOf, servicesOf, signedInSession } from "../context";
import { ordersAddress, ordersView } from "./orders-view";

/** The orders of a view as a file for spreadsheets; without a factor shown lately its page asks for one. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const view = ordersView(new URL(request.url).searchParams);
  const now = new Date();
  if (!isConfirmed(signedInSession(context), now)) throw redirect(ordersAddress(view, "/orders/export"));
  const [services, member] = [servicesOf(context), memberOf(context)];
  const lines = await exportOrders(services, member, view.filter);
  const day = dayIn(now, services.settings().timeZone);
  return new Response(lines, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="orders-${day}.csv"`,
    },
  });
}
