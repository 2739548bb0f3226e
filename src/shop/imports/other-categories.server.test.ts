import { expect, test } from "vitest";
import { openImports } from "~/testing/open-imports.server";
import { csvOf } from "~/testing/shopify-export";
import { rejectedRowsCsv } from "./rejected-rows.server";
import { otherCategoriesIn } from "./rows.server";

const { shop, owner, readIn, apply, words, rows } = await openImports();

const HEAD = ["ID", "Type", "SKU", "Name", "Published", "In stock?", "Regular price", "Categories"];
const woo = (...lines: [name: string, categories: string][]) =>
  csvOf([
    HEAD,
    ...lines.map(([name, categories], place) => [
      String(900 + place),
      "simple",
      `OC-${place}`,
      name,
      "1",
      "1",
      "40",
      categories,
    ]),
  ]);

test("further categories of a product are named with its row, counted, and stand in the file of problems", async () => {
  const id = await readIn(
    woo(
      ["Two Places Jacket", "Men > Jackets, Sale, Gifts > For riders"],
      ["Another Two", "Vests, Sale"],
      ["One Place", "Men > Jackets"],
      ["Nowhere", "Uncategorized"],
    ),
  );
  const said = (await words(id)).filter(([, field]) => field === "otherCategories");
  const left = "a product has one category here, so the first is taken";
  expect(said).toEqual([
    [2, "otherCategories", `Sale, Gifts > For riders: ${left}`],
    [3, "otherCategories", `Sale: ${left}`],
  ]);
  expect(await otherCategoriesIn(shop.db, id, 3)).toEqual({ count: 2, names: ["Sale", "Gifts > For riders"] });
  const file = (await rejectedRowsCsv(shop, owner, id)) ?? "";
  expect(file).toContain("Gifts > For riders");
  expect(file).toContain("Another Two");
  expect(file).not.toContain("One Place");
});

test("a category above another one of the product, and one named twice, are no further category; the nearer one is taken", async () => {
  const id = await readIn(
    woo(["Nested Tee", "Men, Men > Tees, Men > Tees"], ["Late Nested Tee", "Uncategorized, Tops"]),
  );
  expect((await words(id)).filter(([, field]) => field === "otherCategories")).toEqual([]);
  const [nested, late] = await rows(id);
  const said = [nested, late].map((row) => row?.cells.filter((cell) => /Men|Tops|Uncat/.test(cell)));
  expect(said).toEqual([["Men > Tees"], ["Tops"]]);
});

test("a product of the shop keeps its category without a word about others", async () => {
  const file = woo(["Stays Jacket", "Men > Jackets, Sale"]);
  await apply(await readIn(file));
  const [again] = await rows(await readIn(file));
  expect(again?.state).toBe("same");
  expect(again?.problems.map(({ field }) => field)).not.toContain("otherCategories");
});

test("of a Squarespace file further categories are named as well", async () => {
  const id = await readIn(
    csvOf([
      ["Product URL", "Title", "Option Name 1", "Option Value 1", "Price", "Categories", "Hosted Image URLs"],
      ["/shop/square-tee", "Square Tee", "Size", "S", "30", "/men/tees, /sale", ""],
      ["", "", "Size", "M", "30", "", ""],
    ]),
  );
  expect((await words(id)).filter(([, field]) => field === "otherCategories")).toEqual([
    [2, "otherCategories", "sale: a product has one category here, so the first is taken"],
  ]);
});
