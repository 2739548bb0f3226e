import { log } from "~/platform/log.server";

interface Film {
  id: string;
  productId: string | null;
  product: unknown;
}

/**
 * Reports videos whose product is unavailable, once each; again only after the product was available, or the video names another. Pages are
 * rendered far more often than this changes.
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

/** Logs them as warnings. */
export const warnOfMissingFilms = missingFilms((film) => log.warn(film, "the product of a film is not in the shop"));
