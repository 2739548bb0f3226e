import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inArray, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "~/shop/catalog/catalog.tables";
import { applyImport } from "~/shop/imports/apply.server";
import { importDrafts } from "~/shop/imports/import-drafts.server";
import { readImport } from "~/shop/imports/imports.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const dana = memberAs("owner", "Dana");
const owner = officeAs(shop, dana);

/** Imports two hundred drafts from a file; returns the import's number. */
async function imported(name: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "drafts-"));
  const path = join(folder, "goods.csv");
  const lines = Array.from({ length: 200 }, (_, n) => `${name}-${n},${name} ${n},9.50,draft`);
  await writeFile(path, ["Handle,Title,Variant Price,Status", ...lines].join("\n"));
  const number = await readImport(shop, dana, { path, file: "goods.csv" });
  await applyImport(shop, dana, { id: number });
  await rm(folder, { recursive: true });
  return number;
}
const opened = async (address: string) => (await owner.fetch(address)).text();

test("one act publishes two hundred imported drafts, and names an incomplete draft", async () => {
  const number = await imported("rivet");
  const drafts = await importDrafts(shop.db, number);
  expect(drafts).toHaveLength(200);
  const [lacking = "", ...complete] = drafts;
  const [own] = await shop.db.select().from(products).where(isNotNull(products.categoryId)).limit(1);
  const images = ["/media/rivet.webp"];
  const given = { categoryId: own?.categoryId ?? null, kindForTax: "accessory", images } as const;
  await shop.db.update(products).set(given).where(inArray(products.id, complete));

  const chosen = await owner.post(`/imports/${number}`, { form: "drafts", submission: randomUUID() });
  expect(chosen.status).toBe(302);
  const html = await opened(place(chosen));
  expect(html).toContain("Put 199 products on the shop");
  expect(html).toContain(`/back-office/goods/${lacking}#pictures`);
  expect((await owner.post(place(chosen), fieldsIn(formIn(html, 'name="seen"')))).status).toBe(302);
  expect(await importDrafts(shop.db, number)).toEqual([lacking]);
});

test("[B-22] the page counts missing fields of drafts by kind; a member sets a field of all of them in one act and then publishes them", async () => {
  const number = await imported("washer");
  const drafts = await importDrafts(shop.db, number);
  const [own] = await shop.db.select().from(products).where(isNotNull(products.categoryId)).limit(1);
  const images = ["/media/washer.webp"];
  await shop.db.update(products).set({ images }).where(inArray(products.id, drafts));
  const given = { categoryId: own?.categoryId ?? null, kindForTax: "accessory" } as const;
  await shop.db
    .update(products)
    .set(given)
    .where(inArray(products.id, drafts.slice(0, 50)));
  await shop.db
    .update(products)
    .set({ kindForTax: "clothing" })
    .where(inArray(products.id, drafts.slice(50, 60)));

  const publish = place(await owner.post(`/imports/${number}`, { form: "drafts", submission: randomUUID() }));
  const first = await opened(publish);
  expect(first).toMatch(/150 products have no category[\s\S]*140 products have no tax kind/);
  expect(first).toContain("Put 50 products on the shop");

  for (const [why, chosen] of [
    ["category", `to=${own?.categoryId}`],
    ["kindForTax", `kinds=${own?.categoryId}:accessory`],
  ]) {
    const mended = place(await owner.post(publish, fieldsIn(formIn(await opened(publish), `value="mend:${why}"`))));
    const form = fieldsIn(formIn(await opened(`${mended}&${chosen}`), 'name="seen"'));
    const done = place(await owner.post(`${mended}&${chosen}`, form));
    expect(await opened(done)).toContain("Go on: Put on the shop");
  }
  const html = await opened(publish);
  expect(html).toContain("Put 200 products on the shop");
  expect(html).not.toContain("have no");
  expect((await owner.post(publish, fieldsIn(formIn(html, 'name="seen"')))).status).toBe(302);
  expect(await importDrafts(shop.db, number)).toEqual([]);
  const after = await shop.db
    .select()
    .from(products)
    .where(inArray(products.id, drafts.slice(50, 60)));
  expect(new Set(after.map(({ kindForTax }) => kindForTax))).toEqual(new Set(["clothing"]));
});
