/** Where a card stands. */
export type Shelf = "listing" | "home" | "rail";

/** How wide a card's picture is shown, by where the card stands. */
export const CARD_SIZES: Record<Shelf, string> = {
  listing: "(width >= 1280px) 25vw, (width >= 900px) 33vw, 50vw",
  home: "(width >= 900px) 33vw, 50vw",
  rail: "(width >= 1024px) 25vw, min(72vw, 340px)",
};

/**
 * How wide the first picture of a product's page is shown. On a phone it fills the screen, but nobody sees the difference to 88 % of
 * its pixels, which come in half the bytes.
 */
export const MAIN_SIZES = "(width >= 1024px) 60vw, (width >= 768px) 70vw, 88vw";
