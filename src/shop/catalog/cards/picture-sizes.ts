/** Place of a card. */
export type Shelf = "listing" | "home" | "rail";

/**
 * `sizes` of a card's picture, by the card's place. A phone shows two cards of a listing at once, each 46 % of its window wide; at 41 % it
 * loads the next smaller width, half the bytes of four pictures that it waits for.
 */
export const CARD_SIZES: Record<Shelf, string> = {
  listing: "(width >= 1280px) 25vw, (width >= 900px) 33vw, (width >= 600px) 50vw, 41vw",
  home: "(width >= 900px) 33vw, 50vw",
  rail: "(width >= 1024px) 25vw, min(72vw, 340px)",
};

/**
 * `sizes` of a product page's first picture. A phone of 390 px shows it on all of its window, and at 82 % loads 640 pixels for 780, or 960
 * for 1170: the next widths have twice the bytes.
 */
export const MAIN_SIZES = "(width >= 1024px) 60vw, (width >= 768px) 70vw, 82vw";

/** Cards of a listing above the fold: the first row of a phone, whose second begins where its window ends, and of a wide window. */
export const ABOVE_FOLD = { eager: 2, eagerInWide: 4 };
