import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { products, variants } from "~/shop/catalog/catalog.tables";
import type { Member } from "~/shop/members/member";
import { makeOrder, type MadeForm } from "~/shop/orders/made/make-order.server";
import { type OrderWish, quoteMadeOrder } from "~/shop/orders/made/quote-made-order.server";
import { jo } from "./riders.server";
import type { TestShop } from "./test-shop.server";

/** Form values with which a member makes an order of some tees. */
export const wishFor = async (shop: TestShop, quantity = 1, more: Partial<OrderWish> = {}): Promise<OrderWish> => ({
  lines: [{ variantId: await variantId(shop), quantity }],
  // Each order has its own mailbox, because letters sent by hand are limited per mailbox.
  customer: { ...jo, email: `jo-${randomUUID()}@example.com` },
  cameBy: "phone",
  words: "",
  reason: "",
  freeDelivery: false,
  beyondHalf: false,
  days: 3,
  ...more,
});

/** Id of a variant of the demo shop. */
export async function variantId(
  { db }: Pick<TestShop, "db">,
  [name, size, color] = ["Sprocket Tee", "M", "Ash"],
): Promise<number> {
  const [found] = await db
    .select({ id: variants.id })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(products.name, name ?? ""), eq(variants.size, size ?? ""), eq(variants.color, color ?? "")));
  if (!found) throw new Error(`The demo shop has no ${name} in ${size} and ${color}.`);
  return found.id;
}

/** Makes an order for a shopper, with its computed total. Returns its number. */
export async function made(
  shop: TestShop,
  member: Member,
  wish: OrderWish,
  form: Partial<MadeForm> = {},
  now = new Date(),
): Promise<string> {
  const { summary } = await quoteMadeOrder(shop, wish, now);
  return makeOrder(shop, member, { submission: randomUUID(), total: summary.total, ...form }, wish, now);
}
