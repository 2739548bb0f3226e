import { getTableName, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { posts } from "~/shop/blog/blog.tables";
import { chapters, events, socialPosts, videos } from "~/shop/community/community.tables";
import { draftedKind } from "~/shop/publishing/draft-record.server";
import { TEXT_KINDS, type TextKind } from "~/shop/publishing/text-id";
import { faqs } from "~/shop/texts/texts.tables";
import { openTestShop } from "~/testing/test-shop.server";
import { exportContent } from "./export-content.server";

const shop = await openTestShop();

const firstIn = async (table: PgTable): Promise<string> => {
  const { rows } = await shop.db.execute<{ id: string }>(sql.raw(`select id from ${getTableName(table)} order by id`));
  return rows[0]?.id ?? "";
};

/** A text of each kind, with a field of it. */
const examples: Record<TextKind, { id: string; field: string }> = {
  page: { id: "about", field: "hero.title" },
  faq: { id: await firstIn(faqs), field: "answer" },
  menu: { id: "main", field: "rows" },
  article: { id: await firstIn(posts), field: "title" },
  letter: { id: "welcome", field: "title" },
  search: { id: "home", field: "title" },
  chapter: { id: await firstIn(chapters), field: "description" },
  event: { id: await firstIn(events), field: "description" },
  film: { id: await firstIn(videos), field: "file" },
  post: { id: await firstIn(socialPosts), field: "caption" },
};

const wordsOf = (kind: TextKind) => `Written for ${kind}.`;

for (const kind of TEXT_KINDS) {
  const { live } = draftedKind(kind);
  const { id, field } = examples[kind];
  await shop.db.transaction(async (tx) => {
    const stored = await live.read(tx, id);
    const old = stored?.values[field];
    const value = Array.isArray(old) ? old.map((row) => ({ ...row, label: wordsOf(kind) })) : wordsOf(kind);
    await live.write(tx, id, { [field]: value }, stored?.version ?? 0, { memberId: "kim", submission: kind });
  });
}
const lines: string[] = [];
for await (const line of exportContent(shop)) lines.push(line);

test.each(TEXT_KINDS)("a file of the shop's content has what a member wrote in a text of the kind %s", (kind) => {
  expect(lines.filter((line) => line.includes(wordsOf(kind)))).not.toEqual([]);
});
