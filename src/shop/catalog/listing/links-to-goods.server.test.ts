import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { products } from "../catalog.tables";
import { waysOn } from "./links-to-goods.server";

const { db } = await openTestShop();

test("buttons that say to go on shopping lead to their collection, else to the largest shop, else to the first page", async () => {
  expect(await waysOn(db)).toEqual({ "new-arrivals": "/shop/new-arrivals", men: "/shop/men" });
  await db.update(products).set({ newArrivals: false });
  const { "new-arrivals": largest, men } = await waysOn(db);
  expect([men, largest]).toEqual(["/shop/men", expect.stringMatching(/^\/shop\/(men|women|accessories|headwear)$/)]);
  await db.update(products).set({ publishedStatus: "draft" });
  expect(await waysOn(db)).toEqual({ "new-arrivals": "/", men: "/" });
});

test("no component leads to a fixed collection, which may be empty", async () => {
  const fixed: string[] = [];
  for await (const file of glob("src/{shop,shell,ui}/**/*.tsx"))
    for (const [link] of (await readFile(file, "utf8")).matchAll(
      /\b(?:to|href)=(?:"|\{["'`])(?:\$\{address\})?\/shop\/[a-z]/g,
    ))
      fixed.push(`${file}: ${link}`);
  expect(fixed).toEqual([]);
});
