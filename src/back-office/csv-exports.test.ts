import { randomUUID } from "node:crypto";
import { glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, isNull } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { csvOf } from "~/testing/shopify-export";
import { strictCsv } from "~/testing/strict-csv";
import { textOfCell } from "~/platform/csv-cell";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { readImport } from "~/shop/imports/imports.server";
import { cents } from "~/shop/money";
import { saleEvents } from "~/shop/orders/ledger/sale-events.tables";
import { dayIn } from "~/shop/shop-time";
import { subscriptions } from "~/shop/newsletter/newsletter.tables";
import { orderLines, orders } from "~/shop/orders/orders.tables";
import { giftCards } from "~/shop/gift-cards/gift-cards.tables";
import { recallLetters, recalls } from "~/shop/recalls/recalls.tables";

const { shop, db, bought } = await openBoughtOrders();
const dana = memberAs("owner", "Dana");
const owner = officeAs(shop, dana);
/** A session of the same member whose last factor is 15 minutes old. */
const leftOpen = officeAs(shop, dana, new Date(Date.now() - 15 * 60_000));
const folder = await mkdtemp(join(tmpdir(), "exports-test-"));
afterAll(() => rm(folder, { recursive: true }));

/** Texts that break files with wrong CSV quoting: a reader must return each one unchanged. */
const ODD = [
  "'=1",
  "''=1",
  "=cmd",
  "-5",
  "+1 970",
  "1e5",
  "@x",
  "\ttab",
  "\rreturn",
  "＝wide",
  "'twas",
  "one\ntwo",
  "one\r\ntwo",
  "one\rtwo",
  'a "b", c',
  "a;b\tc|d",
  "Zoë",
  "007",
];
const ODD_TEXT = ODD.join("\n");

/** CSV exports by the source file that makes each, with the address and the cells that the export must contain. */
const EXPORTS: Record<string, () => Promise<{ address: string; cells: string[]; separator?: string }>> = {
  async "src/shop/imports/export-products.server.ts"() {
    const [variant] = await db.select().from(variants).where(isNull(variants.retiredAt)).limit(1);
    const { id = 0, productId = "" } = variant ?? {};
    await db
      .update(products)
      .set({ description: ODD_TEXT, details: ODD.filter((odd) => !/[\r\n\t]/.test(odd)) })
      .where(eq(products.id, productId));
    await db.update(variants).set({ sku: "'=1", shelf: "-5" }).where(eq(variants.id, id));
    return { address: "/imports/export", cells: [ODD_TEXT, "'=1", "-5"] };
  },
  async "src/shop/orders/list/export-orders.server.ts"() {
    for (const odd of ODD) {
      const number = await bought();
      await db.update(orders).set({ name: odd, address: odd }).where(eq(orders.number, number));
    }
    return { address: "/orders/export/file", cells: ODD };
  },
  async "src/shop/orders/list/export-order-lines.server.ts"() {
    const number = await bought();
    const [line] = await db.select().from(orderLines).where(eq(orderLines.orderNumber, number));
    const odd = ODD.filter((text) => !/[\r\n\t]/.test(text));
    for (const sku of odd) {
      await db
        .update(variants)
        .set({ sku })
        .where(eq(variants.id, line?.variantId ?? 0));
      await bought();
    }
    return { address: "/orders/export/file?rows=lines", cells: odd };
  },
  async "src/back-office/figures/sheet-file.server.ts"() {
    const number = await bought();
    const row = { at: new Date(), day: dayIn(new Date(), shop.settings().timeZone), orderNumber: number };
    const sale = { kind: "sale", part: "order", amount: cents(1) } as const;
    await db.insert(saleEvents).values(ODD.map((code) => ({ ...row, ...sale, code })));
    return { address: "/figures/sales/file/sales-by-code?by=code", cells: ODD };
  },
  async "src/shop/newsletter/subscribers.server.ts"() {
    await db.insert(subscriptions).values(ODD.map((odd) => ({ email: `${odd}@odd.example`, token: odd })));
    return { address: "/newsletter/list.csv", cells: ODD.map((odd) => `${odd}@odd.example`) };
  },
  async "src/shop/recalls/recalls.server.ts"() {
    const id = randomUUID();
    const days = { firstDay: "2026-11-01", lastDay: "2026-11-02" };
    const goods = { productIds: [], variantIds: [], unreachable: 0 };
    await db
      .insert(recalls)
      .values({ id, title: "Visor", words: "Stop.", caseNumber: "1", memberId: dana.id, ...days, ...goods });
    const orderNumber = await bought();
    const one = { recallId: id, orderNumber, pieces: 1, refusedAt: new Date() };
    await db.insert(recallLetters).values(ODD.map((odd) => ({ ...one, email: `${odd}@odd.example`, refusal: odd })));
    return { address: `/recalls/${id}/file`, cells: ODD };
  },
  async "src/shop/gift-cards/gift-card-list.server.ts"() {
    const card = { sealedCode: "", lastFour: "7KQ2", live: false, sendOn: "2026-11-01" };
    const rows = ODD.map((odd) => ({ ...card, codeHash: odd, recipient: odd, email: `${odd}@odd.example` }));
    await db.insert(giftCards).values(rows);
    return { address: "/gift-cards/file", cells: ODD };
  },
  async "src/shop/imports/rejected-rows.server.ts"() {
    const path = join(folder, randomUUID());
    const rows = ODD.map((odd) => ["no-such", odd, "twelve"]);
    await writeFile(path, csvOf([["Handle", "Description", "Price"], ...rows.map((row) => row.map(textAsCell))]));
    const id = await readImport(shop, dana, { path, file: "odd.csv" });
    return { address: `/imports/${id}/left-out`, cells: ODD };
  },
};
/** A text as the CSV writer stores it: with an apostrophe before the start of a formula. */
const textAsCell = (text: string): string => (/^'*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text);

test.each(Object.keys(EXPORTS))(
  "the export of %s asks for a second factor, and a strict CSV parser reads every cell unchanged",
  async (file) => {
    const { address, cells, separator } = (await EXPORTS[file]?.()) ?? { address: "", cells: [] };
    const unconfirmed = await leftOpen.fetch(address);
    expect([unconfirmed.status, unconfirmed.headers.get("location")]).toEqual([
      302,
      expect.stringContaining("/confirm?"),
    ]);
    const response = await owner.fetch(address);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [heads = [], ...rows] = strictCsv(bytes.toString(), separator);
    expect(new Set(heads).size).toBe(heads.length);
    const read = new Set(rows.flat().map(textOfCell));
    expect(cells.filter((cell) => !read.has(cell))).toEqual([]);
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell) && Number.isNaN(Number(cell)))).toEqual([]);
  },
);

test("this file tests every CSV export of the shop, and only csv-download.ts sends CSV", async () => {
  const writers: string[] = [];
  for await (const file of glob("src/**/*.{ts,tsx}")) {
    if (/\.test\.tsx?$|^src\/testing\//.test(file) || file === "src/platform/csv.server.ts") continue;
    const text = await readFile(file, "utf8");
    if (/\bcsv(File|Rows)\(/.test(text)) writers.push(file);
    expect([file, /text\/csv; charset/.test(text)]).toEqual([file, file === "src/back-office/csv-download.ts"]);
  }
  expect(writers.toSorted()).toEqual(Object.keys(EXPORTS).toSorted());
});
