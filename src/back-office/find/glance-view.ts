import { formatCents } from "~/shop/money";
import type { OrderGlance } from "~/shop/orders/find-orders.server";
import { shownNumber } from "~/shop/orders/order";
import { stateWords } from "~/shop/orders/state-words";
import type { Settings } from "~/shop/settings";
import { spokenTime } from "~/shop/shop-time";
import { counted } from "../words";
import type { GlanceProps } from "./glance";

/** An order in words. */
export const glanceView = (order: OrderGlance, { timeZone }: Pick<Settings, "timeZone">): GlanceProps => ({
  title: `Order ${shownNumber(order.number)}`,
  state: stateWords[order.state],
  at: spokenTime(order.at, new Date(), timeZone),
  lines: order.lines.map(({ position, name, size, color, quantity }) => ({
    key: position,
    text: `${counted(quantity, "piece")}: ${name}, ${color}, ${size}`,
  })),
  total: order.total === null ? null : formatCents(order.total),
  to: order.to?.join(", ") ?? null,
});
