import { DAY } from "~/platform/durations";
import { byName } from "~/platform/by-name";
import { cents } from "~/shop/money";
import type { ChangedGoods, ShopperChange } from "~/shop/orders/changes/shopper-change";
import type { Order } from "~/shop/orders/order";
import type { ExampleOrder } from "./letter-example.server";

export const paidOn = ({ paidAt, draftedAt }: Order): Date => paidAt ?? draftedAt;
export const later = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY);

const DIFFERENCES = byName<number>({ cheaper: -10_00, same: 0 });

/** Example of a change of an order: another size of its first line, with an invented price difference. */
export function changeOf({ order, which }: ExampleOrder): ShopperChange {
  const difference = cents(DIFFERENCES[which] ?? 10_00);
  const goods = order.lines.map(
    ({ position, name, size, color, image, quantity, price, discountShare }): ChangedGoods => ({
      key: String(position),
      name,
      size,
      color,
      image: image ?? "",
      quantity,
      paid: cents(price * quantity - discountShare),
    }),
  );
  const [first, ...rest] = goods;
  const sums = { ...order.summary, deliveryTax: cents(0) };
  return {
    id: "example",
    orderNumber: order.number,
    returnNumber: null,
    state: "waiting",
    endedBy: which === "member" || which === "shopper" || which === "goods" ? which : "time",
    endsAt: later(paidOn(order), 3),
    closedAt: null,
    stays: rest,
    comes: first ? [{ ...first, paid: cents(first.paid + difference) }] : [],
    goes: first ? [first] : [],
    before: sums,
    after: { ...sums, total: cents(sums.total + difference) },
    difference,
    isLater: which === "later",
    discountCode: order.discountCode,
    name: order.name,
    paidAt: order.paidAt,
    paid: order.summary.total,
    method: order.method,
    words: "",
    by: null,
  };
}
