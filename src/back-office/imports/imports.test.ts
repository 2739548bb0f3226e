import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { eq, like } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { wordsIn } from "~/testing/back-office-as.server";
import { csvOf, shopifyExport } from "~/testing/shopify-export";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";
import { memberEvents } from "~/shop/members/member-events.tables";
import { categories, products, variants } from "~/shop/catalog/catalog.tables";
import { mendedIn } from "./edited-cells";

const shop = await openTestShop();
const { db } = shop;
const app = testBackOffice(shop);

async function signedIn(role: "owner" | "packer" | "bookkeeper") {
  const browser = testBrowser(app);
  browser.setCookie(await (await testMember(shop, role)).cookie());
  return browser;
}
const owner = await signedIn("owner");

async function send(text: string | Uint8Array<ArrayBuffer>, browser = owner): Promise<Response> {
  const form = new FormData();
  form.append("file", new File([text], "goods.csv"));
  return browser.send("/imports/upload", form);
}
const below = (response: Response) => locationOf(response).replace("/back-office", "");
const words = async (path: string) => wordsIn(await (await owner.get(path)).text());

test("an empty list of imports says so without mentioning a sort order, and the menu marks Goods as current", async () => {
  const page = await (await owner.get("/imports")).text();
  expect(wordsIn(page)).toContain("No file was read in yet");
  expect(page).not.toContain("The newest first");
  expect(page).toMatch(
    /aria-current="page"[^>]*href="\/back-office\/goods"|href="\/back-office\/goods"[^>]*aria-current="page"/,
  );
});

test("the line breaks of a rejected cell stay in its field, and a cell that is sent as it was shown is not a correction", async () => {
  const headers = ["Handle", "Title", "Option1 Name", "Option1 Value", "Variant Price", "Status"];
  const page = below(
    await send(csvOf([headers, ["broken-cap", "Broken Cap", "Size", "M", "twelve\nthirteen", "draft"]])),
  );
  const form = fieldsIn(formIn(await (await owner.get(page)).text(), "cell-"));
  const cell = Object.keys(form).find((name) => name.startsWith("cell-")) ?? "";
  expect(form[cell]).toBe("twelve\nthirteen");
  expect(mendedIn({ ...form, [cell]: "twelve\r\nthirteen" })).toEqual([]);
  await owner.post(page, { ...form, [cell]: "twelve\r\n\r\nthirteen", intent: "check" });
  const again = fieldsIn(formIn(await (await owner.get(page)).text(), "cell-"));
  expect(again[cell]).toBe("twelve\n\nthirteen");
  await owner.post(page, { ...again, intent: "drop" });
});

test("a member uploads a file, corrects its preview in place, imports it once and undoes the import", async () => {
  const page = below(await send(shopifyExport({ products: 12, variants: 4, withFaults: true, status: "draft" })));
  expect(page).toMatch(/^\/imports\/\d+$/);
  const shown = await (await owner.get(page)).text();
  expect(wordsIn(shown)).toContain("Nothing has changed yet");
  expect(wordsIn(shown)).toContain("write cents with a point: 12.50");
  expect(await db.select().from(products).where(like(products.handle, "product-%"))).toHaveLength(0);

  const form = fieldsIn(formIn(shown, "cell-"));
  const cell = Object.keys(form).find((name) => name.startsWith("cell-") && form[name] === "12,50") ?? "";
  const mended = await owner.post(page, { ...form, [cell]: "12.50", intent: "check" });
  expect(mended.status).toBe(302);
  const again = await (await owner.get(page)).text();
  expect(wordsIn(again)).not.toContain("write cents with a point");

  const ready = fieldsIn(formIn(again, "cell-"));
  const done = await owner.post(page, { ...ready, intent: "apply" });
  expect(below(done)).toMatch(/\?done=/);
  expect(await words(below(done))).toContain("is in. Undo");
  expect(await words(page)).toMatch(/44 rows are in 44 rows were new, as drafts\. Done at \d/);
  expect(await words(page)).toContain("12 drafts wait to be put on the shop");
  expect(await (await owner.get(page)).text()).toContain('href="/back-office/goods?sort=newest"');
  expect((await owner.post(page, { ...ready, intent: "apply" })).status).toBe(302);
  expect(await db.select().from(products).where(like(products.handle, "product-%"))).toHaveLength(12);
  expect(await (await owner.get(`${page}/left-out`)).text()).toContain("Why it stayed out");

  const act = new URLSearchParams(below(done).split("?")[1]).get("done");
  const back = await owner.post(`/log/${act}`, { submission: randomUUID(), back: page });
  expect(back.status).toBe(302);
  expect(await words(page)).toContain("This import was taken back");
  const put = await db.select().from(products).where(like(products.handle, "product-%"));
  expect(new Set(put.map(({ publishedStatus }) => publishedStatus))).toEqual(new Set(["archived"]));
  expect(await words("/imports")).toContain("Taken back");
});

test.each([
  ["a picture", Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]), "This is no CSV file"],
  ["a file cut in the middle", 'Handle,Title\nx,"Half a na', "The file ends in the middle of row 2"],
  ["nothing", "", "The file is empty"],
])("an unusable upload (%s) is refused with a message", async (_, text, said) => {
  expect(await words(below(await send(text as string)))).toContain(said);
});

test("when a member ticks stock after the preview, a new preview is shown before the import, which then sets the stock", async () => {
  const page = below(
    await send(
      csvOf([
        ["Handle", "Title", "Option1 Name", "Option1 Value", "Variant Price", "Variant Inventory Qty", "Status"],
        ["counted-tee", "Counted Tee", "Size", "M", "20.00", "7", "draft"],
      ]),
    ),
  );
  const form = fieldsIn(formIn(await (await owner.get(page)).text(), "takesStock"));
  const first = await owner.post(page, { ...form, takesStock: "yes", intent: "apply" });
  expect(below(first)).toBe(`${page}?look=again`);
  const again = await (await owner.get(below(first))).text();
  expect(wordsIn(again)).toContain("You changed something here.");
  expect(await db.select().from(products).where(eq(products.handle, "counted-tee"))).toEqual([]);

  const done = await owner.post(page, { ...fieldsIn(formIn(again, "takesStock")), intent: "apply" });
  expect(below(done)).toMatch(/\?done=/);
  const [product] = await db.select().from(products).where(eq(products.handle, "counted-tee"));
  const counted = await db
    .select()
    .from(variants)
    .where(eq(variants.productId, product?.id ?? ""));
  expect(counted.map(({ stock }) => stock)).toEqual([7]);
});

test("before the import the preview asks whether variants without a quantity in the file have 0 pieces or are not counted", async () => {
  const sizes = ["S", "M", "L"].map((size, place) => [place === 0 ? "Untold Tee" : "", "untold-tee", "Size", size]);
  const page = below(
    await send(
      csvOf([
        ["Title", "URL handle", "Option1 name", "Option1 value", "Price", "Inventory tracker"],
        ...sizes.map((cells) => [...cells, "20.00", "shopify"]),
      ]),
    ),
  );
  const shown = await (await owner.get(page)).text();
  expect(wordsIn(shown)).toContain("3 new variants are counted in the file and have no quantity");
  expect(wordsIn(shown)).toMatch(/Untold Tee .* 0 pieces Draft/);
  const form = fieldsIn(formIn(shown, "untoldStock"));
  expect(form.untoldStock).toBe("zero");

  const first = await owner.post(page, { ...form, untoldStock: "uncounted", intent: "apply" });
  expect(below(first)).toBe(`${page}?look=again`);
  const again = await (await owner.get(page)).text();
  expect(wordsIn(again)).toMatch(/Untold Tee .* No limit Draft/);
  expect(fieldsIn(formIn(again, "untoldStock")).untoldStock).toBe("uncounted");
  await owner.post(page, { ...fieldsIn(formIn(again, "untoldStock")), intent: "apply" });
  const [product] = await db.select().from(products).where(eq(products.handle, "untold-tee"));
  const own = await db
    .select()
    .from(variants)
    .where(eq(variants.productId, product?.id ?? ""));
  expect(own.map(({ stock }) => stock)).toEqual([null, null, null]);
});

test("the result of an import counts new variants without pieces", async () => {
  const page = below(await send("Title,URL handle,Price,Inventory tracker\nBare Cap,bare-cap,20.00,shopify\n"));
  const form = fieldsIn(formIn(await (await owner.get(page)).text(), "untoldStock"));
  await owner.post(page, { ...form, intent: "apply" });
  expect(await words(page)).toContain("1 new variant has no pieces yet: the file names none.");
});

test("an import is not applied if its columns changed since its preview; the new preview keeps the typed values", async () => {
  const file = csvOf([
    ["Handle", "Title", "Variant Price", "Vendor"],
    ["late-tee", "Late Tee", "20.00", "Ridge"],
    ["late-cap", "Late Cap", "twenty", "Ridge"],
  ]);
  const page = below(await send(file));
  const shown = fieldsIn(formIn(await (await owner.get(page)).text(), "cell-"));
  const columns = fieldsIn(formIn(await (await owner.get(`${page}/columns`)).text(), "column-0"));
  await owner.post(`${page}/columns`, { ...columns, "column-3": "shelf" });

  const late = await owner.post(page, { ...shown, intent: "apply" });
  expect(late.status).toBe(409);
  const html = await late.text();
  expect(wordsIn(html)).toContain("How this file is read was changed since this page was opened. Nothing went in");
  expect(await db.select().from(products).where(eq(products.handle, "late-tee"))).toEqual([]);
  const again = fieldsIn(formIn(html, "cell-"));
  expect(again.version).not.toBe(shown.version);
  expect(again.submission).not.toBe(shown.submission);
  expect(again["cell-3-2"]).toBe("twenty");

  const done = await owner.post(page, { ...again, intent: "apply" });
  expect(below(done)).toMatch(/\?done=/);
  expect(below(await owner.post(page, { ...again, intent: "apply" }))).toBe(below(done));
  const other = await owner.post(page, { ...again, submission: randomUUID(), intent: "apply" });
  expect(await words(below(other))).toContain("Nothing went in by your form");
  expect(await db.select().from(products).where(eq(products.handle, "late-tee"))).toHaveLength(1);
});

test("choosing a category for a word on the page Columns sets it for all rows with that word", async () => {
  const file = csvOf([
    ["Handle", "Title", "Type", "Variant Price"],
    ["one", "Overland Jacket", "Coats & Jackets", "12.00"],
    ["two", "Overland Coat", "Coats & Jackets", "13.00"],
  ]);
  const page = below(await send(file));
  expect(await words(page)).toContain("this shop has no such category; choose one under Columns, or make it there");
  expect(await words(page)).toContain("1 word of the file is no category here: Coats & Jackets");
  const form = await (await owner.get(`${page}/columns`)).text();
  expect(wordsIn(form)).toContain("Coats & Jackets");
  const [, category = ""] = /<option value="([^"]+)">[^<]*Jackets<\/option>/.exec(form) ?? [];
  await owner.post(`${page}/columns`, { ...fieldsIn(formIn(form, "column-0")), "category-0": category });
  expect(await words(page)).not.toContain("no such category");
  expect(await words(page)).not.toContain("no category here");
  expect(await words(page)).toContain("2 rows go in");
  // The choice is stored for the next file from the same shop.
  expect(await words(below(await send(file)))).not.toContain("no category here");
});

test("the page Columns creates a category for an unknown word once, and keeps the other choices of the form", async () => {
  const file = csvOf([
    ["Handle", "Title", "Type", "Variant Price", "Vendor"],
    ["vest-1", "Loom Vest", "Men > Loom Vests", "12.00", "Ridge"],
    ["vest-2", "Loom Vest Two", "Loom Vests", "13.00", "Ridge"],
    ["vest-3", "Odd Vest", "constructor", "13.00", "Ridge"],
  ]);
  const page = below(await send(file));
  expect(await words(page)).toContain("3 words of the file are no category here");
  const form = await (await owner.get(`${page}/columns`)).text();
  const fields = fieldsIn(formIn(form, "column-0"));
  const [, made = "", under] = /<option value="(new:[^"]+)">(Men, Loom Vests)<\/option>/.exec(form) ?? [];
  expect(under).toBe("Men, Loom Vests");
  const place = (word: string) => {
    const [, , at = ""] =
      new RegExp(`<label[^>]*for="([^"]+)"[^>]*>${word}.*?name="category-(\\d+)"`, "s").exec(form) ?? [];
    return at;
  };
  const answers = {
    ...fields,
    [`category-${place("Men &gt; Loom Vests")}`]: made,
    [`category-${place("Loom Vests")}`]: made,
    "column-4": "shelf",
  };
  const stored = () => db.select().from(categories).where(eq(categories.name, "Loom Vests"));
  const refused = [
    { ...answers, "column-4": "name" },
    { ...answers, [`category-${place("constructor")}`]: "new:no-such-parent" },
  ];
  for (const fields of refused) {
    expect((await owner.post(`${page}/columns`, fields)).status).toBe(422);
    expect(await stored()).toEqual([]);
  }
  for (let sent = 0; sent < 2; sent += 1) expect((await owner.post(`${page}/columns`, answers)).status).toBe(302);
  const rows = await stored();
  expect(rows).toHaveLength(1);
  expect(await words(page)).toContain("Men, Loom Vests");
  expect(await words(page)).toContain("1 word of the file is no category here: constructor");
  expect(fieldsIn(formIn(await (await owner.get(`${page}/columns`)).text(), "column-0"))["column-4"]).toBe("shelf");
});

test("the preview shows pages of new products with price, pieces, category, status and pictures, and ignored columns with the reason", async () => {
  const rows = Array.from({ length: 60 }, (_, at) => [`many-${at}`, `Many ${at}`, "20.00", "30.00", "4", "Ridge"]);
  const heads = ["Handle", "Title", "Variant Price", "Variant Compare At Price", "Variant Inventory Qty", "Vendor"];
  const page = below(await send(csvOf([heads, ...rows])));
  const shown = await words(page);
  expect(shown).toContain("60 new products See all 60");
  expect(shown).toMatch(
    /Many 0 Row 2 .*No category No tax kind, one size \$30\.00 \$20\.00 on sale 0 pieces Draft None named/,
  );
  expect(shown).toContain("1 column is left out Vendor: the shop has no place for it");
  const all = await (await owner.get(`${page}/rows/new`)).text();
  expect(wordsIn(all)).toContain("Many 49");
  const [, older = ""] = /href="\/back-office(\/imports\/\d+\/rows\/new\?after=\d+)"/.exec(all) ?? [];
  expect(await words(older)).toContain("Many 59");
});

test("the preview first counts and names sale prices that the file would end; for a file that ends none it shows no such notice", async () => {
  const text = await (await owner.get("/imports/export")).text();
  const [heads = [], ...lines] = parse(text, { bom: true }) as string[][];
  const place = heads.indexOf("Sale price");
  const onSale = lines.filter((line) => line[place] !== "").slice(0, 5);
  expect(onSale).toHaveLength(5);
  expect(await words(below(await send(csvOf([heads, ...onSale]))))).not.toContain("end by this file");

  const emptied = onSale.map((line) => line.with(place, ""));
  const shown = await words(below(await send(csvOf([heads, ...emptied]))));
  expect(shown).toMatch(/have to be mended 0 5 sale prices end by this file: [^;]+; [^;]+; [^;]+; 2 more /);
  expect(shown).toContain("To keep them, leave that column out under Columns.");
});

test("the preview counts and names values that the file would empty, and says how to keep them", async () => {
  const text = await (await owner.get("/imports/export")).text();
  const [heads = [], ...lines] = parse(text, { bom: true }) as string[][];
  const place = heads.indexOf("Care");
  const emptied = lines
    .filter((line) => line[place] !== "")
    .slice(0, 4)
    .map((line) => line.with(place, ""));
  expect(emptied).toHaveLength(4);
  const shown = await words(below(await send(csvOf([heads, ...emptied]))));
  expect(shown).toMatch(/This file empties what stands in 4 places Care, 4 rows: [^;]+; [^;]+; [^;]+; 1 more /);
  expect(shown).toContain("To keep it, leave the column out under Columns.");

  const handle = emptied[0]?.[heads.indexOf("Handle")] ?? "";
  const marked = await words(
    below(
      await send(
        csvOf([
          ["Handle", "Care"],
          [handle, "(empty)"],
        ]),
      ),
    ),
  );
  expect(marked).toMatch(/This file empties what stands in 1 place Care, 1 row: .+ Their cells say \(empty\)\./);
  expect(
    await words(
      below(
        await send(
          csvOf([
            ["Handle", "Care"],
            [handle, ""],
          ]),
        ),
      ),
    ),
  ).not.toContain("This file empties");
});

test("the preview of a file that would change nothing says so, and has no button Import", async () => {
  const all = await (await owner.get("/imports/export")).text();
  const page = below(await send(all));
  const shown = await (await owner.get(page)).text();
  expect(wordsIn(shown)).toContain("Everything in this file is as it is in the shop. There is nothing to import.");
  expect(shown).not.toContain('value="apply"');
  expect(wordsIn(shown)).toContain("Put this file away");
});

test("a file in the encoding Windows-1252 is read with its accents, and the preview shows a notice", async () => {
  const page = below(await send(new Uint8Array(Buffer.from("Handle,Title\ncafe,Café Racer\n", "latin1"))));
  const said = await words(page);
  expect(said).toContain("read as Windows-1252");
  expect(said).toContain("Café Racer");
});

test("a file above 200 MB is refused", async () => {
  const piece = new Uint8Array(1024 * 1024).fill(97);
  const form = new FormData();
  form.append(
    "file",
    new File(
      Array.from({ length: 201 }, () => piece),
      "big.csv",
    ),
  );
  expect(await words(below(await owner.send("/imports/upload", form)))).toContain("larger than 200 MB");
});

test("pictures uploaded from a folder are matched by name, and complete products for publishing", async () => {
  const page = below(
    await send(shopifyExport({ products: 3, variants: 1, picture: "https://cdn.example/a/Front.JPG?v=2" })),
  );
  expect(await words(page)).toContain("0 of 1 picture here");
  const form = new FormData();
  const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: "#884422" } })
    .jpeg()
    .toBuffer();
  form.append("pictures", new File([new Uint8Array(picture)], "front.jpg"));
  form.append("pictures", new File(["no picture"], "other.jpg"));
  await owner.send(`${page}/upload`, form);
  expect(await words(page)).toMatch(/Café Racer.*On the shop at once 1 picture/);
});

test("an import without the right is refused and logged; a bookkeeper may export goods", async () => {
  const packer = await signedIn("packer");
  expect((await send(csvOf([["Handle"], ["x"]]), packer)).status).toBe(403);
  expect((await packer.get("/imports")).status).toBe(403);
  expect((await packer.get("/imports/export")).status).toBe(403);
  const denied = await db.select().from(memberEvents).where(eq(memberEvents.kind, "right-denied"));
  expect(denied.flatMap(({ details }) => details.rights)).toEqual(expect.arrayContaining(["goods.import", "export"]));
  const keeper = await signedIn("bookkeeper");
  expect((await keeper.get("/imports")).status).toBe(403);
  const file = await (await keeper.get("/imports/export")).text();
  expect(file).toContain("Outlaw Leather Jacket");
});
