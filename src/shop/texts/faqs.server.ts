import { and, asc, eq, lte } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { filled, type Settings } from "~/shop/settings";
import { atAddress, type FaqCategory } from "./faq";
import { type FaqLine, previewedTexts, shownMoment } from "./previewed-texts.server";
import { faqCategories, faqs as faqRows } from "./texts.tables";

/** FAQ tabs with their questions; settings are replaced by their values, and links to the shop use the origin `address`. */
export async function faqs(db: Database, settings: Settings, address: string): Promise<FaqCategory[]> {
  const rows = previewedTexts()?.faqs ?? (await publishedFaqs(db));
  const categories = new Map<string, FaqCategory>();
  for (const { categoryId, name, id, question, answer } of rows) {
    const category = categories.get(categoryId) ?? { id: categoryId, name, questions: [] };
    categories.set(categoryId, category);
    if (id === null || question === null || answer === null) continue;
    category.questions.push({
      id,
      question: filled(question, settings),
      answer: atAddress(filled(answer, settings), address),
    });
  }
  const all = [...categories.values()];
  // A tab without questions leads to nothing; a page without any question keeps its tabs.
  const asked = all.filter(({ questions }) => questions.length > 0);
  return asked.length > 0 ? asked : all;
}

const publishedFaqs = (db: Database): Promise<FaqLine[]> =>
  db
    .select({
      categoryId: faqCategories.id,
      name: faqCategories.name,
      id: faqRows.id,
      question: faqRows.question,
      answer: faqRows.answer,
    })
    .from(faqCategories)
    .leftJoin(faqRows, and(eq(faqRows.categoryId, faqCategories.id), lte(faqRows.publishedAt, shownMoment())))
    .orderBy(asc(faqCategories.position), asc(faqCategories.id), asc(faqRows.position), asc(faqRows.id));
