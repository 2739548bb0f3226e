interface Variant {
  size: string;
  color: string;
}

/** Address of the page for back-in-stock requests: for one sold-out variant, or to choose one. */
export const requestAddress = (product: string, variant?: Variant): string =>
  `/back-in-stock?${new URLSearchParams({ product, ...(variant && { size: variant.size, color: variant.color }) })}`;
