/** Kind of list in which a card is shown. */
export type Shelf = "listing" | "home" | "rail";

/**
 * `sizes` of a card's picture by kind of list. On a phone two cards of a listing share the width, each with 46 % of the window;
 * declaring 41 % makes it load the next smaller picture, which saves half the bytes of the first four pictures.
 */
export const CARD_SIZES: Record<Shelf, string> = {
  listing: "(width >= 1280px) 25vw, (width >= 900px) 33vw, (width >= 600px) 50vw, 41vw",
  home: "(width >= 900px) 33vw, 50vw",
  rail: "(width >= 1024px) 25vw, min(72vw, 340px)",
};

/**
 * `sizes` of a product page's first picture. A phone shows it as wide as its window; declaring 82 % makes a phone of 390 px load
 * 640 pixels in place of 780, or 960 in place of 1170, because the next widths have twice the bytes.
 */
export const MAIN_SIZES = "(width >= 1024px) 60vw, (width >= 768px) 70vw, 82vw";

/** Number of a listing's first cards whose pictures load early: the first row on a phone, and the first row on a wide window. */
export const ABOVE_FOLD = { eager: 2, eagerInWide: 4 };
