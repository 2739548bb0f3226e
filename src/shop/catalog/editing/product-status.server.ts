import { randomUUID } from "node:crypto";
import { and, asc, isNotNull, lte, or } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { runWithPauses } from "~/platform/waiting-steps.server";
import { logChanges } from "~/shop/audit/change-log.server";
import { lockFor } from "~/shop/audit/once.server";
import { save } from "~/shop/audit/save.server";
import type { Saved, Stale } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { Refusal } from "~/shop/refusal";
import { products } from "../catalog.tables";
import { productRecord } from "./product-record.server";
import { missingOf } from "./publish-check.server";
import { needWords } from "./publish-needs";

/** Name of the list of products with a planned status that is due. */
export const PRODUCT_PLANS = "product-plans";

export type ProductStatus = "published" | "draft" | "archived";

interface StatusForm {
  id: string;
  version: number;
  submission: string;
}

/**
 * Publishes a product, makes it a draft or archives it; deletes planned changes of the status.
 *
 * @throws {Refusal} as `save`; `input-invalid` with a message for each missing requirement.
 */
export const setStatus = (
  services: { db: Database },
  member: Member,
  { id, version, submission }: StatusForm,
  publishedStatus: ProductStatus,
): Promise<Saved | Stale> =>
  save(services, member, {
    submission,
    edits: [{ kind: productRecord, id, version, values: { publishedStatus, publishAt: null, putAwayAt: null } }],
  });

/**
 * Plans when a product is published and when it is archived; null removes the plan.
 *
 * @throws {Refusal} as `setStatus`.
 */
export async function planStatus(
  services: { db: Database },
  member: Member,
  { id, version, submission }: StatusForm,
  { publishAt, putAwayAt }: { publishAt: Date | null; putAwayAt: Date | null },
): Promise<Saved | Stale> {
  const missing = publishAt === null ? [] : await missingOf(services.db, id);
  if (missing.length > 0)
    throw new Refusal("input-invalid", { fields: Object.fromEntries(missing.map((need) => [need, needWords[need]])) });
  const values = { publishAt: publishAt?.toISOString() ?? null, putAwayAt: putAwayAt?.toISOString() ?? null };
  return save(services, member, { submission, edits: [{ kind: productRecord, id, version, values }] });
}

/**
 * Applies planned changes of products that are due; if both changes of a product are due, as after downtime, the product gets the
 * status of the later one. A failed change is tried again with growing pauses, and does not stop others.
 */
export async function sweepPlans(db: Database, now: Date): Promise<void> {
  const due = await db
    .select({ id: products.id })
    .from(products)
    .where(
      or(
        and(isNotNull(products.publishAt), lte(products.publishAt, now)),
        and(isNotNull(products.putAwayAt), lte(products.putAwayAt, now)),
      ),
    )
    .orderBy(asc(products.id));
  const step = ({ id }: { id: string }) => doPlanned(db, id, now);
  await runWithPauses(db, { list: PRODUCT_PLANS, rows: due, key: ({ id }) => id, step }, now);
}

/** Applies one product's plan. An incomplete product stays unpublished and keeps its plan; returns what is missing. */
function doPlanned(db: Database, id: string, now: Date): Promise<string | void> {
  return db.transaction(async (tx): Promise<string | void> => {
    await lockFor(tx, `record product ${id}`);
    const current = await productRecord.read(tx, id);
    if (!current) return;
    const { publishAt, putAwayAt, publishedStatus } = current.values;
    const isDue = (moment: unknown) => moment !== null && new Date(String(moment)) <= now;
    const publishes = isDue(publishAt) && !(isDue(putAwayAt) && String(putAwayAt) >= String(publishAt));
    const missing = publishes && publishedStatus !== "published" ? await missingOf(tx, id) : [];
    if (missing.length > 0) return missing.map((need) => needWords[need]).join(" ");
    const changes = {
      publishedStatus: publishes ? "published" : "archived",
      ...(isDue(publishAt) && { publishAt: null }),
      ...(isDue(putAwayAt) && { putAwayAt: null }),
    };
    const act = {
      memberId: null,
      submission: randomUUID(),
      action: "plan" as const,
      reason: "It was planned for this time.",
    };
    const version = await productRecord.write(tx, id, changes, current.version, { ...act, memberId: "" });
    if (version === undefined) return;
    const rows = Object.entries(changes).filter(([field, value]) => current.values[field] !== value);
    await logChanges(
      tx,
      act,
      rows.map(([field, value]) => ({
        kind: "product",
        record: id,
        version,
        field,
        old: current.values[field],
        new: value,
      })),
    );
  });
}
