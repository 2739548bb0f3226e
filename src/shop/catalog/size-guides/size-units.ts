/** Units of measures in a size guide. */
export const units = { in: "inches", cm: "centimeters", none: "no unit" } as const;
export type Unit = keyof typeof units;
