import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { againAfter, codeOf, isDeadlock, MovedOn } from "~/platform/collisions.server";
import type { Database, Transaction } from "~/platform/database.server";
import type { Actor } from "~/shop/actor";
import type { ActionName } from "~/shop/audit/action-names";
import { logChanges, type LoggedChange, requireOwnAct } from "~/shop/audit/change-log.server";
import { isSame, type RecordKind } from "~/shop/audit/record-kind.server";
import { pendingOfAll, written } from "~/shop/audit/save.server";
import type { FieldValues } from "~/shop/audit/saving";
import { createGoods, variantKey, variantNumbers } from "~/shop/catalog/editing/goods-in-bulk.server";
import { type EditedGoods, lockGoods } from "~/shop/catalog/editing/lock-goods.server";
import type { NewGoods } from "~/shop/catalog/editing/goods-to-create.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";
import { listId } from "~/shop/catalog/pictures/picture-list";
import { picturesRecord } from "~/shop/catalog/pictures/pictures-record.server";
import { movedBy } from "~/shop/catalog/stock/change-stock.server";
import { leaveUncounted, moveFirst, moveImported } from "~/shop/catalog/stock/import-stock.server";
import { Refusal } from "~/shop/refusal";
import { COUNTED, type Import, isAsShown, previews, storeRows } from "./check.server";
import { NO_COUNTS } from "./import";
import { stockReference } from "./import-record.server";
import { imports } from "./imports.tables";
import { importById, type Importer, othersOf, recheckImport, requireImporter } from "./imports.server";
import type { VariantEdit } from "./variant-changes.server";
import type { PreviewRow } from "./preview-product.server";

/** Result of applying an import. */
export interface Applied {
  act: string;
  counts: Import["counts"];
}

/**
 * Writes the good rows of an import in one short transaction, all or none. Leaves out rows whose products members or sales
 * changed since the preview, and reports them. A repeated submission returns the first result; another submission is refused.
 *
 * @throws {Refusal} `right-missing`, `record-unknown`; `import-settled` if the import was applied, undone or discarded before;
 * `import-changed` if it is not at the `version` of the preview; `submission-foreign` if the form did something else before;
 * `import-overtaken` if rows differ from the preview after another import was applied or undone, in which case the preview is
 * made again; `edited-meanwhile` if products keep changing between reading and locking.
 */
export async function applyImport(
  services: { db: Database },
  importer: Importer,
  { id, version, submission = randomUUID() }: { id: number; version?: number; submission?: string },
): Promise<Applied> {
  await requireImporter(services, importer);
  try {
    return await againAfter(isCrossed, () => appliedOnce(services.db, importer, { id, version, submission }));
  } catch (error) {
    if (isCrossed(error)) throw new Refusal("edited-meanwhile");
    if (!(error instanceof Overtaken)) throw error;
    await recheckImport(services, id);
    throw new Refusal("import-overtaken");
  }
}

/** Thrown inside the transaction if rows differ from the preview and another import was applied or undone since. */
class Overtaken extends Error {}

/** True for errors that mean that products were changed, or created under the same name, between reading and locking. */
const isCrossed = (error: unknown): boolean =>
  error instanceof MovedOn || isDeadlock(error) || codeOf(error) === "23505";

interface Asked {
  id: number;
  version: number | undefined;
  submission: string;
}

async function appliedOnce(db: Database, importer: Importer, { id, version, submission }: Asked): Promise<Applied> {
  const entry = await importById(db, id);
  if (!entry) throw new Refusal("record-unknown");
  if (isAppliedBy(entry, submission)) return { act: submission, counts: entry.counts };
  if (entry.state !== "checked") throw new Refusal("import-settled");
  if (version !== undefined && version !== entry.version) throw new Refusal("import-changed");
  const work = await workOf(db, entry);
  return db.transaction(async (tx) => {
    const [locked] = await tx.select().from(imports).where(eq(imports.id, id)).for("update");
    if (locked && isAppliedBy(locked, submission)) return { act: submission, counts: locked.counts };
    if (locked?.state !== "checked") throw new Refusal("import-settled");
    if (locked.version !== entry.version) throw new Refusal("import-changed");
    await requireOwnAct(tx, submission);
    if (work.moved.length > 0 && (await othersOf(tx, id)) !== entry.othersSeen) throw new Overtaken();
    const memberId = importer === "command" ? null : importer.id;
    await write(tx, { id, memberId, submission, actor: actorOf(importer) }, work);
    await storeRows(tx, id, work.moved);
    await tx
      .update(imports)
      .set({ state: "in", act: submission, counts: work.counts, appliedAt: new Date(), version: entry.version + 1 })
      .where(eq(imports.id, id));
    return { act: submission, counts: work.counts };
  });
}

const isAppliedBy = ({ state, act }: Pick<Import, "state" | "act">, submission: string): boolean =>
  state === "in" && act === submission;

const actorOf = (importer: Importer): Actor =>
  importer === "command" ? { kind: "staff", name: "command" } : movedBy(importer.id);

interface Work {
  created: NewGoods[];
  products: { id: string; old: FieldValues; values: FieldValues }[];
  pictures: { id: string; images: string[] }[];
  variants: (VariantEdit & { productId: string })[];
  stock: { variantId: number; quantity: number }[];
  /** Rows whose products have changed since the preview. */
  moved: PreviewRow[];
  counts: Import["counts"];
}

/** Changes to write; leaves out rows whose changes now differ from those in the preview. */
async function workOf(db: Database, entry: Import): Promise<Work> {
  const work: Work = {
    created: [],
    products: [],
    pictures: [],
    variants: [],
    stock: [],
    moved: [],
    counts: { ...NO_COUNTS },
  };
  for await (const products of previews(db, entry))
    for (const product of products) {
      const moved = product.preview.rows.filter((row) => !isAsShown(row, product.before.get(row.row)));
      const preview = moved.length === 0 ? product.preview : product.without(new Set(moved.map(({ row }) => row)));
      work.moved.push(...moved.map((row) => ({ ...row, state: "moved-on" as const })));
      if (preview.created) work.created.push(preview.created);
      if (preview.product) work.products.push(preview.product);
      if (preview.pictures) work.pictures.push(preview.pictures);
      const productId = product.goods?.id;
      if (productId) work.variants.push(...preview.variants.map((edit) => ({ ...edit, productId })));
      work.stock.push(...preview.stock.map(({ id, quantity }) => ({ variantId: id, quantity })));
      for (const { state } of preview.rows) work.counts[COUNTED[state]] += 1;
      work.counts.rows += product.preview.rows.length;
      if (preview.isBrought) work.counts.products += 1;
      if (preview.isPublished) work.counts.published += 1;
      work.counts.untold += preview.untold;
    }
  work.counts.movedOn = work.moved.length;
  return work;
}

interface Act {
  id: number;
  memberId: string | null;
  submission: string;
  actor: Actor;
}

async function write(tx: Transaction, { id, memberId, submission, actor }: Act, work: Work): Promise<void> {
  const act = { memberId, submission, action: "import" as const, reason: "" };
  await lockGoods(tx, touched(work));
  const lists = work.pictures.map((list) => ({
    id: listId(list.id, ""),
    old: { images: [] },
    values: { images: list.images },
  }));
  await saveRecords(tx, act, picturesRecord, lists);
  await saveRecords(tx, act, productRecord, work.products);
  const variants = await numbered(tx, work.variants);
  await saveRecords(tx, act, variantRecord, variants);

  const made = await createGoods(tx, work.created);
  const reference = stockReference(id);
  await moveFirst(tx, { productIds: made, reference, actor });
  await leaveUncounted(
    tx,
    variants.flatMap(({ id, stock }) => (stock === null ? [Number(id)] : [])),
  );
  const fresh = variants.flatMap(({ id, stock }) =>
    stock === null || stock === 0 ? [] : [{ variantId: Number(id), quantity: stock }],
  );
  await moveImported(tx, { lines: [...work.stock, ...fresh], reference, actor });
  const news: LoggedChange[] = made.map((record, place) => ({
    kind: "product",
    record,
    version: 1,
    field: "publishedStatus",
    old: "archived",
    new: work.created[place]?.publishedStatus ?? "draft",
  }));
  const whole = { kind: "import", record: String(id), version: 1, field: "standing", old: "back", new: "in" };
  await logChanges(tx, act, [whole, ...news]);
}

/** Ids of the existing products and variants that the import will change. */
function touched({ products, pictures, variants, stock }: Work): EditedGoods {
  const chosen = products.filter(({ values }) => values.choices !== undefined);
  return {
    productIds: [...products.map((product) => product.id), ...variants.map(({ productId }) => productId)],
    variantIds: variants.flatMap((variant) => variant.id ?? []),
    stockIds: stock.map(({ variantId }) => variantId),
    wholeIds: [...chosen, ...pictures].map(({ id }) => id),
  };
}

/**
 * Writes records of one kind and logs the changes.
 *
 * @throws {MovedOn} if a stored record no longer has the values from which the changes were computed.
 */
export async function saveRecords(
  tx: Transaction,
  act: { memberId: string | null; submission: string; action: ActionName; reason: string },
  kind: RecordKind,
  records: { id: string; old: FieldValues; values: FieldValues }[],
): Promise<void> {
  const pending = await pendingOfAll(
    tx,
    records.map(({ id, values }) => ({ kind, id, version: 0, values })),
  );
  for (const [place, { current }] of pending.entries())
    for (const [field, value] of Object.entries(records[place]?.old ?? {}))
      if (!isSame(current.values[field], value)) throw new MovedOn();
  await written(tx, act, pending);
}

/** Changes of variants with their ids, including the ids of variants that this import creates. */
async function numbered(tx: Transaction, variants: Work["variants"]) {
  const fresh = variants.filter(({ id }) => id === undefined);
  const numbers =
    fresh.length === 0
      ? new Map<string, number>()
      : await variantNumbers(tx, [...new Set(fresh.map(({ productId }) => productId))]);
  return variants.map((variant) => {
    const id = variant.id ?? numbers.get(variantKey(variant.productId, variant));
    if (id === undefined) throw new MovedOn();
    return { ...variant, id: String(id) };
  });
}
