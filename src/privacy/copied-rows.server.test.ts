import { getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { allTables } from "~/backup/all-tables.server";
import { marksOf } from "~/platform/marks.tables";
import { openTestShop } from "~/testing/test-shop.server";
import { rowsOfPerson } from "~/testing/personal-rows.server";

const shop = await openTestShop();

/** Tables that refer to a person's rows and say nothing of their own about the person, by the reason. */
const BOOKS: Record<string, string> = {
  "figures and states that the database derives from the order": "order_facts",
  "books: amounts, tax and pieces of what the copy has by order, parcel and refund":
    "gift_card_entries order_taxes parcel_lines refund_extras refund_lines refund_parts sale_events tax_reports",
  "a letter that asked for reviews, which the order's history has": "review_letters",
  "pieces of a parcel whose loss the copy has": "lost_pieces",
  "a hold of stock that ends within the hour": "beyond_half_holds",
  "the log, whose values about a person have a table of their own": "audit",
};

test("a table that refers to a person's rows says whose its rows are, or stands here with a reason", async () => {
  const marked = allTables.filter((table) => marksOf(table)?.whose).map((table) => getTableName(table));
  const found = [...(await rowsOfPerson(shop.db, "somebody@example.com")).keys()];
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter((table) => !marked.includes(table)).toSorted()).toEqual(
    Object.values(BOOKS)
      .flatMap((tables) => tables.split(" "))
      .toSorted(),
  );
});
