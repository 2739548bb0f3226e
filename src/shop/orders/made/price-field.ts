/** Name of the form field with the price of a variant; its error messages have this name as key. */
export const priceField = (variantId: number): string => `price-${variantId}`;
/** Name of the form field with the pieces of a variant. */
export const piecesField = (variantId: number): string => `pieces-${variantId}`;
