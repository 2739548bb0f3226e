import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { PlainLine } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";
import { faqCategories, faqs } from "./texts.tables";

/** Record kind of a group of the FAQ. Its name is the name of a tab, and its address within the page is made of the name. */
export const faqGroupRecord: RecordKind = {
  kind: "faq-group",
  right: "content.change",
  fields: { name: { schema: PlainLine(60, { missing: "Give it a name." }).min(1, "Give it a name.") } },
  async read(tx, id) {
    const [row] = await tx.select().from(faqCategories).where(eq(faqCategories.id, id)).for("update");
    return row && { version: row.version, values: { name: row.name } };
  },
  async write(tx, id, { name }, version) {
    const others = await tx.$count(
      faqCategories,
      and(sql`lower(${faqCategories.name}) = lower(${String(name)})`, ne(faqCategories.id, id)),
    );
    if (others > 0) throw new Refusal("input-invalid", { fields: { name: "Another group has this name." } });
    const [row] = await tx
      .update(faqCategories)
      .set({ name: String(name), version: version + 1 })
      .where(and(eq(faqCategories.id, id), eq(faqCategories.version, version)))
      .returning({ version: faqCategories.version });
    return row?.version;
  },
};

/** A group of the FAQ, as members see it. */
export interface ListedGroup {
  id: string;
  name: string;
  version: number;
  questions: number;
}

/** Groups of the FAQ in the order of its tabs, with their numbers of questions. */
export const allFaqGroups = (db: Database): Promise<ListedGroup[]> =>
  db
    .select({
      id: faqCategories.id,
      name: faqCategories.name,
      version: faqCategories.version,
      questions: sql<number>`(select count(*)::int from ${faqs} where ${faqs.categoryId} = faq_categories.id)`,
    })
    .from(faqCategories)
    .orderBy(asc(faqCategories.position), asc(faqCategories.id));

/**
 * Groups of the FAQ for their page in the workshop.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function memberFaqGroups({ db }: { db: Database }, member: Member): Promise<ListedGroup[]> {
  await requireRight({ db }, member, "content.read");
  return allFaqGroups(db);
}
