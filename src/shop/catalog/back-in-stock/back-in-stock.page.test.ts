import { expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { elementOf, textOf } from "~/testing/html";
import { openReadablePages } from "~/testing/read-pages.server";
import { requestAddress } from "./request-address";

const { shop, html } = await openReadablePages();

test("the page of a variant that is in stock says so and shows no form; a sold-out variant has a form", async () => {
  const { rows } = await shop.db.execute<{ id: string; size: string; color: string; other: string }>(sql`
    select own.product_id as id, own.size, own.color, gone.size as other
    from variants own join variants gone on gone.product_id = own.product_id and gone.color = own.color and gone.size <> own.size
    where gone.stock = 0 and own.stock > 0 order by own.id limit 1`);
  const [{ id, size, color, other }] = rows as [(typeof rows)[number]];
  const had = textOf(elementOf(await html(requestAddress(id, { size, color })), "main"));
  expect(had).toContain(`${size} can be had right now.`);
  expect(had).not.toContain("Email me");
  const gone = elementOf(await html(requestAddress(id, { size: other, color })), "main");
  expect(textOf(gone)).not.toContain("can be had right now");
  expect(gone).toContain('name="email"');
});
