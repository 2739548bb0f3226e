/** Address parameter of the home page: `/?best=men`. */
export const BEST = "best";

/** Value of the address parameter for a top-level category. */
export const bestOf = ({ name }: { name: string }): string => name.toLowerCase();
