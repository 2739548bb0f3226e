import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { categories, productColors, products } from "~/shop/catalog/catalog.tables";
import { testBackOffice } from "~/testing/test-back-office.server";
import { wordsIn } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { csvOf } from "~/testing/shopify-export";
import { locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const owner = testBrowser(testBackOffice(shop));
owner.setCookie(await (await testMember(shop, "owner")).cookie());

const below = (response: Response) => locationOf(response).replace("/back-office", "");
const html = async (path: string) => (await owner.get(path)).text();
const words = async (path: string) => wordsIn(await html(path));

/** Uploads a CSV file with rows; returns the address of its preview. */
async function sent(...rows: string[][]): Promise<string> {
  const form = new FormData();
  form.append("file", new File([csvOf(rows)], "goods.csv"));
  return below(await owner.send("/imports/upload", form));
}
const sentOf = async (page: string, mark: string) => fieldsIn(formIn(await html(page), mark));

test("the result shows the numbers of published products and of drafts, and a button opens the act that publishes the drafts", async () => {
  const [category] = await shop.db
    .select({ id: categories.id })
    .from(categories)
    .where(sql`parent_id is not null`)
    .limit(1);
  const picture = await shop.db.execute<{ path: string }>(
    sql`select path from media_uses where path like '/media/%' limit 1`,
  );
  const path = picture.rows[0]?.path ?? "";
  const page = await sent(
    ["Handle", "Name", "Price", "Category", "Kind for tax", "Status", "Picture"],
    ["vest-a", "Result Vest", "12.00", "Vests of nobody", "clothing", "published", path],
    ["vest-b", "Result Cap", "13.00", "Elsewhere", "clothing", "published", ""],
    ["vest-c", "Result Mug", "14.00", "Vests of nobody", "accessory", "draft", path],
  );
  const columns = await sentOf(`${page}/columns`, "category-0");
  await owner.post(`${page}/columns`, { ...columns, "category-1": category?.id ?? "" });
  await owner.post(page, { ...(await sentOf(page, 'value="apply"')), intent: "apply" });
  expect(await words(page)).toContain("1 product came on the shop: see them. 2 drafts wait to be put on the shop");
  expect(await words(page)).toContain(
    "1 product has no picture 1 product has no category 1 lacks nothing: the file does not put it on the shop",
  );

  const chosen = await owner.post(page, await sentOf(page, 'name="form" value="drafts"'));
  const many = await words(below(chosen));
  expect(many).toContain("2 products: the drafts of this import.");
  expect(many).toContain("Put 1 product on the shop");
});

test("the kind for tax is asked beside each category of the file, and its products come on the shop at once", async () => {
  const [top] = (
    await shop.db.execute<{ id: string }>(
      sql`select id from categories where parent_id is null order by position limit 1`,
    )
  ).rows;
  await shop.db.insert(categories).values({ id: "kindless", name: "Kindless", parentId: top?.id ?? "", position: 95 });
  const picture = await shop.db.execute<{ path: string }>(
    sql`select path from media_uses where path like '/media/%' limit 1`,
  );
  const path = picture.rows[0]?.path ?? "";
  const rows = ["a", "b", "c"].map((each) => [each, `Kindless ${each}`, "12.00", "Kindless", "published", path]);
  const page = await sent(["Handle", "Title", "Price", "Category", "Status", "Picture"], ...rows);
  expect(await words(page)).toContain("3 new products have no kind for tax and stay drafts");
  const columns = await sentOf(`${page}/columns`, "kind-0");
  await owner.post(`${page}/columns`, { ...columns, "kind-0": "footwear" });
  expect(await words(page)).not.toContain("no kind for tax");
  expect(await words(page)).toContain("3 products on the shop at once");
  expect(await words(page)).toContain("Tax kind: Boots and shoes");

  const next = await sent(["Handle", "Title", "Price", "Category"], ["d", "Kindless d", "12.00", "Kindless"]);
  expect(await sentOf(`${next}/columns`, "kind-0")).toMatchObject({ "kind-0": "footwear" });
  await owner.post(`${next}/columns`, { ...(await sentOf(`${next}/columns`, "kind-0")), "kind-0": "" });
  expect(await sentOf(`${next}/columns`, "kind-0")).toMatchObject({ "kind-0": "" });
});

test("the page Columns begins with what needs a look, and folds the columns that are understood", async () => {
  const page = await sent(["Handle", "Title", "Variant Price", "Vendor", "Farbe", "Wonder"], ["f", "Folded", "1.00"]);
  const columns = await html(`${page}/columns`);
  const [open = "", folded = ""] = columns.split("<details");
  expect(wordsIn(folded)).toContain("4 columns are understood");
  const heads = ["Handle", "Title", "Variant Price", "Vendor", "Farbe", "Wonder"];
  const named = (part: string) => heads.filter((head) => new RegExp(`<label[^>]*>${head}`).test(part));
  expect(named(open)).toEqual(["Farbe", "Wonder"]);
  expect(named(folded)).toEqual(["Handle", "Title", "Variant Price", "Vendor"]);
});

test("of two columns with the same meaning the import uses the first one, and shows a notice, also on the page Columns", async () => {
  const page = await sent(["Handle", "Title", "Price", "Variant Price"], ["twice", "Twice", "10.00", "20.00"]);
  const shown = await words(page);
  expect(shown).toContain("1 column means what another one means. The first counts");
  expect(shown).toContain("Price: Price counts, Variant Price is left out.");
  expect(shown).toMatch(/Twice Row 2 .*\$10\.00/);
  const columns = await html(`${page}/columns`);
  expect(wordsIn(columns)).toContain("Left out: it means Price as Price does, and the first counts.");
  const refused = await owner.post(`${page}/columns`, {
    ...fieldsIn(formIn(columns, "column-0")),
    "column-3": "price",
  });
  expect(refused.status).toBe(422);
  expect(wordsIn(await refused.text())).toContain(
    "Price means Price already, and the first counts: leave one of them out.",
  );
});

test("the preview asks for the category of a word that matches several categories, until a member has chosen one", async () => {
  const tops = await shop.db.execute<{ id: string }>(
    sql`select id from categories where parent_id is null order by position limit 2`,
  );
  for (const [place, { id }] of tops.rows.entries())
    await shop.db.insert(categories).values({ id: `chaps${place}`, name: "Chaps", parentId: id, position: 90 + place });
  const page = await sent(["Handle", "Title", "Type", "Variant Price"], ["chaps", "Road Chaps", "Chaps", "120.00"]);
  expect(await words(page)).toContain("1 word of the file names several categories here: Chaps");
  const columns = await html(`${page}/columns`);
  expect(wordsIn(columns)).toContain("Several categories here are called so: choose one.");
  await owner.post(`${page}/columns`, { ...fieldsIn(formIn(columns, "column-0")), "category-0": "chaps1" });
  expect(await words(page)).not.toContain("names several categories");
});

test("the preview asks for the meaning of a third option; the page Columns shows this option and no others", async () => {
  const heads = ["Handle", "Title", "Variant Price", "Option1 Name", "Option1 Value", "Option2 Name", "Option2 Value"];
  const page = await sent(
    [...heads, "Option3 Name", "Option3 Value"],
    ["third", "Third Gloves", "40.00", "Size", "S", "Color", "Black", "Lining", "Wool"],
    ["third", "", "40.00", "", "S", "", "Black", "", "Silk"],
  );
  expect(await words(page)).toContain("Some products have a third choice besides size and color");
  const columns = await html(`${page}/columns`);
  expect(columns).toContain("A part of the color: Black / ");
  const fields = fieldsIn(formIn(columns, "column-0"));
  expect(Object.keys(fields).filter((name) => name.startsWith("option-"))).toEqual(["option-0"]);
  await owner.post(`${page}/columns`, { ...fields, "option-0": "color" });
  expect(await words(page)).not.toContain("third choice");
  expect(await words(page)).toContain("2 rows go in");
});

test("a row that repeats the size of another asks for no third option", async () => {
  const page = await sent(
    ["Handle", "Title", "Variant Price", "Option1 Name", "Option1 Value"],
    ["patch", "Case Patch", "9.00", "Size", "S"],
    ["patch", "", "9.00", "", "s"],
  );
  const shown = await words(page);
  expect(shown).toContain("row 2 is the same size and color");
  expect(shown).not.toContain("third choice");
});

test("the rows that wait for the member come before what is only worth knowing, and a question has no reading that is no number", async () => {
  const page = await sent(
    ["Handle", "Title", "Variant Price", "Preis", "Variant Inventory Tracker", "Variant Inventory Qty", "Gift Card"],
    ["waits", "Waiting Tee", "129,00", "", "shopify", "twelve", ""],
    ["waits-too", "Waiting Cap", "19.00", "", "shopify", "5", ""],
    ["voucher", "Voucher", "25.00", "", "", "", "true"],
  );
  const shown = await words(page);
  expect(shown).toContain("Row 2 (Waiting Tee), Price: is 129,00 $129.00?");
  expect(shown).not.toContain("is no number");
  const places = [
    "1 row to mend",
    "Worth knowing",
    "means what another one means",
    "1 gift card is left out",
    "1 new product",
  ];
  const found = places.map((part) => shown.indexOf(part));
  expect(found).toEqual(found.toSorted((one, other) => one - other));
  expect(found).not.toContain(-1);
});

test("a button makes the import read prices with decimal commas, and keeps corrections of other cells", async () => {
  const page = await sent(
    ["Handle", "Title", "Variant Price", "Option1 Name", "Option1 Value"],
    ["comma", "Comma Tee", "1.299,00", "Size", "S"],
    ["comma", "", "39,90", "", "M"],
    ["comma-cap", "Comma Cap", "dear", "", ""],
  );
  const form = await sentOf(page, 'value="commas"');
  const cell = Object.keys(form).find((name) => name.startsWith("cell-4-")) ?? "";
  await owner.post(page, { ...form, [cell]: "9", intent: "commas" });
  const shown = await html(page);
  expect(wordsIn(shown)).toContain("3 rows go in");
  expect(wordsIn(shown)).toContain("$39.90 \u2013 $1,299.00");
  expect(shown).not.toContain('value="commas"');
});

test("a file asks once what its points mean, and what becomes of amounts in another currency (B-53)", async () => {
  const page = await sent(
    ["Handle", "Title", "Variant Price", "Cost per item"],
    ...[1, 2, 3, 4, 5, 6].map((number) => [`twofold-${number}`, `Twofold Tee ${number}`, "1.250", "€ 9"]),
  );
  const asked = wordsIn(await html(page));
  expect(asked).toContain("Row 2 (Twofold Tee 1), Price: does 1.250 mean $1.25 or $1,250.00?");
  expect(asked).toContain("Row 2 (Twofold Tee 1), Cost: € 9 is €, and this shop sells in US dollars.");
  expect(asked).not.toContain("rows to mend");
  await owner.post(page, { ...(await sentOf(page, 'value="points"')), intent: "points" });
  await owner.post(page, { ...(await sentOf(page, 'value="left-out"')), intent: "left-out" });
  const shown = wordsIn(await html(page));
  expect(shown).toContain("6 rows go in");
  expect(shown).toContain("$1.25");
});

test("both buttons beside the invalid rows keep the choice to import stock and the choice about missing quantities", async () => {
  const page = await sent(
    ["Handle", "Title", "Variant Price", "Variant Inventory Tracker", "Variant Inventory Qty"],
    ["ticked", "Ticked Tee", "1.299,00", "shopify", "4"],
    ["ticked-cap", "Ticked Cap", "dear", "shopify", ""],
  );
  const ticks = async () => {
    const { takesStock, untoldStock } = await sentOf(page, 'name="takesStock"');
    return { takesStock, untoldStock };
  };
  expect(await ticks()).toEqual({ takesStock: undefined, untoldStock: undefined });
  await owner.post(page, { ...(await sentOf(page, 'value="commas"')), takesStock: "yes", intent: "commas" });
  expect((await ticks()).takesStock).toBe("yes");
  const cell = Object.keys(await sentOf(page, 'value="check"')).find((name) => name.startsWith("cell-3-")) ?? "";
  await owner.post(page, { ...(await sentOf(page, 'value="check"')), [cell]: "9,50", intent: "check" });
  expect(await ticks()).toEqual({ takesStock: "yes", untoldStock: "zero" });
  await owner.post(page, { ...(await sentOf(page, 'value="apply"')), untoldStock: "uncounted", intent: "check" });
  expect(await ticks()).toEqual({ takesStock: "yes", untoldStock: "uncounted" });
});

test("a corrected cell that is too long is refused beside the cell, and nothing that was typed is lost", async () => {
  const page = await sent(
    ["Handle", "Title", "Body (HTML)", "Variant Price"],
    ["long-tee", "Long Tee", "", "dear"],
    ["long-cap", "Long Cap", "", "dear"],
  );
  const form = await sentOf(page, 'value="check"');
  const [first = "", second = ""] = Object.keys(form).filter((name) => name.startsWith("cell-"));
  const long = "9".repeat(100_001);
  const refused = await owner.post(page, { ...form, [first]: long, [second]: "9.50", intent: "check" });
  expect(refused.status).toBe(422);
  const text = await refused.text();
  expect(wordsIn(text)).toContain("Price: Longer than any text of a product: at most 100,000 characters.");
  expect(fieldsIn(formIn(text, 'value="check"'))).toMatchObject({ [first]: long, [second]: "9.50" });
  const longest = { ...form, [first]: long.slice(1), [second]: "9.50", intent: "check" };
  expect((await owner.post(page, longest)).status).toBe(302);
  expect(fieldsIn(formIn(await html(page), 'value="check"'))).toMatchObject({ [first]: long.slice(1) });
  expect(await sentOf(page, 'value="check"')).not.toHaveProperty(second);
});

test("the preview lists columns named in another language with their guessed meaning, until a member has checked them", async () => {
  const page = await sent(["Artikel", "Größe", "Preis", "Lieferant"], ["Weste", "S", "12.00", "Ridge"]);
  expect(await words(page)).toContain(
    "3 columns are read by their names in another language Artikel is Name, Größe is Size, Preis is Price.",
  );
  const columns = await html(`${page}/columns`);
  expect(wordsIn(columns)).toContain("3 columns are guessed By names in another language");
  await owner.post(`${page}/columns`, fieldsIn(formIn(columns, "column-0")));
  expect(await words(page)).not.toContain("in another language");
  expect(await words(page)).toContain("It is read as it was chosen");
});

test("preview and result list uploaded pictures that no row names, with the most similar name in the file", async () => {
  const page = await sent(["Handle", "Title", "Price", "Image Src"], ["hood", "Hood", "40.00", "hood-black.jpg"]);
  const form = new FormData();
  for (const name of ["hood-blak.jpg", "holiday.png", "notes.txt"]) form.append("pictures", new File(["x"], name));
  await owner.send(`${page}/upload`, form);
  const said = "2 pictures that were sent match no row of the file.";
  expect(await words(page)).toContain(said);
  expect(await words(page)).toContain("hood-blak.jpg: did you mean hood-black.jpg?");
  await owner.post(page, { ...(await sentOf(page, 'value="apply"')), submission: randomUUID(), intent: "apply" });
  expect(await words(page)).toContain("1 row is in");
  expect(await words(page)).toContain(said);
});

const jpeg = (background: string) =>
  sharp({ create: { width: 40, height: 50, channels: 3, background } })
    .jpeg()
    .toBuffer();
/** Uploads pictures to an import like its page; returns the address of the redirect. */
async function sendPictures(page: string, ...names: string[]): Promise<string> {
  const form = new FormData();
  for (const [place, name] of names.entries())
    form.append(
      "pictures",
      new File([new Uint8Array(await jpeg(`#44${name.includes("one") ? 7 : place}8${name.length % 10}2`))], name),
    );
  return below(await owner.send(`${page}/upload`, form));
}

test("pictures uploaded after the import are added to the products that name them, in one act that can be undone; later uploads do not change a product whose pictures a member changed since", async () => {
  const page = await sent(
    ["Handle", "Title", "Price", "Option1 Name", "Option1 Value", "Image Src", "Variant Image"],
    ["late-hood", "Late Hood", "40.00", "Color", "Black", "late-front.jpg", "late-black.jpg"],
    ["late-hood", "", "40.00", "", "Sand", "late-back.jpg", "late-sand.jpg"],
    ["late-cap", "Late Cap", "20.00", "", "", "late-cap.jpg", ""],
  );
  await owner.post(page, { ...(await sentOf(page, 'value="apply"')), submission: randomUUID(), intent: "apply" });
  const result = await words(page);
  expect(result).toContain("Pictures 0 of 5 pictures here");
  expect(result).toContain("Send them from a folder");
  const picturesOf = async (handle: string) => {
    const [product] = await shop.db.select().from(products).where(eq(products.handle, handle));
    const id = product?.id ?? "";
    const colors = await shop.db
      .select()
      .from(productColors)
      .where(eq(productColors.productId, id))
      .orderBy(productColors.position);
    return { id, count: product?.images.length, ofColors: colors.map(({ images }) => images.length) };
  };
  const first = await sendPictures(page, "late-front.jpg", "late-black.jpg", "late-cap.jpg");
  expect(await words(first)).toContain("Undo");
  expect(await picturesOf("late-hood")).toMatchObject({ count: 2, ofColors: [1, 0] });
  expect(await picturesOf("late-cap")).toMatchObject({ count: 1 });

  const { id } = await picturesOf("late-hood");
  const act = new URLSearchParams(first.split("?")[1]).get("done");
  await owner.post(`/log/${act}`, { submission: randomUUID(), back: page });
  expect(await picturesOf("late-hood")).toMatchObject({ count: 0 });
  const second = await sendPictures(page, "late-back.jpg", "late-sand.jpg");
  expect(second).not.toContain("done=");
  expect(await picturesOf("late-hood")).toMatchObject({ id, count: 0 });
  expect(await words(page)).not.toContain("Send them from a folder");
});

test("a product whose pictures are sent in two uploads gets all of them, in the order of the CSV file", async () => {
  const page = await sent(
    ["Handle", "Title", "Price", "Image Src"],
    ["two-parts", "Two Parts", "40.00", "part-one.jpg"],
    ["two-parts", "", "", "part-two.jpg"],
  );
  await owner.post(page, { ...(await sentOf(page, 'value="apply"')), submission: randomUUID(), intent: "apply" });
  await sendPictures(page, "part-two.jpg");
  await sendPictures(page, "part-one.jpg");
  const [product] = await shop.db.select().from(products).where(eq(products.handle, "two-parts"));
  const { rows } = await shop.db.execute<{ path: string }>(
    sql`select path from import_pictures where source like 'part-%' order by source`,
  );
  expect(product?.images).toEqual(rows.map(({ path }) => path));
});

test("the list of errors has one line for a repeated third option, and lists errors that a row causes with that row", async () => {
  const heads = ["Handle", "Title", "Variant Price", "Option1 Name", "Option1 Value", "Option2 Name", "Option2 Value"];
  const rows = Array.from({ length: 38 }, (_, n) => [
    "many-third",
    "",
    "40.00",
    "",
    `S${n}`,
    "",
    "Black",
    "",
    `W${n % 3}`,
  ]);
  const page = await sent(
    [...heads, "Option3 Name", "Option3 Value"],
    ["many-third", "Many Gloves", "40.00", "Size", "S", "Color", "Black", "Weave", "Wool"],
    ...rows,
  );
  const shown = await html(page);
  expect(wordsIn(shown)).toContain("1 row to mend");
  expect(wordsIn(shown)).toContain("38 more rows of this product stay out until then");
  expect(shown.match(/name="cell-/g)).toHaveLength(1);

  const woo = await sent(
    [
      "ID",
      "Type",
      "SKU",
      "Name",
      "Published",
      "In stock?",
      "Stock",
      "Regular price",
      "Parent",
      "Attribute 1 name",
      "Attribute 1 value(s)",
    ],
    ["771", "variable", "WP", "Woo Parent Tee", "1", "1", "", "", "", "Size", "S"],
    ["772", "variation", "", "Woo Parent Tee", "1", "1", "", "dear", "id:771", "Size", "S"],
  );
  const mends = await words(woo);
  expect(mends).toContain("1 row to mend");
  expect(mends).toContain("1 more row of this product stays out until then");
  expect(mends).not.toContain("Name:");
});

test("the result mentions new products only if there are any", async () => {
  const rows = (price: string) => [
    ["Handle", "Name", "Price"],
    ["spoken", "Spoken Mug", price],
  ];
  const first = await sent(...rows("9.00"));
  await owner.post(first, { ...(await sentOf(first, 'value="apply"')), submission: randomUUID(), intent: "apply" });
  expect(await words(first)).toContain("puts the new products away");
  const again = await sent(...rows("12.00"));
  await owner.post(again, { ...(await sentOf(again, 'value="apply"')), submission: randomUUID(), intent: "apply" });
  expect(await words(again)).toContain("1 row changed something");
  expect(await words(again)).not.toContain("new products");
});
