import { eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { inPortions } from "~/platform/portions";
import type { Cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { products } from "../catalog.tables";
import { missingToPublish, needWords, type PublishNeed } from "./publish-needs";

/** Columns that the publish check reads. */
export const DRAFT = {
  kind: products.kind,
  name: products.name,
  price: products.price,
  images: products.images,
  categoryId: products.categoryId,
  kindForTax: products.kindForTax,
  publishedStatus: products.publishedStatus,
  colors: sql<{ name: string; images: string[] }[]>`(
    select coalesce(json_agg(json_build_object('name', own.name, 'images', own.images) order by own.position), '[]')
    from product_colors own where own.product_id = products.id and own.retired_at is null)`,
  variants: sql<{ price: Cents | null; image: string | null }[]>`(
    select coalesce(json_agg(json_build_object('price', own.price_cents, 'image', own.image)), '[]')
    from variants own where own.product_id = products.id and own.retired_at is null)`,
};

/** Requirements for publishing that a product lacks; empty for an unknown product. */
export async function missingOf(db: Database, productId: string): Promise<PublishNeed[]> {
  const [draft] = await db.select(DRAFT).from(products).where(eq(products.id, productId));
  return draft ? missingToPublish(draft) : [];
}

/** Fields of a product that an act changes. */
type Changes = Readonly<Record<string, unknown>>;

/**
 * `OWN_FIELDS`: fields that the table requires of a published product. `WHOLE_FIELDS`: fields that may become complete only with
 * other records of the act.
 */
const OWN_FIELDS = ["name", "categoryId", "kindForTax", "publishedStatus"];
const WHOLE_FIELDS = ["price", "choices", "publishedStatus"];

const isAny = (fields: string[], changes: Changes): boolean => fields.some((field) => field in changes);

/**
 * Refuses to write a published product that lacks a requirement other than a price; the database would only raise an error
 * without a message for the member. A missing price may be added by another record of the act; `requireComplete` checks it.
 *
 * @throws {Refusal} `input-invalid`, as `requireComplete`.
 */
export const requireOwnFields = (tx: Transaction, records: { id: string; changes: Changes }[]): Promise<void> =>
  refuseMissing(
    tx,
    new Map(records.flatMap(({ id, changes }) => (isAny(OWN_FIELDS, changes) ? [[id, changes]] : []))),
    (missing) => missing.some((need) => need !== "price"),
  );

/** Calls `requireComplete` for products whose changed fields can make them incomplete. */
export const requireStillComplete = (tx: Transaction, records: { id: string; changes: Changes }[]): Promise<void> =>
  requireComplete(
    tx,
    records.flatMap(({ id, changes }) => (isAny(WHOLE_FIELDS, changes) ? [id] : [])),
  );

/**
 * Refuses to leave published products incomplete. Every act that changes products calls it after all its records are written.
 *
 * @throws {Refusal} `input-invalid`: for one product with a message for each missing requirement, by its name; for several
 * products with one message at `goods` that names them.
 */
export const requireComplete = (tx: Transaction, productIds: string[]): Promise<void> =>
  refuseMissing(tx, new Map(productIds.map((id) => [id, {}])), (missing) => missing.length > 0);

/** Maximum number of products named in a refusal. */
const NAMED = 5;
/** Maximum number of rows read by one statement. */
const ROWS_AT_ONCE = 500;

async function refuseMissing(
  tx: Transaction,
  changes: Map<string, Changes>,
  isRefused: (missing: PublishNeed[]) => boolean,
): Promise<void> {
  for (const some of inPortions([...changes.keys()], ROWS_AT_ONCE)) {
    const drafts = await tx
      .select({ id: products.id, ...DRAFT })
      .from(products)
      .where(inArray(products.id, some))
      .orderBy(products.name);
    const faults = drafts.flatMap(({ id, ...stored }) => {
      const draft = { ...stored, ...(changes.get(id) as Partial<typeof stored>) };
      const missing = draft.publishedStatus === "published" ? missingToPublish(draft) : [];
      return isRefused(missing) ? [{ name: draft.name, missing }] : [];
    });
    if (faults.length > 0) throw new Refusal("input-invalid", { fields: faultWords(faults, changes.size) });
  }
}

function faultWords(faults: { name: string; missing: PublishNeed[] }[], asked: number): Record<string, string> {
  if (asked === 1)
    return Object.fromEntries(faults.flatMap(({ missing }) => missing.map((need) => [need, needWords[need]])));
  const named = faults
    .slice(0, NAMED)
    .map(({ name, missing: [first] }) => first && `${name || "Without a name"}: ${needWords[first]}`);
  const more = faults.length > NAMED ? [`And ${faults.length - NAMED} more.`] : [];
  return { goods: [...named, ...more].join(" ") };
}
