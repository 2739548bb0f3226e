import { choiceName } from "~/shop/catalog/stock/variant-name";
import { type Cents, cents, formatCents } from "~/shop/money";
import type { ChangedGoods } from "~/shop/orders/changes/shopper-change";
import { listed } from "../count-words";

/** Title of a change that waits for its payment; `difference` is null for members who may not see money. */
export const waitingTitle = (difference: Cents | null, end: string | null): string =>
  `Waiting for ${difference === null ? "a payment" : formatCents(difference)} until ${end ?? "it is paid"}`;

/** Words for the goods that a change takes away and those that it brings. */
export function becomesWords({
  goes,
  comes,
}: Pick<Record<"goes" | "comes", ChangedGoods[]>, "goes" | "comes">): string {
  const name = ({ name: of, size, color }: Pick<ChangedGoods, "name" | "size" | "color">) =>
    [of, choiceName(size, color)].filter(Boolean).join(" ");
  const pieces = (goods: ChangedGoods) => `${goods.quantity} ${name(goods)}`;
  const swapped = comes.flatMap((goods) => (goods.instead ? [name(goods.instead)] : []));
  return [
    ...comes.map((goods) => `${pieces(goods)} ${goods.instead ? `in place of ${name(goods.instead)}` : "comes"}`),
    listed(goes.filter((goods) => !swapped.includes(name(goods))).map((goods) => `${pieces(goods)} goes`)),
  ]
    .filter(Boolean)
    .join("; ");
}

/** Words for the difference in price of a completed change. */
export const moneyWords = (difference: number): string =>
  difference === 0
    ? "It cost the same."
    : difference > 0
      ? `${formatCents(cents(difference))} more was paid.`
      : `${formatCents(cents(-difference))} went back.`;
