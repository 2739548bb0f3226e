import { log } from "~/platform/log.server";

interface Film {
  id: string;
  productId: string | null;
  product: unknown;
}

/**
 * Returns a function that reports videos whose product is not in the shop. It reports a video again only after its product was
 * available or was replaced by another, since pages are rendered far more often than products change.
 */
export function missingFilms(report: (film: { film: string; productId: string }) => void): (films: Film[]) => void {
  let reported = new Set<string>();
  return (films) => {
    const missing = films.flatMap(({ id, productId, product }) =>
      productId !== null && !product ? [{ film: id, productId }] : [],
    );
    const before = reported;
    reported = new Set(missing.map(({ film, productId }) => `${film} ${productId}`));
    for (const each of missing) if (!before.has(`${each.film} ${each.productId}`)) report(each);
  };
}

/** Logs videos whose product is not in the shop as warnings. */
export const warnOfMissingFilms = missingFilms((film) => log.warn(film, "the product of a film is not in the shop"));
