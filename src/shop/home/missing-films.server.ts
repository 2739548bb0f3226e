import { log } from "~/platform/log.server";

interface Film {
  id: string;
  productId: string | null;
  product: unknown;
}

/**
 * Tells of films whose product is not in the shop, each once: again only after it was there meanwhile, or the film names
 * another. Pages are rendered far more often than something changes.
 */
export function missingFilms(tell: (film: { film: string; productId: string }) => void): (films: Film[]) => void {
  let told = new Set<string>();
  return (films) => {
    const missing = films.flatMap(({ id, productId, product }) =>
      productId !== null && !product ? [{ film: id, productId }] : [],
    );
    const known = told;
    told = new Set(missing.map(({ film, productId }) => `${film} ${productId}`));
    for (const each of missing) if (!known.has(`${each.film} ${each.productId}`)) tell(each);
  };
}

/** Writes them into the log. */
export const tellOfMissingFilms = missingFilms((film) => log.warn(film, "the product of a film is not in the shop"));
