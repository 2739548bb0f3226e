// Fields with which a form asks for other goods in place of a line; also in browsers.

/** Value of the choice that leads to goods of another product. */
export const ANOTHER = "another";

/** The name of a line's field in the form. */
export const fieldOf = (field: "quantity" | "reason" | "exchange" | "other" | "instead", position: number): string =>
  `${field}-${position}`;

/** Whether a line's fields name goods wanted instead. "Another product" alone names none where it is preselected, for want of other variants. */
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

/** The form with another product chosen for each line that names one: without script its field is always there. */
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
