// Form fields with which a shopper exchanges a line for other goods; also used in browsers.

/** Value of the option that opens the search for another product. */
export const ANOTHER = "another";

/** Name of a form field of a line. */
export const fieldOf = (field: "quantity" | "reason" | "exchange" | "other" | "instead", position: number): string =>
  `${field}-${position}`;

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

export const NOTHING_WRITTEN = "Please write what you want instead.";
export const NOTHING_FOUND = "We found nothing by these words. Try the name on its page.";

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
