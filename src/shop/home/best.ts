/** The name of the choice in the address of home: `/?best=men`. */
export const BEST = "best";

/** What the address says for a top-level category. */
export const bestOf = ({ name }: { name: string }): string => name.toLowerCase();
