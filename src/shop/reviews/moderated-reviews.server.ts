import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "~/platform/database.server";
import { moderation } from "~/shop/audit/moderated.server";
import { namedProducts } from "~/shop/catalog/named-products.server";
import { productAddress } from "~/shop/catalog/product";
import { limits } from "~/shop/limits";
import { PlainLines } from "~/shop/plain-text";
import { fitWords } from "./fit";
import { questions, reviews } from "./reviews.tables";

/** Schema of the shop's public answer to a review or a question. */
export const ShopAnswer = PlainLines(limits.text.message, { missing: "Write your answer." })
  .trim()
  .min(1, "Write your answer.");

/** Moderation of reviews. A review contains no e-mail address: those of a person are found by the orders that prove them. */
export const moderatedReviews = moderation({
  kind: "review",
  record: "review",
  table: reviews,
  at: "writtenAt",
  state: "state",
  person: reviews.orderNumber,
  product: reviews.productId,
  async tell(db, rows) {
    const goods = await goodsOf(db, rows);
    return (row) => ({
      ...goods(row),
      author: row.author,
      title: row.title,
      words: row.content,
      inShort: row.title || row.content,
      stars: row.rating,
      orderNumber: row.orderNumber,
      isBuyer: row.verified,
      fit: row.fit ? fitWords[row.fit] : "",
      answer: row.answer,
    });
  },
  answer: {
    schema: ShopAnswer,
    read: ({ answer }) => answer,
    write: (answer) => ({ answer: answer as string | null, answeredAt: answer ? new Date() : null }),
  },
});

const StaffAnswer = z.object({ author: z.string(), date: z.string(), content: ShopAnswer });

type Question = typeof questions.$inferSelect;
const staffAnswer = ({ answers }: Question) => answers.find(({ staff }) => staff);

/** Moderation of questions about goods, with the shop's own answer among those of riders. */
export const moderatedQuestions = moderation({
  kind: "question",
  record: "question",
  table: questions,
  at: "askedAt",
  state: "state",
  person: questions.email,
  product: questions.productId,
  async tell(db, rows) {
    const goods = await goodsOf(db, rows);
    return (row) => ({
      ...goods(row),
      author: row.author,
      words: row.question,
      answer: staffAnswer(row)?.content ?? null,
      wantsLetter: wantsLetter(row),
    });
  },
  answer: {
    schema: StaffAnswer,
    read(row) {
      const said = staffAnswer(row);
      return said ? { author: said.author, date: said.date, content: said.content } : null;
    },
    write(answer, row) {
      const own = StaffAnswer.nullable().parse(answer);
      return {
        answers: [
          ...(own ? [{ id: staffAnswer(row)?.id ?? crypto.randomUUID(), staff: true, ...own }] : []),
          ...row.answers.filter(({ staff }) => !staff),
        ],
      };
    },
  },
});

/** Whether the asker wants the answer mailed, and it was not mailed yet. */
const wantsLetter = ({ email, answerMailedAt }: Question): boolean => email !== null && answerMailedAt === null;

/** Whether a letter with the answer to this question is still to be sent. */
export async function wantsAnswer(db: Database, id: string): Promise<boolean> {
  const [row] = await db.select().from(questions).where(eq(questions.id, id));
  return row !== undefined && wantsLetter(row);
}

/** Reads the products that these rows are about; returns a function for what a row tells of its product. */
async function goodsOf(db: Database, rows: { productId: string }[]) {
  const named = await namedProducts(
    db,
    rows.map(({ productId }) => productId),
  );
  return ({ productId }: { productId: string }) => {
    const product = named.get(productId);
    return {
      name: product?.name ?? "",
      about: product ? { name: product.name, image: product.image, to: productAddress(product) } : null,
    };
  };
}
