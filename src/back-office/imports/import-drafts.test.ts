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

test("two hundred imported drafts go on the shop in one act; the one that lacks something is named", async () => {
  const folder = await mkdtemp(join(tmpdir(), "drafts-"));
  const path = join(folder, "goods.csv");
  const lines = Array.from({ length: 200 }, (_, n) => `rivet-${n},Rivet ${n},9.50,draft`);
  await writeFile(path, ["Handle,Title,Variant Price,Status", ...lines].join("\n"));
  const number = await readImport(shop, dana, { path, file: "goods.csv" });
  await applyImport(shop, dana, { id: number });
  await rm(folder, { recursive: true });
  const drafts = await importDrafts(shop.db, number);
  expect(drafts).toHaveLength(200);
  const [lacking = "", ...complete] = drafts;
  const [own] = await shop.db.select().from(products).where(isNotNull(products.categoryId)).limit(1);
  const images = ["/media/rivet.webp"];
  const given = { categoryId: own?.categoryId ?? null, kindForTax: "accessory", images } as const;
  await shop.db.update(products).set(given).where(inArray(products.id, complete));

  const chosen = await owner.post(`/imports/${number}`, { form: "drafts", submission: randomUUID() });
  expect(chosen.status).toBe(302);
  const html = await (await owner.fetch(place(chosen))).text();
  expect(html).toContain("Put 199 products on the shop");
  expect(html).toContain(`/back-office/goods/${lacking}#pictures`);
  expect((await owner.post(place(chosen), fieldsIn(formIn(html, 'name="seen"')))).status).toBe(302);
  expect(await importDrafts(shop.db, number)).toEqual([lacking]);
});
