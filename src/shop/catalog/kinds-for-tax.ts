/** Kinds of goods that states tax differently, and which a product has as `kindForTax`. */
export const TAX_KINDS = ["clothing", "footwear", "protective", "accessory"] as const;
export type TaxKind = (typeof TAX_KINDS)[number];
