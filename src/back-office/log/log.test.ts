import { randomUUID } from "node:crypto";
import { isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { audit } from "~/shop/audit/audit.tables";
import { undo } from "~/shop/audit/undo.server";
import { categories, products } from "~/shop/catalog/catalog.tables";
import { addCategory } from "~/shop/catalog/editing/category-record.server";
import { copyProduct, createProduct, noChoice } from "~/shop/catalog/editing/create-product.server";
import { createSizeGuide } from "~/shop/catalog/size-guides/size-guides.server";
import { createCode } from "~/shop/discounts/code-list.server";
import { memberEvents } from "~/shop/members/member-events.tables";
import { officeAs } from "~/testing/back-office-as.server";
import { fieldsIn } from "~/testing/form-fields";
import { attributeOf, elementsOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { recordKinds } from "../record-kinds.server";

const shop = await openTestShop();
const [dana, sam] = [memberAs("owner", "Dana"), memberAs("manager", "Sam")];
const office = officeAs(shop, dana);

// Midnight in the shop's time zone, America/Denver, is 7:00 UTC, and from March 9 on (daylight saving time) 6:00 UTC.
const moments = ["2026-03-07T06:59:00Z", "2026-03-07T07:00:00Z", "2026-03-09T05:59:00Z", "2026-03-09T06:00:00Z"];
await shop.db.insert(audit).values(
  moments.map((at, place) => ({
    memberId: place === 1 ? sam.id : dana.id,
    submission: randomUUID(),
    action: "change",
    kind: "setting",
    record: "supportHours",
    field: "supportHours",
    version: place,
    old: "always",
    new: `Act ${place}`,
    at: new Date(at),
  })),
);
await shop.db
  .insert(memberEvents)
  .values(moments.map((at) => ({ kind: "signed-in" as const, memberId: dana.id, at: new Date(at) })));

/** Fields of a discount code with a percentage. */
const codeOf = (percent: number) => ({
  off: { kind: "percent" as const, percent },
  purpose: "promotion" as const,
  minimum: null,
  mostUses: null,
  oncePerEmail: false,
  startsAt: null,
  endsAt: null,
  productIds: [],
});

const actsOn = async (address: string) => [...(await office.text(address)).matchAll(/Act \d/g)].map(String);

test("the log shows a created product, size guide, category or code with the old value 'Not there', and does not call it restored", async () => {
  const [parent] = await shop.db.select().from(categories).where(isNull(categories.parentId));
  const [source] = await shop.db.select().from(products).limit(1);
  const begun = { name: "Mesa Vest", price: null, categoryId: null, kindForTax: null, choices: noChoice() };
  const product = await createProduct(shop, dana, randomUUID(), begun);
  await copyProduct(shop, dana, randomUUID(), source?.id ?? "");
  const table = { measures: ["Palm"], sizes: [{ size: "M", values: ["8"] }] };
  await createSizeGuide(shop, dana, randomUUID(), { name: "Gauntlets", words: "", unit: "in", table });
  await addCategory(shop, dana, randomUUID(), { name: "Chaps", parentId: parent?.id ?? "" });
  await createCode(shop, dana, { submission: randomUUID(), code: "VEST10", values: codeOf(10) });
  await shop.db.insert(audit).values({
    memberId: dana.id,
    submission: randomUUID(),
    action: "import",
    kind: "product",
    record: source?.id ?? "",
    field: "publishedStatus",
    version: 1,
    old: "archived",
    new: "draft",
  });

  const page = await office.text("/log");
  for (const words of [
    "New product Mesa Vest Not there a draft",
    `New product ${source?.name} (copy) Not there a draft`,
    "New size guide Gauntlets Not there In use",
    "A new category Not there Chaps",
    "New code VEST10 Not there In use",
    `New product ${source?.name} Not there a draft`,
  ])
    expect(page).toContain(words);
  expect(page.toLowerCase()).not.toContain("put away");

  // Undo of a creation archives the record; the log shows that as a change of the record's status.
  await undo(shop, dana, recordKinds, { of: { act: product.act }, submission: randomUUID() });
  expect(await office.text("/log")).toContain("Taken back: Mesa Vest: status a draft put away");
});

test("a row of the log names its record and links to it; undoing the row keeps the filter of the list", async () => {
  const [product] = await shop.db.select().from(products).limit(1);
  const note = { kind: "order-note", record: "1", field: "isRemoved", version: 1, old: false, new: true };
  await shop.db.insert(audit).values({ ...note, memberId: dana.id, submission: randomUUID(), action: "note" });
  const images = { kind: "product-pictures", record: `${product?.id}/Black`, field: "images", version: 1 };
  await shop.db
    .insert(audit)
    .values({ ...images, old: [], new: ["a"], memberId: dana.id, submission: randomUUID(), action: "change" });
  const made = await createProduct(shop, dana, randomUUID(), {
    name: "Rim Vest",
    price: null,
    categoryId: null,
    kindForTax: null,
    choices: noChoice(),
  });

  const filtered = `/log?who=${dana.id}`;
  const page = await (await office.fetch(filtered)).text();
  expect(await office.text(filtered)).toContain(`Pictures of ${product?.name}, Black`);
  const row = elementsOf(page, "tr").find((each) => each.includes("New product Rim Vest")) ?? "";
  expect(row).toContain(`href="/back-office/goods/${made.id}"`);
  const undoForm = elementsOf(row, "form")[0] ?? "";
  expect(attributeOf(undoForm, "action")).toBe(`/back-office/log/${made.act}`);
  const undone = await office.post(`/log/${made.act}`, fieldsIn(undoForm));
  expect(undone.headers.get("location")).toMatch(new RegExp(`^/back-office/log\\?who=${dana.id}&done=`));
  const after = elementsOf(await (await office.fetch(filtered)).text(), "tr");
  expect(after.find((each) => each.includes("New product Rim Vest"))).toContain("Taken back");
});

describe("the log by day", () => {
  test.each([
    ["from=2026-03-07&to=2026-03-08", ["Act 2", "Act 1"]],
    ["from=2026-03-09", ["Act 3"]],
    ["to=2026-03-06", ["Act 0"]],
    [`from=2026-03-07&to=2026-03-08&who=${sam.id}`, ["Act 1"]],
    ["from=2026-02-30&to=0000-01-01", ["Act 3", "Act 2", "Act 1", "Act 0"]],
    ["from=2026-03-08&to=2026-03-07", []],
  ])(
    "with the filter %s shows the acts from the first to the last day, in the shop's time zone",
    async (query, found) => {
      expect(await actsOn(`/log?${query}`)).toEqual(found);
    },
  );

  test("also filters sign-in events", async () => {
    const page = await (await office.fetch("/log?tab=door&from=2026-03-07&to=2026-03-08")).text();
    expect(elementsOf(page, "tr")).toHaveLength(1 + 2);
  });

  test("has its days in the address; clearing them keeps the other filters", async () => {
    const page = await (await office.fetch(`/log?who=${dana.id}&from=2026-03-07&to=2026-03-08`)).text();
    const chip = elementsOf(page, "a").find((link) => attributeOf(link, "aria-label")?.startsWith('Without "Days'));
    expect(attributeOf(chip ?? "", "aria-label")).toBe('Without "Days: from Sat, March 7 to Sun, March 8"');
    expect(attributeOf(chip ?? "", "href")).toBe(`/back-office/log?who=${dana.id}`);
    expect(page).toMatch(/<input(?=[^>]* name="from")[^>]* value="2026-03-07"/);
  });

  test("says that a day has no entries, and links to the whole log", async () => {
    const page = await (await office.fetch("/log?tab=door&from=2020-01-01&to=2020-01-02")).text();
    expect(page).toContain("Nothing in the log fits these filters.");
    expect(page).toContain('href="/back-office/log?tab=door"');
  });
});

test.each(["/log", "/log?tab=door"])(
  "%s answers 200 to huge, negative and invalid values of `before`",
  async (address) => {
    const more = address.includes("?") ? "&" : "?";
    for (const before of ["9007199254740991", "2147483648", "-1", "0", "x"])
      expect([before, (await office.fetch(`${address}${more}before=${before}`)).status]).toEqual([before, 200]);
  },
);
