/** Query parameter of the home page for a category's best sellers: `/?best=men`. */
export const BEST = "best";

/** Value of the query parameter for a top-level category. */
export const bestOf = ({ name }: { name: string }): string => name.toLowerCase();
