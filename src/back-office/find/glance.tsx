import { formatCents } from "~/shop/money";
import type { OrderGlance } from "~/shop/orders/find-orders.server";
import { shownNumber } from "~/shop/orders/order";
import { stateWords } from "~/shop/orders/state-words";
import type { Settings } from "~/shop/settings";
import { spokenTime } from "~/shop/shop-time";
import { Facts, Section } from "../ui/section";
import { State, type Sign } from "../ui/state";
import { counted } from "../words";

interface GlanceProps {
  title: string;
  state: { name: string; sign: Sign };
  at: string;
  lines: { key: number; text: string }[];
  total: string | null;
  to: string | null;
}

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

/** One order, found by its whole number. */
export const Glance = ({ title, state, at, lines, total, to }: GlanceProps) => (
  <Section title={title}>
    <Facts
      facts={[
        { name: "State", value: <State sign={state.sign}>{state.name}</State>, note: at },
        { name: "Things", value: lines.map(({ key, text }) => <p key={key}>{text}</p>) },
        ...(total ? [{ name: "Total", value: total }] : []),
        ...(to ? [{ name: "Goes to", value: to }] : []),
      ]}
    />
  </Section>
);
