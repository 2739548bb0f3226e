/** Name of the field that holds the price of a variant, for messages beside it. */
export const priceField = (variantId: number): string => `price-${variantId}`;
/** Name of the field that holds the pieces of a variant. */
export const piecesField = (variantId: number): string => `pieces-${variantId}`;
