/** Kinds of goods that states tax differently; the value of `kindForTax` of a product. */
export const TAX_KINDS = ["clothing", "footwear", "protective", "accessory"] as const;
export type TaxKind = (typeof TAX_KINDS)[number];
