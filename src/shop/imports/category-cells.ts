/** Names of WooCommerce's default category, in the languages whose column names are recognized. */
const NO_CATEGORY =
  /^(uncategori[sz]ed|unkategorisiert|non classé|sin categor(izar|ía)|senza categoria|geen categorie|niet gecategoriseerd|sem categoria|bez kategorii|okategoriserad)$/i;

/** Whether a category name of another shop means "no category". */
export const isNoCategory = (word: string): boolean => NO_CATEGORY.test(word);

/** Columns of the categories of a product. */
export const CATEGORY_COLUMNS = ["category", "otherCategories"] as const;

/**
 * Cells of a product's category, the first of several paths such as Men > Jackets, and of the other ones, one a line. Paths above
 * another one are no category of their own.
 */
export function categoryCells(paths: string[]): Record<(typeof CATEGORY_COLUMNS)[number], string> {
  const named = [...new Set(paths.filter((path) => path !== "" && !isNoCategory(path)))];
  const nearest = named.filter((path) => !named.some((other) => other.startsWith(`${path} > `)));
  const [first = paths.find((path) => path !== "") ?? "", ...others] = nearest;
  return { category: first, otherCategories: others.join("\n") };
}
