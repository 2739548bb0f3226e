interface Variant {
  size: string;
  color: string;
}

/** Where a back-in-stock request is made and posted: for one of a product's sold-out variants, else where one of them is picked. */
export const requestAddress = (product: string, variant?: Variant): string =>
  `/back-in-stock?${new URLSearchParams({ product, ...(variant && { size: variant.size, color: variant.color }) })}`;
