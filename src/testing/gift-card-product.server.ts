import type { Services } from "~/services";
import { products, variants } from "~/shop/catalog/catalog.tables";
import type { BoughtGiftCard } from "~/shop/gift-cards/bought-gift-card";
import { cents } from "~/shop/money";
import type { RequestedLine } from "~/shop/orders/drafting/priced-lines.server";

/** Id of the gift card of tests. */
export const GIFT_CARD_PRODUCT = "giftcards";

/** Puts the gift card on the shop, with its amounts in dollars. */
export async function sellGiftCards(
  { db }: Pick<Services, "db">,
  amounts: readonly number[] = [25, 50, 100, 150, 250],
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(products).values({
      id: GIFT_CARD_PRODUCT,
      kind: "gift-card",
      name: "Gift Card",
      publishedStatus: "published",
      position: 100_000,
    });
    await tx.insert(variants).values(
      amounts.map((amount, position) => ({
        productId: GIFT_CARD_PRODUCT,
        size: `$${amount}`,
        color: "default",
        price: cents(amount * 100),
        position,
      })),
    );
  });
}

/** A line of the bag that buys a gift card of so many dollars. */
export const cardLine = (amount: number, giftCard: Partial<BoughtGiftCard> = {}): RequestedLine => ({
  product: GIFT_CARD_PRODUCT,
  size: `$${amount}`,
  color: "default",
  quantity: 1,
  price: cents(amount * 100),
  giftCard,
});
