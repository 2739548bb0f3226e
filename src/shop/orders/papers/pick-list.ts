import { left, type PaperOrder, type PaperThing, piecesIn } from "./papers";

/** Pieces of one variant to take from a shelf, with the orders that need them. */
export interface Picked {
  thing: PaperThing;
  quantity: number;
  orders: { number: string; quantity: number }[];
}

/** Variants that all orders need, sorted by shelf and SKU; those without a shelf are last. */
export function pickListOf(orders: PaperOrder[]): Picked[] {
  const wanted = orders.flatMap((order) =>
    [...order.lines.flatMap(left), ...order.replacements].map((thing) => ({ thing, number: order.number })),
  );
  const picks = [...Map.groupBy(wanted, ({ thing }) => thing.variantId).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const numbers = Map.groupBy(own, ({ number }) => number);
    const perOrder = [...numbers].map(([number, its]) => ({
      number,
      quantity: piecesIn(its.map(({ thing }) => thing)),
    }));
    return [{ thing: first.thing, quantity: piecesIn(own.map(({ thing }) => thing)), orders: perOrder }];
  });
  return picks.toSorted(
    ({ thing: one }, { thing: other }) =>
      Number(one.shelf === "") - Number(other.shelf === "") ||
      byNumber(one.shelf, other.shelf) ||
      byNumber(one.sku, other.sku) ||
      one.variantId - other.variantId,
  );
}

/** Compares in natural order: A2 comes before A10. */
const byNumber = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });
