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

type Described = Pick<Product, "materials" | "details" | "weightGrams" | "countryOfOrigin" | "sku">;

/** Whether a product has a size other than one for all; its fit then stands below the sizes. */
export const isSized = (product: { variants: { size: string }[] }): boolean =>
  sizesOf(product).some((size) => size !== ALL_SIZES);

/** Labels of the rows that riders look for first, in this order; the fit stands below the sizes. */
const LEADING = [
  /^(weather|waterproof|waterproofing|water resistance|water repellency|weatherproofing|temperature|climate)$/i,
  /^(armou?r|protection|protectors|impact protection|ce (rating|level|class)|safety rating)$/i,
  /^(seasons?|riding season|best season)$/i,
];

/**
 * Rows of the data plate, at most four: weather, armor and season, where lines such as "Season: summer" among details or materials
 * say them, then materials. Long values are left to the accordion.
 */
export function plateRows({ materials, details, weightGrams, countryOfOrigin, sku }: Described): PlateRow[] {
  const made = labelled(materials);
  const short = [...labelled(details.join("\n")), ...made].map(shortened).filter(isShort);
  const leading = LEADING.flatMap((label) => short.find((row) => label.test(row.label)) ?? []);
  const others = [
    ...(weightGrams ? [{ label: "Weight", value: weightOf(weightGrams) }] : []),
    ...(countryOfOrigin ? [{ label: "Made in", value: countryOfOrigin }] : []),
    ...(sku ? [{ label: "Item", value: sku }] : []),
  ];
  const forOthers = Math.min(others.length, Math.max(PLATE_ROWS / 2 - leading.length, 0));
  const shown = new Set(leading.map(({ label }) => label));
  const rest = made.filter((row) => isShort(row) && !shown.has(row.label));
  return [...leading, ...rest.slice(0, Math.max(PLATE_ROWS - leading.length - forOthers, 0)), ...others].slice(
    0,
    PLATE_ROWS,
  );
}
const PLATE_ROWS = 4;
const PLATE_LENGTH = 40;

const labelled = (lines: string): PlateRow[] => materialLines(lines).filter(({ label }) => label !== "");
const isShort = ({ value }: PlateRow): boolean => value.length <= PLATE_LENGTH;
/** A row whose value, if it is long, ends at its first comma or semicolon. */
const shortened = (row: PlateRow): PlateRow =>
  isShort(row) ? row : { ...row, value: row.value.split(/[,;(]/, 1).join("").trim() };

const GRAMS_IN_A_POUND = 453.592;

/** Weight as text: 2150 grams → "4.7 lb"; less than a pound in ounces: 210 grams → "7.4 oz". */
export function weightOf(grams: number): string {
  const pounds = grams / GRAMS_IN_A_POUND;
  return pounds >= 1 ? `${Number(pounds.toFixed(1))} lb` : `${Number((pounds * 16).toFixed(1))} oz`;
}

/**
 * Advice on the choice of a size, by the product's fit; empty for a product with one size for all. A fit that itself says which of
 * two sizes to take is the advice. `{fit}` in the texts is replaced by the fit.
 */
export function fitNote(
  product: { fit: string; variants: { size: string }[] },
  words: Record<"tight" | "loose" | "usual", { text: string }>,
): string {
  const { fit } = product;
  if (!isSized(product) || !fit) return "";
  if (/\bbetween\b/i.test(fit)) return fit;
  const { text } = /tight/i.test(fit) ? words.tight : /loose/i.test(fit) ? words.loose : words.usual;
  return text.replace("{fit}", () => fit);
}

/** The side that a picture shows, from its alternative text: 'Outlaw Leather Jacket, Black, front' → 'Front'. */
export const viewOf = (words: string): string => capitalized(words.slice(words.lastIndexOf(",") + 1).trim());
