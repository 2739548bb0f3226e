import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { FaqLine } from "./previewed-texts.server";
import { faqCategories, faqs } from "./texts.tables";

/** Fields of a question that a draft may change. */
interface DraftedFaq {
  question?: string;
  answer?: string;
  categoryId?: string;
  isShown?: boolean;
}

/** A group of the FAQ. */
export interface FaqGroup {
  id: string;
  name: string;
}

/** Groups of the FAQ, in order. */
export const faqGroups = (db: Database): Promise<FaqGroup[]> =>
  db
    .select({ id: faqCategories.id, name: faqCategories.name })
    .from(faqCategories)
    .orderBy(asc(faqCategories.position), asc(faqCategories.id));

/** A question in the list of all questions, shown to shoppers or not. */
export interface FaqRow {
  id: string;
  categoryId: string;
  question: string;
  answer: string;
  isShown: boolean;
  version: number;
}

/** All questions in their order, hidden ones included. */
export const allFaqs = (db: Database): Promise<FaqRow[]> =>
  db
    .select({
      id: faqs.id,
      categoryId: faqs.categoryId,
      question: faqs.question,
      answer: faqs.answer,
      version: faqs.version,
      isShown: sql<boolean>`${faqs.publishedAt} <= now() and ${faqs.publishedAt} is not null`,
    })
    .from(faqs)
    .innerJoin(faqCategories, eq(faqCategories.id, faqs.categoryId))
    .orderBy(asc(faqCategories.position), asc(faqCategories.id), asc(faqs.position), asc(faqs.id));

/** All questions with the values of their drafts; questions that exist only as drafts are at the end. */
export async function faqsWith(db: Database, drafted: ReadonlyMap<string, DraftedFaq>): Promise<FaqRow[]> {
  const rows = await allFaqs(db);
  const known = new Set(rows.map(({ id }) => id));
  const empty = {
    categoryId: (await faqGroups(db))[0]?.id ?? "",
    question: "",
    answer: "",
    isShown: false,
    version: 0,
  };
  const added = [...drafted.keys()].filter((id) => !known.has(id)).map((id) => ({ ...empty, id }));
  return [...rows, ...added].map((row) => ({ ...row, ...drafted.get(row.id) }));
}

/** The FAQ as shoppers would see it with these drafts. */
export async function previewedFaqs(db: Database, drafted: ReadonlyMap<string, DraftedFaq>): Promise<FaqLine[]> {
  const [groups, rows] = await Promise.all([faqGroups(db), faqsWith(db, drafted)]);
  return groups.flatMap(({ id: categoryId, name }): FaqLine[] => {
    const own = rows.filter((row) => row.isShown && row.categoryId === categoryId);
    if (own.length === 0) return [{ categoryId, name, id: null, question: null, answer: null }];
    return own.map(({ id, question, answer }) => ({ categoryId, name, id, question, answer }));
  });
}
