import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import type { Offer, OfferGoods, OfferRule, OfferValues } from "~/shop/offers/offer";
import { offers } from "~/shop/offers/offers.tables";

/** All goods, which sentences call pieces. */
export const allGoods: OfferGoods = { productIds: [], categoryIds: [], called: { one: "", many: "" } };

/** Values of a form for an offer that runs. */
export const offerValues = (rule: OfferRule, more: Partial<OfferValues> = {}): OfferValues => ({
  rule,
  goods: allGoods,
  isOn: true,
  startsAt: null,
  endsAt: null,
  isWithoutCodes: false,
  ...more,
});

/** An offer that runs, for functions that take offers. */
export const offerOf = (rule: OfferRule, more: Partial<Offer> = {}): Offer => ({
  id: randomUUID(),
  ...offerValues(rule),
  startsAt: null,
  endsAt: null,
  ...more,
});

type Shop = Pick<Services, "db" | "reloadOffers">;

/** Stores an offer that runs, below those that are there; returns its id. */
export async function openOffer(
  { db, reloadOffers }: Shop,
  rule: OfferRule,
  more: Partial<Offer> = {},
): Promise<string> {
  const position = await db.$count(offers);
  const [made] = await db
    .insert(offers)
    .values({ ...offerOf(rule, more), position })
    .returning({ id: offers.id });
  await reloadOffers();
  return made?.id ?? "";
}

/** Changes an offer as a member's edit does. */
export async function changeOffer(
  { db, reloadOffers }: Shop,
  id: string,
  values: Partial<typeof offers.$inferInsert>,
): Promise<void> {
  await db.update(offers).set(values).where(eq(offers.id, id));
  await reloadOffers();
}

/** Deletes all offers. */
export async function closeOffers({ db, reloadOffers }: Shop): Promise<void> {
  await db.delete(offers);
  await reloadOffers();
}
