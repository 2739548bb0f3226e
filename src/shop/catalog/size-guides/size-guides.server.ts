import { randomBytes } from "node:crypto";
import { asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { checkedValues } from "~/shop/audit/record-kind.server";
import type { Saved } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { products, sizeGuides } from "../catalog.tables";
import type { SizeGuide } from "./size-guide";
import { sizeGuideRecord } from "./size-guide-record.server";

/** SQL column with a product's size guide; null if the product has none. */
export const shownSizeGuide = sql<SizeGuide | null>`(
  select json_build_object('name', own.name, 'words', own.words, 'unit', own.unit, 'table', own.table)
  from ${sizeGuides} own where own.id = ${products}.size_guide_id and own.put_away_at is null)`;

/** A size guide in lists and forms. */
export interface SizeGuideLine {
  id: string;
  name: string;
  sizes: number;
  /** Number of products with the guide, in any status. */
  products: number;
  isPutAway: boolean;
}

/**
 * All size guides by name; archived ones come last.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function sizeGuideLines(services: Pick<Services, "db">, member: Member): Promise<SizeGuideLine[]> {
  await requireRight(services, member, "goods.read");
  return services.db
    .select({
      id: sizeGuides.id,
      name: sizeGuides.name,
      sizes: sql<number>`jsonb_array_length(${sizeGuides.table} -> 'sizes')`,
      products: sql<number>`(select count(*)::int from products where size_guide_id = ${sizeGuides}.id)`,
      isPutAway: sql<boolean>`${sizeGuides.putAwayAt} is not null`,
    })
    .from(sizeGuides)
    .orderBy(sql`${sizeGuides.putAwayAt} is not null`, asc(sql`lower(${sizeGuides.name})`), asc(sizeGuides.id));
}

/**
 * Size guides that a product can get, including its current one.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function sizeGuideChoices(
  services: Pick<Services, "db">,
  member: Member,
  current: string | null,
): Promise<{ id: string; name: string }[]> {
  await requireRight(services, member, "goods.read");
  const isOffered = or(isNull(sizeGuides.putAwayAt), ...(current === null ? [] : [eq(sizeGuides.id, current)]));
  return services.db
    .select({ id: sizeGuides.id, name: sizeGuides.name })
    .from(sizeGuides)
    .where(isOffered)
    .orderBy(asc(sql`lower(${sizeGuides.name})`), asc(sizeGuides.id));
}

/**
 * A size guide, the first `most` of its products and their number; null for an unknown id.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function openSizeGuide(services: Pick<Services, "db">, member: Member, id: string, most: number) {
  await requireRight(services, member, "goods.read");
  const { db } = services;
  const [guide] = await db.select().from(sizeGuides).where(eq(sizeGuides.id, id));
  if (!guide) return null;
  const has = eq(products.sizeGuideId, id);
  const [users, count] = await Promise.all([
    db
      .select({ id: products.id, name: products.name, status: products.publishedStatus })
      .from(products)
      .where(has)
      .orderBy(asc(sql`lower(${products.name})`), asc(products.id))
      .limit(most),
    db.$count(products, has),
  ]);
  return { guide, users, count };
}

/**
 * Creates a size guide. Undo archives it.
 *
 * @throws {Refusal} `right-missing`, `input-invalid`, `submission-foreign`.
 */
export async function createSizeGuide(
  services: Pick<Services, "db">,
  member: Member,
  submission: string,
  guide: SizeGuide,
): Promise<Saved & { id: string }> {
  await requireRight(services, member, "goods.change");
  const values = checkedValues(sizeGuideRecord, { ...guide }) as unknown as SizeGuide;
  return once(services, member, { submission, kind: "size-guide", record: "new" }, async (tx) => {
    const id = randomBytes(12).toString("hex");
    await tx.insert(sizeGuides).values({ ...values, id });
    // Logs the guide as if it had been archived before, so that undo can archive it.
    const old = new Date(0).toISOString();
    const change = { kind: "size-guide", record: id, version: 1, field: "putAwayAt", old, new: null };
    await logChanges(tx, { memberId: member.id, submission, action: "create", reason: "" }, [change]);
    return { saved: true, act: submission, records: [{ kind: "size-guide", id, version: 1 }], changed: 1, id };
  });
}
