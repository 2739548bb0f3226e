/** Field names of a delivery's line, and of the variant chosen for it. */
export const lineName = (place: number): string => `line-${place}`;
export const pickName = (place: number): string => `pick-${place}`;

/** Variants chosen for ambiguous lines. */
export const picksIn = (typed: Record<string, string>): { text: string; variantId: number }[] =>
  Object.entries(typed).flatMap(([name, value]) => {
    const [, place] = /^pick-(\d{1,4})$/.exec(name) ?? [];
    const text = place === undefined ? undefined : typed[lineName(Number(place))];
    return text !== undefined && /^\d{1,9}$/.test(value) ? [{ text, variantId: Number(value) }] : [];
  });
