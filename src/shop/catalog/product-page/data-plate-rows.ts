import { ALL_SIZES, type Product, sizesOf } from "../product";

/** The first sentence of a description, skipping a very short one. */
export function leadOf(description: string): string {
  const sentences = description.split("\n")[0]?.match(/(?<![^.!?])[^.!?]+[.!?]+/g) ?? [];
  return (sentences.find((sentence) => sentence.trim().length >= LEAD_LENGTH) ?? sentences[0] ?? "").trim();
}
const LEAD_LENGTH = 40;

export interface PlateRow {
  label: string;
  value: string;
}

/** Splits lines such as 'Shell: full-grain cowhide' into label and value; a line without a label gets an empty one. */
export function materialLines(materials: string): PlateRow[] {
  return materials
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [, label = "", value = line] = /^([^:]{1,40}):\s*(.+)$/.exec(line) ?? [];
      return { label, value: capitalized(value) };
    });
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Described = Pick<Product, "materials" | "weightGrams" | "countryOfOrigin" | "sku">;

/** Whether a product has a size other than one for all; its fit then stands below the sizes. */
export const isSized = (product: { variants: { size: string }[] }): boolean =>
  sizesOf(product).some((size) => size !== ALL_SIZES);

/** Facts for the data plate, at most four. Long values are left to the accordion. */
export function plateRows({ materials, weightGrams, countryOfOrigin, sku }: Described): PlateRow[] {
  const made = materialLines(materials).filter(({ label, value }) => label !== "" && value.length <= PLATE_LENGTH);
  const others = [
    ...(weightGrams ? [{ label: "Weight", value: weightOf(weightGrams) }] : []),
    ...(countryOfOrigin ? [{ label: "Made in", value: countryOfOrigin }] : []),
    ...(sku ? [{ label: "Item", value: sku }] : []),
  ];
  const room = PLATE_FACTS - Math.min(others.length, PLATE_FACTS / 2);
  return [...made.slice(0, room), ...others].slice(0, PLATE_FACTS);
}
const PLATE_FACTS = 4;
const PLATE_LENGTH = 40;

const GRAMS_IN_A_POUND = 453.592;

/** Weight as text: 2150 grams → "4.7 lb"; less than a pound in ounces: 210 grams → "7.4 oz". */
export function weightOf(grams: number): string {
  const pounds = grams / GRAMS_IN_A_POUND;
  return pounds >= 1 ? `${Number(pounds.toFixed(1))} lb` : `${Number((pounds * 16).toFixed(1))} oz`;
}

/**
 * Advice on the choice of a size, by the product's fit; empty for a product with one size for all. `{fit}` in the texts is
 * replaced by the fit.
 */
export function fitNote(
  product: { fit: string; variants: { size: string }[] },
  words: Record<"tight" | "loose" | "usual", { text: string }>,
): string {
  const { fit } = product;
  if (!isSized(product) || !fit) return "";
  const { text } = /tight/i.test(fit) ? words.tight : /loose/i.test(fit) ? words.loose : words.usual;
  return text.replace("{fit}", () => fit);
}

/** The side that a picture shows, from its alternative text: 'Outlaw Leather Jacket, Black, front' → 'Front'. */
export const viewOf = (words: string): string => capitalized(words.slice(words.lastIndexOf(",") + 1).trim());
