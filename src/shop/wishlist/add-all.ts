import { ALL_SIZES, type Card, type Choice, sizesOf } from "../catalog/product";

/** What of a saved product goes into the bag, and the sizes to ask for first; none when there is nothing to choose. */
export interface Wanted {
  card: Card;
  color: string | undefined;
  image: string;
  sizes: { size: string; isSoldOut: boolean }[];
}

/** The saved products that can still be had, each in its first color that is not sold out. Decisions §4. */
export const wantedOf = (cards: Card[]): Wanted[] =>
  cards
    .filter(({ soldOut }) => !soldOut)
    .map((card) => {
      const inStock = card.variants.find(({ stock }) => stock !== 0);
      const color = card.colors.find(({ name }) => name === inStock?.color);
      return {
        card,
        color: color?.name,
        image: (color?.front ?? card.front)?.path ?? "",
        sizes: sizesOf(card)
          .filter((size) => size !== ALL_SIZES)
          .flatMap((size) => {
            const variant = card.variants.find((entry) => entry.size === size && isColor(entry.color, color?.name));
            return variant ? [{ size, isSoldOut: variant.stock === 0 }] : [];
          }),
      };
    });

const isColor = (color: string, wanted: string | undefined) => wanted === undefined || color === wanted;

/** The choice that a pick comes to with the size that was asked for. */
export const choiceOf = ({ color, sizes }: Wanted, size: string | undefined): Choice => ({
  color,
  ...(sizes.length > 0 && { size: size || undefined }),
});
