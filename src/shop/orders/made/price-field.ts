/** Name of the form field with the price of a variant, by which error messages are attached. */
export const priceField = (variantId: number): string => `price-${variantId}`;
/** Name of the form field with the pieces of a variant. */
export const piecesField = (variantId: number): string => `pieces-${variantId}`;
