import type { Services } from "~/services";
import { allCategories, type Category, productById } from "~/shop/catalog/catalog.server";
import { goodsByName, namesOfGoods } from "~/shop/catalog/naming/goods-by-name.server";
import { variantsByCode } from "~/shop/catalog/naming/variants-by-code.server";
import { isGiftCard } from "~/shop/catalog/product-kind";
import type { Level } from "~/shop/catalog/stock/level";
import { levels, levelsOf } from "~/shop/catalog/stock/levels.server";
import { variantName } from "~/shop/catalog/stock/variant-name";
import { folded } from "~/shop/folded-text";
import type { Member } from "~/shop/members/member";
import { MOST_NAMED, type OfferGoods } from "~/shop/offers/offer";
import { linesIn } from "../discounts/parse-code";

type Named = Pick<OfferGoods, "productIds" | "categoryIds">;

/** Name of a category with its parent: "Men / Gloves". */
const nameOf = ({ name, parent }: Category): string => (parent ? `${parent.name} / ${name}` : name);

/** Goods as lines of a field: categories in the merchant's order, then products by name. */
export const linesOf = async (services: Pick<Services, "db">, named: Named): Promise<string> =>
  (await namesOf(services, named)).join("\n");

/** Number of the categories and products of an offer that were deleted since. */
export const goneOf = async (services: Pick<Services, "db">, named: Named): Promise<number> =>
  named.productIds.length + named.categoryIds.length - (await namesOf(services, named)).length;

async function namesOf({ db }: Pick<Services, "db">, { productIds, categoryIds }: Named): Promise<string[]> {
  const [categories, products] = await Promise.all([
    categoryIds.length > 0 ? allCategories(db) : [],
    namesOfGoods(db, productIds),
  ]);
  const named = categories.filter(({ id }) => categoryIds.includes(id)).map(nameOf);
  return [...named, ...products.map(({ name }) => name)];
}

/**
 * Goods that the lines of a field name: a category, or a product by name, SKU or barcode. A name of both is the category's. `error`
 * names the first line that names nothing, or several.
 */
export async function goodsNamed(
  { db }: Pick<Services, "db">,
  text: string | undefined,
): Promise<{ goods: Named; error?: string }> {
  const lines = linesIn(text);
  const none = { productIds: [], categoryIds: [] };
  if (lines.length === 0) return { goods: none };
  if (lines.length > MOST_NAMED) return { goods: none, error: `Name at most ${MOST_NAMED} lines.` };
  const categories = byName(await allCategories(db));
  const found = lines.map((line) => ({ line, of: categories.get(spaced(line)) ?? [] }));
  const several = found.find(({ of }) => of.length > 1);
  if (several) {
    const names = several.of.map((category) => `"${nameOf(category)}"`);
    return { goods: none, error: `${several.line}: several categories are called so. Write ${names.join(" or ")}.` };
  }
  const rest = found.flatMap(({ line, of }) => (of.length === 0 ? [line] : []));
  const { ids, wrong } = await goodsByName(db, rest);
  const goods = { productIds: ids, categoryIds: [...new Set(found.flatMap(({ of }) => of.map(({ id }) => id)))] };
  const [first] = wrong;
  return first ? { goods, error: `${first.text}: ${first.error}` } : { goods };
}

const spaced = (text: string): string =>
  folded(text)
    .split("/")
    .map((part) => part.trim())
    .join(" / ");

/** Categories by their folded names, with and without the parent's. */
function byName(all: Category[]): ReadonlyMap<string, Category[]> {
  const named = new Map<string, Category[]>();
  for (const category of all)
    for (const name of new Set([spaced(category.name), spaced(nameOf(category))]))
      named.set(name, [...(named.get(name) ?? []), category]);
  return named;
}

/** Variants that a search for the present shows. */
const FOUND = 6;

/** A variant as the field of the present names it: by its SKU where it has one, else by its name. */
const presentText = ({ sku, name, size, color }: Level): string => sku || variantName(name, size, color);

/** Text of the field for the present; empty for a variant that is not known any more. */
export async function presentLine(services: Services, member: Member, variantId: number): Promise<string> {
  const [level] = await levelsOf(services, member, [variantId]);
  return level ? presentText(level) : "";
}

/**
 * The variant that a field names: by SKU or barcode, or by words that fit one variant.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function presentNamed(
  services: Services,
  member: Member,
  text: string,
): Promise<{ present: { productId: string; variantId: number } } | { error: string }> {
  if (text === "") return { error: "Write its SKU, or its name with size and color." };
  const byCode = (await variantsByCode(services.db, [text])).get(folded(text)) ?? [];
  const found =
    byCode.length > 0
      ? await levelsOf(
          services,
          member,
          byCode.map(({ id }) => id),
        )
      : await levels(
          services,
          member,
          { show: "all", text: text.replaceAll(",", " "), categories: [], shelf: null, order: "name", after: null },
          FOUND,
        );
  const exact = found.filter(({ name, size, color }) => folded(variantName(name, size, color)) === folded(text));
  const [only, ...others] = exact.length > 0 ? exact : found;
  if (!only) return { error: "Nothing is called so." };
  if (others.length > 0) {
    const names = [only, ...others].slice(0, FOUND - 1).map(({ name, size, color }) => variantName(name, size, color));
    return { error: `Several are called so: ${names.join("; ")}. Write the SKU of one, or its whole name.` };
  }
  const product = await productById(services.db, only.productId);
  if (!product) return { error: "It is not on the shop. Put it there first." };
  if (isGiftCard(product)) return { error: "A gift card is money. Give one under Gift cards instead." };
  return { present: { productId: only.productId, variantId: only.variantId } };
}
