interface Variant {
  size: string;
  color: string;
}

/**
 * Address of the page for back-in-stock requests: of one sold-out variant, or, without `variant`, of a product whose variant is
 * chosen there.
 */
export const requestAddress = (product: string, variant?: Variant): string =>
  `/back-in-stock?${new URLSearchParams({ product, ...(variant && { size: variant.size, color: variant.color }) })}`;
