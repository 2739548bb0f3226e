import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { Refusal } from "~/shop/refusal";
import { products, variants } from "../catalog.tables";
import type { EditedProductField } from "../product-fields";

/**
 * Fields of the gift card that members edit: its words. Its amounts are its sizes, and everything else that goods have would say
 * something about them that is not so.
 */
const OF_GIFT_CARD: readonly EditedProductField[] = ["name", "description", "details", "searchTitle", "searchWords"];

/** Fields that say whether a product is on the shop; of the gift card the setting `giftCardSale` says it. */
const ON_THE_SHOP: readonly string[] = ["publishedStatus", "publishAt", "putAwayAt"] satisfies EditedProductField[];

const BY_SETTING = "Gift cards are put on the shop, and taken off it, in Settings, Gift cards. Change it there.";
const WORDS = "A gift card costs what it is worth, and has no stock, tax kind or category. Leave it out.";

const isCard = eq(products.kind, "gift-card");

/**
 * Refuses changes of the gift card by which it would have another price, anything that only goods have, or be on the shop or not.
 *
 * @throws {Refusal} `input-invalid` at the field; at `goods` where several products change.
 */
export async function refuseGiftCardFields(
  tx: Database,
  records: readonly { id: string; changes: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  const wrong = records.flatMap(({ id, changes }) => {
    const field = Object.keys(changes).find((name) => !OF_GIFT_CARD.some((own) => own === name));
    return field === undefined ? [] : [{ id, field }];
  });
  if (wrong.length === 0) return;
  const [card] = await tx
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        isCard,
        inArray(
          products.id,
          wrong.map(({ id }) => id),
        ),
      ),
    );
  const field = wrong.find(({ id }) => id === card?.id)?.field;
  if (field === undefined) return;
  const words = ON_THE_SHOP.includes(field) ? BY_SETTING : WORDS;
  throw new Refusal("input-invalid", { fields: { [records.length === 1 ? field : "goods"]: words } });
}

/**
 * Refuses acts on amounts of the gift card: prices, plans, stock, codes of variants.
 *
 * @throws {Refusal} `input-invalid` at `field`.
 */
export async function refuseGiftCardVariants(
  tx: Database,
  variantIds: readonly number[],
  field = "goods",
): Promise<void> {
  const cards = await tx
    .select({ id: variants.id })
    .from(products)
    .innerJoin(variants, eq(variants.productId, products.id))
    .where(isCard);
  const ids = new Set(cards.map(({ id }) => id));
  if (variantIds.some((id) => ids.has(id))) throw new Refusal("input-invalid", { fields: { [field]: WORDS } });
}
