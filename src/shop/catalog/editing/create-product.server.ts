import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { namesOf } from "~/platform/row-sql.server";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { checkedValues } from "~/shop/audit/record-kind.server";
import type { Saved } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { beginning } from "~/shop/visible-text";
import { Refusal } from "~/shop/refusal";
import { productColors, products, variants } from "../catalog.tables";
import { variantColumns } from "../field-columns.tables";
import { isGiftCard } from "../product-kind";
import { NO_CHOICE } from "../product";
import { editedNames, emptyValues, namesOfKind, picked, productFields, variantFields } from "../product-fields";
import type { Choices } from "./colors-and-variants";
import { productRecord } from "./product-record.server";

/** Fields for creating a product. */
export interface NewProduct {
  name: string;
  price: number | null;
  categoryId: string | null;
  kindForTax: string | null;
  choices: Choices;
}

export type Created = Saved & { id: string };

const ONE_VARIANT = { colors: [], pairs: [{ size: NO_CHOICE, color: NO_CHOICE }] };

/** Choices of a product that has one variant, without sizes and colors. */
export const noChoice = (): Choices => structuredClone(ONE_VARIANT);

/**
 * Creates a draft product, which only members see. Undo archives it.
 *
 * @throws {Refusal} `right-missing`, `input-invalid`, `submission-foreign`.
 */
export async function createProduct(
  services: { db: Database },
  member: Member,
  submission: string,
  product: NewProduct,
): Promise<Created> {
  await requireRight(services, member, "goods.change", "goods.words", "goods.prices");
  const { choices, ...values } = checkedValues(productRecord, { ...product });
  return once(services, member, { submission, kind: "product", record: "new" }, async (tx) => {
    const id = await insertDraft(tx);
    await productRecord.write(tx, id, { ...values, choices }, 1, { memberId: member.id, submission });
    return logCreated(tx, member, submission, id);
  });
}

/**
 * Copies a product with its texts, pictures and variants into a draft. Stock, SKUs, barcodes, shelves and the import handle are
 * not copied.
 *
 * @throws {Refusal} `right-missing`, `record-unknown`, `submission-foreign`.
 */
export async function copyProduct(
  services: { db: Database },
  member: Member,
  submission: string,
  from: string,
): Promise<Created> {
  await requireRight(services, member, "goods.change", "goods.words", "goods.prices");
  return once(services, member, { submission, kind: "product", record: from }, async (tx) => {
    const [source] = await tx.select().from(products).where(eq(products.id, from));
    if (!source) throw new Refusal("record-unknown");
    if (isGiftCard(source)) throw new Refusal("input-invalid", { fields: { goods: "A shop has one gift card." } });
    const id = await insertDraft(tx);
    await tx
      .update(products)
      .set({
        ...source,
        ...emptied,
        id,
        name: `${beginning(source.name, 140)} (copy)`,
        position: await nextPosition(tx),
        createdAt: new Date(),
      })
      .where(eq(products.id, id));
    await tx.execute(sql`
      insert into ${productColors} (product_id, name, swatch, images, position)
      select ${id}, name, swatch, images, position from ${productColors} where product_id = ${from} and retired_at is null`);
    await tx.execute(sql`
      insert into ${variants} (product_id, size, color, image, stock, position, ${namesOf(COPIED)})
      select ${id}, size, color, image, case when stock is null then null else 0 end, position, ${namesOf(COPIED)}
      from ${variants} where product_id = ${from} and retired_at is null`);
    return logCreated(tx, member, submission, id);
  });
}

/** Columns that the variants of a copy get from the original. */
const COPIED = picked(
  variantColumns,
  editedNames(variantFields).filter((name) => variantFields[name].kind !== "code"),
);

/** Fields that a copy does not get from the original. */
const emptied = {
  ...emptyValues(productFields, namesOfKind(productFields, "code")),
  handle: null,
  sample: false,
  version: 1,
  publishedStatus: "draft",
  publishAt: null,
  putAwayAt: null,
  reviewCount: 0,
  starSum: 0,
} as const;

/** Creates an empty draft without variants, in the last position of the merchant's order. */
async function insertDraft(tx: Transaction): Promise<string> {
  const id = randomBytes(12).toString("hex");
  await tx.insert(products).values({ id, name: "", position: await nextPosition(tx) });
  return id;
}

async function nextPosition(tx: Transaction): Promise<number> {
  const [last] = await tx.select({ next: sql<number>`coalesce(max(${products.position}), 0) + 1` }).from(products);
  return last?.next ?? 1;
}

/** Logs a created product as if it had been archived before, so that undo can archive it. */
async function logCreated(tx: Transaction, member: Member, submission: string, id: string): Promise<Created> {
  const [row] = await tx.select({ version: products.version }).from(products).where(eq(products.id, id));
  const version = row?.version ?? 1;
  const change = { kind: "product", record: id, version, field: "publishedStatus", old: "archived", new: "draft" };
  await logChanges(tx, { memberId: member.id, submission, action: "create", reason: "" }, [change]);
  return { saved: true, act: submission, records: [{ kind: "product", id, version }], changed: 1, id };
}
