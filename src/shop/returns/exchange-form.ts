// Form fields with which a shopper exchanges a line for other goods, and the messages beside them; also used in browsers.
import { Refusal } from "~/shop/refusal";
import type { Choice, SoldLine, SoldOrder } from "./return";

/** Value of the option that opens the search for another product. */
export const ANOTHER = "another";

/** Answers to the form's second question: the wish for the pieces of a line. */
export const wishes = {
  money: "My money back",
  exchange: "Another size or color",
  [ANOTHER]: "Another product",
} as const;
export type Wish = keyof typeof wishes;

/** Wishes in the order in which they are offered: a size that does not fit is first of all exchanged. */
export const wishesFor = (reason: string, hasVariants: boolean): Wish[] =>
  (isAboutSize(reason) ? (["exchange", ANOTHER, "money"] as const) : (["money", "exchange", ANOTHER] as const)).filter(
    (wish) => wish !== "exchange" || hasVariants,
  );

export const isAboutSize = (reason: string): reason is "too-small" | "too-large" =>
  reason === "too-small" || reason === "too-large";

/** Value of a form option. It contains the shown price difference, so that a form with an outdated difference is refused. */
export const choiceValue = ({ id, difference }: Pick<Choice, "id" | "difference">): string => `${id}:${difference}`;

/** Name of a form field of a line. */
export const fieldOf = (
  field: "quantity" | "reason" | "wish" | "exchange" | "other" | "instead",
  position: number,
): string => `${field}-${position}`;

/**
 * Whether the shopper chose goods for an exchange in a line's fields. The option "another product" is no choice if the form
 * preselected it because the line's product has no other variants.
 */
export function namesWish(
  values: Record<string, string>,
  { position, variants }: { position: number; variants: readonly { isOther: boolean }[] },
): boolean {
  const valueOf = (field: "exchange" | "other" | "instead") => (values[fieldOf(field, position)] ?? "").trim();
  const isPreset = valueOf("exchange") === ANOTHER && variants.every(({ isOther }) => isOther);
  return (valueOf("exchange") !== "" && !isPreset) || valueOf("other") !== "" || valueOf("instead") !== "";
}

/**
 * Whether a line is exchanged: its second question says so, or goods are named where that question was not asked. Undefined
 * while the question was asked and has no answer.
 */
export function wantsExchange(
  values: Record<string, string>,
  line: Parameters<typeof namesWish>[1],
  isReason: boolean,
): boolean | undefined {
  const wish = values[fieldOf("wish", line.position)];
  if (wish === "money") return false;
  if (wish === "exchange" || wish === ANOTHER || isReason || namesWish(values, line)) return true;
  return wish === "" ? undefined : false;
}

/** Whether the second question asks for another product while a variant of the line's own product is chosen, too. */
export function isTwofold(values: Record<string, string>, position: number): boolean {
  const own = values[fieldOf("exchange", position)] ?? "";
  return values[fieldOf("wish", position)] === ANOTHER && own !== "" && own !== ANOTHER;
}

/**
 * Sets the option "another product" for each line whose second question is answered with it, or, where it has no answer, whose
 * search field has words.
 */
export const withWishes = (values: Record<string, string>): Record<string, string> => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = name.replace("wish-", "exchange-");
      const isSearching = value === "" && (values[name.replace("wish-", "other-")] ?? "").trim() !== "";
      return name.startsWith("wish-") && (value === ANOTHER || isSearching) && !values[field] ? [[field, ANOTHER]] : [];
    }),
  ),
});

const NOTHING_WRITTEN = "Please write what you want instead.";
const TWO_WISHES = "Another product is chosen, too. Choose which of the two it is.";
const NOTHING_FOUND = "We found nothing by these words. Try the name on its page.";

/**
 * Sets the option "another product" for each line with search words and no chosen option: without script the search field is
 * always visible.
 */
export const withOthers = (values: Record<string, string>): Record<string, string> => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = name.replace("other-", "exchange-");
      return name.startsWith("other-") && value.trim() !== "" && !values[field] ? [[field, ANOTHER]] : [];
    }),
  ),
});

/** Field errors of lines that search for another product: empty search words, and words without a result. */
export const notFound = (
  values: Record<string, string>,
  lines: { position: number; isFound: boolean }[],
): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap(({ position, isFound }) => {
      const other = fieldOf("other", position);
      if (values[fieldOf("exchange", position)] !== ANOTHER) return [];
      if ((values[other] ?? "").trim() === "") return [[other, NOTHING_WRITTEN]];
      return isFound ? [] : [[other, NOTHING_FOUND]];
    }),
  );

/**
 * Checks that a product was found for each line whose form searches for another product.
 *
 * @throws {Refusal} `input-invalid` with the errors of `notFound`.
 */
export function requireFound(values: Record<string, string>, { lines }: Pick<SoldOrder, "lines">): void {
  const fields = notFound(
    values,
    lines.map(({ position, variants }) => ({ position, isFound: variants.some(({ isOther }) => isOther) })),
  );
  if (Object.keys(fields).length > 0) throw new Refusal("input-invalid", { fields });
}

/** The variant for which a line is exchanged, or an error message by field. */
export function chosenOf(
  { position, variants }: SoldLine,
  values: Record<string, string>,
  quantity: number,
): { choice: Choice } | { fields: Record<string, string> } {
  const [own, other, instead] = (["exchange", "other", "instead"] as const).map((field) => fieldOf(field, position));
  const complaint = (name = "", said: string) => ({ fields: { [name]: said } });
  const valueOf = (field = "") => (values[field] ?? "").trim();
  const isAnother = valueOf(own) === ANOTHER;
  if (!isAnother && valueOf(own) !== "" && valueOf(instead) !== "") return complaint(own, TWO_WISHES);
  const [field = "", typed] = isAnother ? [instead, valueOf(instead)] : [own, valueOf(own)];
  // Older pages send the variant's name instead of `choiceValue`; it is accepted only if the variant costs the same.
  const choice = variants.find((each) => choiceValue(each) === typed || (each.difference === 0 && each.name === typed));
  if (choice && choice.left !== null && choice.left < quantity)
    return complaint(
      field,
      choice.left === 0 ? `${choice.name} is sold out.` : `Only ${choice.left} of ${choice.name} left.`,
    );
  if (choice) return { choice };
  if (!isAnother && typed === "") return complaint(field, "Please say which size or color you want instead.");
  if (isAnother && valueOf(other) === "") return complaint(other, NOTHING_WRITTEN);
  const found = variants.some(({ isOther }) => isOther);
  if (isAnother && !found) return complaint(other, NOTHING_FOUND);
  if (isAnother && typed === "") return complaint(field, "Please choose one of these.");
  return complaint(field, "It costs something else now, or is not sold any more. Please choose again.");
}
