import type { Services } from "~/services";
import { GIFT_CARD_ID } from "~/shop/catalog/product-kind";
import type { BoughtGiftCard } from "~/shop/gift-cards/bought-gift-card";
import { cents } from "~/shop/money";
import type { RequestedLine } from "~/shop/orders/drafting/priced-lines.server";
import { settings } from "~/shop/settings.tables";

/** Stores the setting that puts the gift card on the shop, with its amounts in dollars, or takes it off. */
export async function sellGiftCards(
  { db }: Pick<Services, "db">,
  amounts: readonly number[] = [25, 50, 100, 150, 250],
  isOn = true,
): Promise<void> {
  const value = { isOn, amounts: amounts.join(", ") };
  await db
    .insert(settings)
    .values({ name: "giftCardSale", value })
    .onConflictDoUpdate({ target: settings.name, set: { value } });
}

/** A line of the bag that buys a gift card of so many dollars. */
export const cardLine = (amount: number, giftCard: Partial<BoughtGiftCard> = {}): RequestedLine => ({
  product: GIFT_CARD_ID,
  size: `$${amount}`,
  color: "default",
  quantity: 1,
  price: cents(amount * 100),
  giftCard,
});
