/** The name of the choice in the address of home: `/?best=men`. */
export const BEST = "best";

/** Value of the address parameter for a top-level category. */
export const bestOf = ({ name }: { name: string }): string => name.toLowerCase();
