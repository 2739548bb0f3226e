interface Pair {
  size: string;
  color: string;
}

/** Where a back-in-stock request is made and posted: for one of a product's sold-out variants, else where one of them is picked. */
export const requestAddress = (product: string, pair?: Pair): string =>
  `/back-in-stock?${new URLSearchParams({ product, ...(pair && { size: pair.size, color: pair.color }) })}`;
