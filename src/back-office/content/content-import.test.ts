import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { exportContent } from "~/content/export-content.server";
import { audit } from "~/shop/audit/audit.tables";
import { products } from "~/shop/catalog/catalog.tables";
import { wordsIn } from "~/testing/back-office-as.server";
import { fieldIn, locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const app = testBackOffice(shop);
const as = async (role: "owner" | "editor", at?: Date) => {
  const browser = testBrowser(app);
  browser.setCookie(await (await testMember(shop, role, `Kim ${role} ${at ? "late" : ""}`)).cookie(at));
  return browser;
};
const owner = await as("owner");

/** Exports the shop's content and returns the file with changed and added lines and a valid digest. */
async function fileOf(change: (line: string) => string, added: object[] = []): Promise<File> {
  const lines: string[] = [];
  // Exports no pictures, because they take long and the tests do not change them.
  const pictures = { ...shop.pictures, original: () => Promise.resolve(undefined) };
  for await (const line of exportContent({ ...shop, pictures })) lines.push(line.trimEnd());
  const all = lines.slice(0, -1).flatMap((line) => (/^\{"table" ?: ?"media_uses"/.test(line) ? [] : change(line)));
  all.splice(1, 0, ...added.map((record) => `${JSON.stringify(record)},`));
  const digest = createHash("sha256")
    .update(`${all.join("\n")}\n`)
    .digest("hex");
  return new File([`${all.join("\n")}\n"digest":"${digest}"}\n`], "iron mesa.json");
}

const inPage = (address: string) => address.replace("/back-office", "");
async function upload(file: File): Promise<string> {
  const form = new FormData();
  form.append("file", file);
  return inPage(locationOf(await owner.send("/content/import", form)));
}
const page = async (path: string) => (await owner.get(path)).text();
const socks = (line: string) =>
  line.startsWith('{"table" : "products"') ? line.replace('"Boot Socks"', '"Road Socks"') : line;
const isThere = async (name: string) => (await shop.db.select().from(products).where(eq(products.name, name))).length;

describe("a content file in the back office", () => {
  test("is previewed, imported by one button and undone by another", async () => {
    const address = await upload(
      await fileOf(socks, [
        { table: "settings", row: { name: "refundLimit", value: 100_000_00 } },
        { table: "settings", row: { name: "returnDays", value: 14 } },
      ]),
    );
    expect(address).toMatch(/^\/content\/\d+$/);
    const preview = await page(address);
    const words = wordsIn(preview);
    expect(words).toContain("iron mesa.json, the content of Iron Mesa. Nothing has changed yet.");
    expect(words).toContain(
      "Left out, because changing it takes a passkey or a code: A refund asks for a passkey or a code again above. Change it by hand.",
    );
    expect(words).toContain("product Road Socks");
    expect(words).toContain("Boot Socks");
    expect(words).toContain("Import, write over 1");
    expect(await isThere("Road Socks")).toBe(0);

    const form = { form: "apply", submission: fieldIn(preview, "submission"), version: fieldIn(preview, "version") };
    const answers = [await owner.post(address, form), await owner.post(address, form)].map(locationOf);
    expect(answers[0]).toBe(answers[1]);
    expect(await isThere("Road Socks")).toBe(1);
    const act = new URL(answers[0] ?? "", "http://localhost").searchParams.get("done") ?? "";
    const logged = await shop.db.select().from(audit).where(eq(audit.submission, act));
    expect(logged.map(({ kind, field }) => `${kind} ${field}`).toSorted()).toEqual([
      "content-import standing",
      "product name",
      "setting returnDays",
    ]);
    expect(shop.settings().returnDays).toBe(14);
    const { rows } = await shop.db.execute(sql`select from settings where name = 'refundLimit'`);
    expect(rows).toEqual([]);

    const { rows: noted } = await shop.db.execute(sql`select from member_events where kind = 'content-imported'`);
    expect(noted).toHaveLength(1);
    const done = await page(address);
    expect(wordsIn(done)).toContain("2 rows are in the shop");
    const back = { submission: fieldIn(done, "submission"), back: address };
    expect(locationOf(await owner.post(`/log/${act}`, back))).toContain(`${address}?done=`);
    expect(wordsIn(await page(address))).toContain("This import was taken back");
    expect([await isThere("Boot Socks"), shop.settings().returnDays]).toEqual([1, 30]);
    expect(wordsIn(await page("/content"))).toContain("iron mesa.json");
  });

  test("is previewed again and not imported when the shop has changed meanwhile", async () => {
    const address = await upload(await fileOf(socks));
    const preview = await page(address);
    await shop.db.update(products).set({ name: "Wool Socks" }).where(eq(products.name, "Boot Socks"));
    const form = { form: "apply", submission: fieldIn(preview, "submission"), version: fieldIn(preview, "version") };
    const answer = await owner.post(address, form);
    expect(answer.status).toBe(409);
    const words = wordsIn(await answer.text());
    expect(words).toContain("The shop was changed since this page was opened");
    expect(words).toContain("Wool Socks");
    expect(await isThere("Road Socks")).toBe(0);

    const drop = { form: "drop", submission: fieldIn(preview, "submission") };
    expect(locationOf(await owner.post(address, drop))).toBe("/back-office/content");
    expect((await owner.get(address)).status).toBe(404);
    await shop.db.update(products).set({ name: "Boot Socks" }).where(eq(products.name, "Wool Socks"));
  });

  test("with an invalid line gets a message that names the line", async () => {
    const address = await upload(
      await fileOf((line) => line, [{ table: "products", row: { id: "a", price_cents: "1" } }]),
    );
    expect(wordsIn(await page(address))).toContain("Line 2, products: price_cents: Invalid input: expected number");
  });

  test("is neither shown nor imported without a recent factor, or by an editor", async () => {
    const address = await upload(await fileOf(socks));
    const preview = await page(address);
    const form = { form: "apply", submission: fieldIn(preview, "submission"), version: fieldIn(preview, "version") };
    const late = await as("owner", new Date(Date.now() - 15 * 60_000));
    expect(locationOf(await late.get(address))).toContain("/back-office/confirm");
    expect(locationOf(await late.post(address, form))).toContain("/back-office/confirm");
    const editor = await as("editor");
    expect((await editor.get(address)).status).toBe(403);
    expect((await editor.post(address, form)).status).toBe(403);
    expect(await isThere("Road Socks")).toBe(0);
  });
});
