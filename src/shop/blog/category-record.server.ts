import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { PlainLine } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";
import { blogCategories, posts } from "./blog.tables";

const ID = /^[\da-f]{24}$/;

/**
 * Record kind of a blog category. A new category has no row: it is read without a name, and its first save, which requires a
 * name, inserts it.
 */
export const blogCategoryRecord: RecordKind = {
  kind: "blog-category",
  right: "content.change",
  fields: { name: { schema: PlainLine(60, { missing: "Give it a name." }).min(1, "Give it a name.") } },
  async read(tx, id) {
    const [row] = await tx.select().from(blogCategories).where(eq(blogCategories.id, id)).for("update");
    if (row) return { version: row.version, values: { name: row.name } };
    return ID.test(id) ? { version: 0, values: { name: "" } } : undefined;
  },
  async write(tx, id, { name }, version) {
    const others = await tx.$count(
      blogCategories,
      and(sql`lower(${blogCategories.name}) = lower(${String(name)})`, ne(blogCategories.id, id)),
    );
    if (others > 0) throw new Refusal("input-invalid", { fields: { name: "Another category has this name." } });
    if (version > 0) {
      const [row] = await tx
        .update(blogCategories)
        .set({ name: String(name), version: version + 1 })
        .where(and(eq(blogCategories.id, id), eq(blogCategories.version, version)))
        .returning({ version: blogCategories.version });
      return row?.version;
    }
    const [row] = await tx
      .insert(blogCategories)
      .values({
        id,
        name: String(name),
        position: sql`(select coalesce(max(position), -1) + 1 from ${blogCategories})`,
      })
      .onConflictDoNothing()
      .returning({ version: blogCategories.version });
    return row?.version;
  },
};

/** A blog category, as members see it. */
export interface ListedCategory {
  id: string;
  name: string;
  version: number;
  articles: number;
}

/**
 * Blog categories in the merchant's order, with their number of articles.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function memberCategories({ db }: { db: Database }, member: Member): Promise<ListedCategory[]> {
  await requireRight({ db }, member, "content.read");
  return db
    .select({
      id: blogCategories.id,
      name: blogCategories.name,
      version: blogCategories.version,
      articles: sql<number>`(select count(*)::int from ${posts} where ${posts.categoryId} = blog_categories.id)`,
    })
    .from(blogCategories)
    .orderBy(asc(blogCategories.position), asc(blogCategories.id));
}
