import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { save } from "~/shop/audit/save.server";
import { saveSettings } from "~/shop/audit/settings-record.server";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { returnToStock } from "~/shop/catalog/stock/reservations.server";
import { codeRecord } from "~/shop/discounts/code-record.server";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { cents } from "~/shop/money";
import type { DeliveryAmount } from "~/shop/delivery-zones";
import { settingVersions } from "~/shop/settings.server";
import { collectIn } from "../collected-tax.server";
import { memberAs } from "../members.server";
import { lineOf } from "../riders.server";
import type { TestShop } from "../test-shop.server";
import { GOODS, type GoodsKey, TAX, type Terms, usualTerms } from "./account";

/** Code of the tests; it is for all goods. */
export const CODE = "ACTS";
/** Pieces of each variant that are taken into stock. */
const STOCK = 50_000;

/** Line of one piece or more in the browser's form. */
export const lineFor = (shop: TestShop, goods: GoodsKey, pieces = 1) =>
  lineOf(shop, [GOODS[goods].name, GOODS[goods].size, GOODS[goods].color, pieces]);

/** Gives the goods of `GOODS` their prices and takes them into stock; returns their variants, and reads how many have left. */
export async function openGoods(shop: TestShop) {
  const { db } = shop;
  const variantOf = new Map<GoodsKey, number>();
  for (const key of Object.keys(GOODS) as GoodsKey[]) {
    const { name, size, color, price } = GOODS[key];
    const set = { price: cents(price), salePrice: null };
    const [product] = await db.update(products).set(set).where(eq(products.name, name)).returning();
    const ofProduct = eq(variants.productId, product?.id ?? "");
    await db.update(variants).set({ price: null, salePrice: null }).where(ofProduct);
    const isChosen = and(ofProduct, eq(variants.size, size), eq(variants.color, color));
    const [found] = await db.select({ id: variants.id }).from(variants).where(isChosen);
    if (!found) throw new Error(`The demo shop has no ${name} ${size} ${color}.`);
    variantOf.set(key, found.id);
  }
  const stocked = [...variantOf.values()].map((variantId) => ({ variantId, quantity: STOCK }));
  await db.transaction((tx) => returnToStock(tx, stocked, "tests", { kind: "system" }));
  const first = await levels();

  async function levels(): Promise<Map<number, number>> {
    const rows = await db
      .select({ id: variants.id, stock: variants.stock })
      .from(variants)
      .where(inArray(variants.id, [...variantOf.values()]));
    return new Map(rows.map(({ id, stock }) => [id, stock ?? 0]));
  }

  return {
    variantOf: (goods: GoodsKey) => variantOf.get(goods) ?? 0,
    /** Pieces of each goods that left the stock since the shop was opened. */
    async outOfStock(): Promise<Map<GoodsKey, number>> {
      const now = await levels();
      return new Map([...variantOf].map(([goods, id]) => [goods, (first.get(id) ?? 0) - (now.get(id) ?? 0)]));
    },
  };
}

/** Opens the shop's terms: tax, code and delivery, which are set like an owner does on their screens. */
export async function openTerms(shop: TestShop) {
  const { db } = shop;
  const owner = memberAs("owner", "Olga");
  const fee = { name: "Road fee", amount: cents(TAX.fee), fromValue: cents(0), taxed: true };
  await collectIn(shop, "AZ", { stateRate: TAX.percent * 10_000, delivery: "with-taxed" }, { fees: [fee] });
  await db.insert(discountCodes).values({ code: CODE, kind: "percent", percent: usualTerms.percent, amount: null });
  let terms: Terms | undefined;

  async function setTerms(wanted: Terms): Promise<void> {
    const isSame = JSON.stringify(wanted) === JSON.stringify(terms);
    if (isSame) return;
    const versions = Object.entries(await settingVersions(db));
    const seen = Object.fromEntries(versions.map(([name, { version }]) => [name, version]));
    const changes = {
      deliveryFee: wanted.deliveryFee as DeliveryAmount,
      freeDeliveryFrom: wanted.freeFrom as DeliveryAmount,
    };
    await saveSettings(shop, owner, { submission: randomUUID(), changes, seen });
    const [code] = await db.select().from(discountCodes).where(eq(discountCodes.code, CODE));
    if (code?.percent !== wanted.percent) {
      const values = { off: { kind: "percent", percent: wanted.percent } };
      const edit = { kind: codeRecord, id: CODE, version: code?.version ?? 1, values };
      await save(shop, owner, { submission: randomUUID(), edits: [edit] });
    }
    terms = wanted;
  }

  await setTerms(usualTerms);
  return { setTerms, terms: () => terms ?? usualTerms };
}
