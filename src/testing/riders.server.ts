import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import { productById } from "~/shop/catalog/catalog.server";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { variantPrice } from "~/shop/catalog/pricing/pricing";
import { chosenVariant } from "~/shop/catalog/product";
import { openDelivery } from "~/shop/delivery-terms.server";
import type { Discount } from "~/shop/discounts/code";
import type { DraftRequest } from "~/shop/orders/drafting/draft-request.server";
import type { Customer } from "~/shop/orders/order";
import type { RequestedLine } from "~/shop/orders/drafting/priced-lines.server";
import { confirmCard } from "~/shop/payments/sandbox.server";
import { priceOf } from "~/shop/price";

/** Shoppers of the tests: guests of the demo shop. */
export const jo: Customer = {
  email: "jo.delacroix@example.com",
  name: "Jo Delacroix",
  phone: "+19285550100",
  address: "88 Sandstone Avenue",
  city: "Flagstaff",
  postalCode: "86001",
};
/** Jo's address as the provider of payments gets it. */
export const billing = {
  name: jo.name,
  email: jo.email,
  phone: jo.phone,
  address: { line1: jo.address, city: jo.city, postal_code: jo.postalCode, country: "US" },
} as const;
export const sam: Customer = { ...jo, email: "sam@example.com", name: "Sam O'Neil" };

export const cards = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  asksForConfirmation: "4000 0025 0000 3155",
};

type Pick = [name: string, size: string, color: string, quantity?: number];

/** A line of the bag in the browser's form, for a demo product given by its name. */
export async function lineOf({ db }: Services, [name, size, color, quantity = 1]: Pick): Promise<RequestedLine> {
  const [found] = await db.select({ id: products.id }).from(products).where(eq(products.name, name));
  const product = found && (await productById(db, found.id));
  if (!product) throw new Error(`The demo shop has no ${name}.`);
  return {
    product: product.id,
    size,
    color,
    quantity,
    price: variantPrice(product, chosenVariant(product, { size, color })),
  };
}

/** A request for a draft in the browser's form, with the total that the browser shows. */
export async function draftRequestFor(
  shop: Services,
  picks: Pick[],
  { discount = null, ...more }: Partial<DraftRequest> & { discount?: Discount | null } = {},
): Promise<DraftRequest> {
  const items = await Promise.all(picks.map((pick) => lineOf(shop, pick)));
  const { total } = priceOf(items, discount, openDelivery(shop).terms).summary;
  const discountCode = discount?.code;
  return { items, customer: jo, method: "Credit Card", amount: total, ...(discountCode && { discountCode }), ...more };
}

/** Number of pieces of a variant in stock; null for unlimited stock. */
export async function leftOf({ db }: Services, [name, size, color]: Pick): Promise<number | null> {
  const [found] = await db.select({ id: products.id }).from(products).where(eq(products.name, name));
  const own = await db
    .select()
    .from(variants)
    .where(eq(variants.productId, found?.id ?? ""));
  return chosenVariant({ variants: own }, { size, color }).stock;
}

/** Confirms a payment with a card, like the sandbox's script in the browser. Another expiry date is another card. */
export const payWith = (shop: Services, number: string, clientSecret: string, expiry = "12/34") =>
  confirmCard(shop, {
    clientSecret,
    card: { number: number.replaceAll(" ", ""), expiry, code: "123" },
    billing,
  });
