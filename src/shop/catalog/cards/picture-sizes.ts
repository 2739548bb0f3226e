/** Place of a card. */
export type Shelf = "listing" | "home" | "rail";

/** `sizes` of a card's picture, by the card's place. */
export const CARD_SIZES: Record<Shelf, string> = {
  listing: "(width >= 1280px) 25vw, (width >= 900px) 33vw, 50vw",
  home: "(width >= 900px) 33vw, 50vw",
  rail: "(width >= 1024px) 25vw, min(72vw, 340px)",
};

/** `sizes` of a product page's first picture. On a phone it fills the screen, but 88 % of its pixels look the same at half the bytes. */
export const MAIN_SIZES = "(width >= 1024px) 60vw, (width >= 768px) 70vw, 88vw";
