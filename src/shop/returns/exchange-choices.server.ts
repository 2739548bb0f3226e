import type { Database } from "~/platform/database.server";
import { productsById } from "~/shop/catalog/catalog.server";
import { choicesOfVariants } from "~/shop/catalog/choices-of-variants.server";
import { variantPrice } from "~/shop/catalog/pricing/pricing";
import { nameOfVariant, type Product, type Variant } from "~/shop/catalog/product";
import { publishedWithCode } from "~/shop/catalog/naming/goods-by-name.server";
import { normalizeQuery } from "~/shop/catalog/search/match-and-rank";
import { searchIds } from "~/shop/catalog/search/search-query.server";
import { cents } from "~/shop/money";
import type { Order } from "~/shop/orders/order";
import { type KnownOrder, knownOrder } from "~/shop/orders/changes/changeable-order.server";
import { swapPrice } from "~/shop/orders/changes/change-amounts";
import { costOf, exchangedParts } from "~/shop/orders/exchanges/exchange-cost";
import { ANOTHER, fieldOf } from "./exchange-form";
import type { Choice, SoldOrder } from "./return";

/** Maximum number of products that a search for exchange goods returns. */
const MOST_FOUND = 6;

/**
 * Variants for which each line of an order may be exchanged, by the line's position: other variants of the same product, and
 * variants of a product that the form searched for. Price differences are for one piece, without tax.
 */
export async function exchangeChoices(
  db: Database,
  order: Pick<Order, "number" | "lines">,
  { lines }: Pick<SoldOrder, "lines">,
  values: Record<string, string>,
): Promise<Map<number, Choice[]>> {
  const products = await productsById(
    db,
    order.lines.map(({ product }) => product),
  );
  const own = new Map(products.map((product) => [product.id, product]));
  const known = await knownOrder(db, order.number);
  const choices = new Map<number, Choice[]>();
  for (const { position } of lines) {
    const line = known.goods.get(position);
    const product = line && own.get(line.productId);
    const others = await lookedFor(db, values, position);
    choices.set(position, [
      ...(product ? choicesIn(known, position, product) : []),
      ...others.filter(({ id }) => id !== line?.productId).flatMap((each) => choicesIn(known, position, each)),
    ]);
  }
  return choices;
}

/** Products found by the form's search for a line, and the product already chosen for it. */
async function lookedFor(db: Database, values: Record<string, string>, position: number): Promise<Product[]> {
  if (values[fieldOf("exchange", position)] !== ANOTHER) return [];
  const query = normalizeQuery(values[fieldOf("other", position)] ?? "");
  const chosen = Number((values[fieldOf("instead", position)] ?? "").split(":")[0]);
  const coded = query === "" ? [] : await publishedWithCode(db, query, MOST_FOUND);
  const found = query === "" || coded.length > 0 ? coded : await searchIds(db, query, MOST_FOUND);
  const isId = Number.isSafeInteger(chosen) && chosen > 0 && chosen < 2 ** 31;
  const ids = isId ? [...(await choicesOfVariants(db, [chosen])).values()].map(({ product }) => product) : [];
  return productsById(db, [...new Set([...ids, ...found])]);
}

/** Variants of a product that may replace a line's variant; of its own product, all but the line's variant. */
function choicesIn(known: KnownOrder, position: number, product: Product): Choice[] {
  const line = known.goods.get(position);
  if (!line) return [];
  const isOther = product.id !== line.productId;
  const isBought = ({ size, color }: Variant) => !isOther && size === line.size && color === line.color;
  const gone = product.variants.find(isBought);
  return product.variants
    .filter((variant) => !isBought(variant))
    .map((variant) => {
      const comesToday = variantPrice(product, variant);
      const goesToday = gone ? variantPrice(product, gone) : cents(-1);
      const parts = exchangedParts(
        known,
        { position, quantity: 1 },
        {
          variantId: variant.id,
          price: comesToday,
          product: product.id,
          ...(!isOther && { swapPrice: swapPrice({ paid: line.price, goesToday, comesToday }, false) }),
        },
      );
      const name = nameOfVariant(variant);
      const { goes, comes } = parts;
      const untaxed = { goes: { ...goes, tax: cents(0) }, comes: { ...comes, tax: cents(0) } };
      return {
        id: variant.id,
        name: isOther ? [product.name, name].filter(Boolean).join(", ") : name,
        product: product.id,
        size: variant.size,
        color: variant.color,
        difference: costOf(untaxed, line.price).difference,
        left: variant.stock,
        isOther,
      };
    });
}
