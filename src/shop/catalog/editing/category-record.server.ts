import { and, eq, isNull, sql } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Database } from "~/platform/database.server";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { save } from "~/shop/audit/save.server";
import type { Saved, Stale } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { PlainLine } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";
import { categories, products } from "../catalog.tables";
import { lockEdited } from "./lock-goods.server";
import { productRecord } from "./product-record.server";

const Name = PlainLine(60)
  .min(1, "Give it a name.")
  .regex(/^[^<>]*$/, "Write it in one line of plain text.");

/** Validates the name of a category; undefined if it is invalid. */
export const categoryNameIn = (text: string): string | undefined => Name.safeParse(text).data;

/**
 * Record kind of a category: its name, its position, its archiving, and whether only faulty products can be returned. A top-level
 * category can be neither renamed nor archived, because listings refer to its name.
 */
export const categoryRecord: RecordKind = {
  kind: "category",
  right: "goods.change",
  fields: {
    name: { schema: Name },
    position: { schema: z.int().min(0).max(1_000_000) },
    putAwayAt: { schema: z.iso.datetime().nullable(), begins: true },
    onlyFaultyReturns: { schema: z.boolean() },
  },
  lockAll: lockEdited,
  async read(tx, id) {
    const [row] = await tx.select().from(categories).where(eq(categories.id, id)).for("update");
    const putAwayAt = row?.putAwayAt?.toISOString() ?? null;
    if (!row) return undefined;
    const { name, position, onlyFaultyReturns } = row;
    return { version: row.version, values: { name, position, putAwayAt, onlyFaultyReturns } };
  },
  async write(tx, id, { putAwayAt, ...values }, version) {
    if (values.name !== undefined || putAwayAt !== undefined) {
      const [top] = await tx
        .select({ id: categories.id })
        .from(categories)
        .where(and(eq(categories.id, id), isNull(categories.parentId)));
      if (top)
        throw new Refusal("input-invalid", { fields: { name: "The shop's menus hang on this name. It stays." } });
    }
    const [row] = await tx
      .update(categories)
      .set({
        ...values,
        ...(putAwayAt !== undefined && { putAwayAt: putAwayAt === null ? null : new Date(String(putAwayAt)) }),
        version: version + 1,
      })
      .where(and(eq(categories.id, id), eq(categories.version, version)))
      .returning({ version: categories.version });
    return row?.version;
  },
};

/** A category, as the category screen lists it. */
export interface CategoryLine {
  id: string;
  name: string;
  parentId: string | null;
  position: number;
  version: number;
  isPutAway: boolean;
  /** Whether only faulty products of the category and its sub-categories can be returned. */
  onlyFaultyReturns: boolean;
  /** Number of the category's products in any status. */
  products: number;
}

/**
 * All categories in the merchant's order, including archived ones.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function categoryLines(services: { db: Database }, member: Member): Promise<CategoryLine[]> {
  await requireRight(services, member, "goods.read");
  const { id, name, parentId, position, version, onlyFaultyReturns } = categories;
  return services.db
    .select({
      id,
      name,
      parentId,
      position,
      version,
      onlyFaultyReturns,
      isPutAway: sql<boolean>`${categories.putAwayAt} is not null`,
      products: sql<number>`(select count(*)::int from products where products.category_id = categories.id)`,
    })
    .from(categories)
    .orderBy(position, id);
}

/**
 * Adds a category to a top-level category, in the last position.
 *
 * @throws {Refusal} `right-missing`, `input-invalid`, `submission-foreign`.
 */
export async function addCategory(
  services: { db: Database },
  member: Member,
  submission: string,
  typed: { name: string; parentId: string },
): Promise<Saved> {
  await requireRight(services, member, "goods.change");
  const { data: name, error } = Name.safeParse(typed.name);
  if (error) throw new Refusal("input-invalid", { fields: { name: error.issues[0]?.message ?? "" } });
  return once(services, member, { submission, kind: "category", record: "new" }, async (tx) => {
    const [parent] = await tx
      .select({ id: categories.id })
      .from(categories)
      .where(and(eq(categories.id, typed.parentId), isNull(categories.parentId)));
    if (!parent) throw new Refusal("input-invalid", { fields: { parentId: "Choose where it stands." } });
    const [last] = await tx
      .select({ next: sql<number>`coalesce(max(${categories.position}), 0) + 1` })
      .from(categories);
    const id = randomBytes(12).toString("hex");
    await tx.insert(categories).values({ id, name, parentId: parent.id, position: last?.next ?? 1 });
    const change = { kind: "category", record: id, version: 1, field: "added", old: null, new: name };
    await logChanges(tx, { memberId: member.id, submission, action: "create", reason: "" }, [change]);
    return { saved: true, act: submission, records: [{ kind: "category", id, version: 1 }], changed: 1 };
  });
}

/** Maximum number of products that are moved when a category is archived. */
const MOST_MOVED = 2_000;

interface PutAway {
  submission: string;
  id: string;
  version: number;
  /** Id of the category to which the products are moved; required if the category has products. */
  goodsTo: string | null;
}

/**
 * Archives a category and moves its products to another, in one act that undo reverses.
 *
 * @throws {Refusal} `right-missing`, `record-unknown`, `input-invalid` if products would stay in the category,
 * `submission-foreign`.
 */
export async function putAwayCategory(
  services: { db: Database },
  member: Member,
  { submission, id, version, goodsTo }: PutAway,
): Promise<Saved | Stale> {
  const where = eq(products.categoryId, id);
  const inIt = await services.db
    .select({ id: products.id, version: products.version })
    .from(products)
    .where(where)
    .limit(MOST_MOVED + 1);
  const words = { goodsTo: "Choose where its products go." };
  if (inIt.length > 0 && (!goodsTo || goodsTo === id)) throw new Refusal("input-invalid", { fields: words });
  if (inIt.length > MOST_MOVED)
    throw new Refusal("input-invalid", {
      fields: { goodsTo: `Move products out of it first: it holds more than ${MOST_MOVED}.` },
    });
  return save(services, member, {
    submission,
    action: "put-away",
    edits: [
      { kind: categoryRecord, id, version, values: { putAwayAt: new Date().toISOString() } },
      ...inIt.map((product) => ({ kind: productRecord, ...product, values: { categoryId: goodsTo } })),
    ],
    // The category is locked here: concurrent changes that add a product to it wait.
    async also(tx) {
      if ((await tx.$count(products, where)) > 0)
        throw new Refusal("input-invalid", { fields: { goodsTo: "A product came into it meanwhile. Try again." } });
    },
  });
}
