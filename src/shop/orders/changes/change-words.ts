import { nameOfVariant } from "~/shop/catalog/product";
import type { ChangedGoods } from "./shopper-change";

type Named = Pick<ChangedGoods, "name" | "size" | "color">;

const nameOf = (goods: Named): string => [goods.name, nameOfVariant(goods)].filter(Boolean).join(", ");

/** Effect of a change on an order as text, e.g. "1 Sprocket Tee, Ash / L in place of Sprocket Tee, Ash / M". */
export function changeWords({ goes, comes }: { goes: ChangedGoods[]; comes: ChangedGoods[] }): string {
  const swapped = comes.flatMap(({ instead }) => (instead ? [nameOf(instead)] : []));
  return [
    ...comes.map(
      (goods) =>
        `${goods.quantity} ${nameOf(goods)} ${goods.instead ? `in place of ${nameOf(goods.instead)}` : "added"}`,
    ),
    ...goes
      .filter((goods) => !swapped.includes(nameOf(goods)))
      .map((goods) => `${goods.quantity} ${nameOf(goods)} taken out`),
  ].join("; ");
}
