/** Flag of a card with low stock. */
export const LOW_STOCK_FLAG = "LOW STOCK";

/** Line below the price of a card with low stock. */
export const FEW_LEFT = "Only a few left";

/** Note about a variant with low stock on its product's page. */
export const leftWords = (stock: number): string => (stock === 0 ? "Sold out" : `Only ${stock} left`);
