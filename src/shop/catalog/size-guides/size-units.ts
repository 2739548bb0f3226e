/** In what the measures of a guide are. */
export const units = { in: "inches", cm: "centimeters", none: "no unit" } as const;
export type Unit = keyof typeof units;
