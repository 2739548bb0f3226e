import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { markedAs } from "~/platform/marks.tables";
import { officeAs } from "~/testing/back-office-as.server";
import { textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { openReadablePages } from "~/testing/read-pages.server";
import { Traps } from "~/shop/bot-traps";
import { QuestionForm, ReviewForm } from "./review-form";
import { questions, reviews } from "./reviews.tables";
import { askQuestion, writeReview } from "./reviews.server";

const { shop, html } = await openReadablePages();
const { db } = shop;
const office = officeAs(shop, memberAs("owner"));
/** The Outlaw Leather Jacket. */
const product = "89bfd678d7e19124ca884351";

/** Fields of a form that are no words of the shopper. */
const OTHERS = ["product", "email", ...Object.keys(Traps.shape)];
const KINDS = [
  { name: "review", page: "reviews", form: ReviewForm, table: reviews, chosen: { rating: 4 } },
  { name: "question", page: "questions", form: QuestionForm, table: questions, chosen: {} },
] as const;

describe.each(KINDS)("every field of a $name", ({ name, page, form, table, chosen }) => {
  const words = Object.keys(form.shape).filter((field) => !OTHERS.includes(field));
  const texts = Object.fromEntries(words.map((field) => [field, `Text of ${field}`]));
  const filled: Record<string, unknown> = { ...texts, ...chosen };
  const typed = form.parse({ ...filled, product });
  const shown = words.filter((field) => !(field in chosen)).map((field) => texts[field] ?? "");

  test("has an input in its form", async () => {
    const asked = await html(`/${page}?product=${product}`);
    const names = new Set(Array.from(asked.matchAll(/ name="([^"]+)"/g), ([, found]) => found));
    expect(["product", "email", ...words].filter((field) => !names.has(field))).toEqual([]);
  });

  test("ends with its person, as far as it is a text", () => {
    const texts = words.filter((field) => !(field in chosen));
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.filter((field) => !markedAs(table, "personal").includes(field))).toEqual([]);
  });

  test("is stored, and read by members in the queue and by shoppers on the page", async () => {
    await (name === "review" ? writeReview(db, typed as ReviewForm) : askQuestion(db, typed as QuestionForm));
    const [row] = await db.select().from(table).where(eq(table.author, "Text of author"));
    expect(row).toMatchObject(filled);
    const open = await office.text(`/queue/${page}/${name}-${row?.id ?? ""}`);
    for (const text of shown) expect(open).toContain(text);

    await db.update(table).set({ state: "approved" }).where(eq(table.author, "Text of author"));
    const read = textOf(await html(`/${page}?product=${product}&again=${randomUUID()}`));
    for (const text of shown) expect(read).toContain(text);
  });
});
