import type { TaxKind } from "./kinds-for-tax";

/** Kind of a product: goods, or the gift card, which is sold without a category, a kind for tax, stock, cost and weight. */
export type ProductKind = "goods" | "gift-card";

/** Id of the gift card, of which a shop has one; `offer_gift_cards` in SQL makes it. */
export const GIFT_CARD_ID = "giftcard";

/** Page on which gift cards are bought, in place of a page of a product; the address of the product leads there. */
export const GIFT_CARD_PAGE = "/gift-cards";

/** Kind of an order's line: that of its goods for tax, or a gift card, which is money and no goods. */
export type LineKind = TaxKind | "gift-card";

/** Address of a product's page, which is another one for the gift card. */
export const pageOf = (kind: ProductKind | undefined, address: string): string =>
  kind === "gift-card" ? GIFT_CARD_PAGE : address;

/** Whether a product is the gift card; `isGiftCardLine` says it of lines. */
export const isGiftCard = ({ kind }: { kind?: ProductKind }): boolean => kind === "gift-card";
