import { and, eq, sql } from "drizzle-orm";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { Barcode } from "../barcode";
import { variants } from "../catalog.tables";
import { variantColumns } from "../field-columns.tables";
import { editedNames, type EditedVariantField, picked, variantFields } from "../product-fields";
import { manyVariants } from "./goods-in-bulk.server";
import { lockEdited, lockGoods } from "./lock-goods.server";
import { Amount, type FieldOfKind, Sku } from "./product-record.server";
import { refuseGiftCardVariants } from "./refuse-gift-card.server";
import { requireComplete } from "./publish-check.server";

const FIELDS = {
  price: { schema: Amount, right: "goods.prices" },
  salePrice: { schema: Amount, right: "goods.prices" },
  cost: { schema: Amount, right: "goods.cost" },
  sku: { schema: Sku },
  barcode: { schema: Barcode },
  shelf: { schema: Sku },
} satisfies { [Name in EditedVariantField]: FieldOfKind<(typeof variantFields)[Name]["kind"]> };

/** Record kind of a variant: its prices, codes and further fields. Its stock is changed by movements only. */
export const variantRecord: RecordKind = {
  kind: "variant",
  right: "goods.change",
  fields: FIELDS,
  lockAll: lockEdited,
  async read(tx, id) {
    if (!/^\d{1,9}$/.test(id)) return undefined;
    await lockGoods(tx, { variantIds: [Number(id)] });
    const [row] = await tx
      .select({ version: variants.version, ...picked(variantColumns, editedNames(variantFields)) })
      .from(variants)
      .where(eq(variants.id, Number(id)));
    if (!row) return undefined;
    const { version: now, ...values } = row;
    return { version: now, values };
  },
  async write(tx, id, values, version) {
    await refuseGiftCardVariants(tx, [Number(id)], Object.keys(values)[0]);
    const [row] = await tx
      .update(variants)
      .set({ ...values, version: version + 1 })
      .where(and(eq(variants.id, Number(id)), eq(variants.version, version)))
      .returning({ version: variants.version });
    return row?.version;
  },
  async requireWhole(tx, records) {
    const ids = records.filter(({ changes }) => changes.price === null).map(({ id }) => Number(id));
    if (ids.length === 0) return;
    const found = await tx
      .selectDistinct({ productId: variants.productId })
      .from(variants)
      .where(
        sql`${variants.id} in (select value::int from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as value)`,
      );
    await requireComplete(
      tx,
      found.map(({ productId }) => productId),
    );
  },
  many: manyVariants,
};
