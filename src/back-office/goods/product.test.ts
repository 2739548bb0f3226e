import { and, eq, isNull, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { productColors, products, variants } from "~/shop/catalog/catalog.tables";
import { shopper } from "~/shop/actor";
import { cents } from "~/shop/money";
import { limitStock } from "~/shop/catalog/stock/change-stock.server";
import { reserve, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { fieldsIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const dana = officeAs(shop, memberAs("owner", "Dana"));
const sam = officeAs(shop, memberAs("manager", "Sam"));
type Office = typeof dana;

/** Products of the demo shop with several colors and sizes; each test uses a different product. */
const { rows: demo } = await db.execute<{ id: string }>(sql`
  select product_id as id from variants group by product_id
  having count(distinct color) > 1 and count(distinct size) > 2 order by product_id`);
const taken = (): string => demo.splice(0, 1)[0]?.id ?? "";

const opened = async (office: Office, id: string): Promise<Record<string, string>> =>
  fieldsIn(await (await office.fetch(`/goods/${id}`)).text(), "product");
const save = (office: Office, id: string, fields: Record<string, string>) => office.post(`/goods/${id}`, fields);
const product = async (id: string) => {
  const [row] = await db.select().from(products).where(eq(products.id, id));
  if (!row) throw new Error(`There is no product ${id}.`);
  return row;
};
const variantsOf = (id: string) =>
  db
    .select()
    .from(variants)
    .where(and(eq(variants.productId, id), isNull(variants.retiredAt)))
    .orderBy(variants.position);
const audited = async (record: string) =>
  (
    await db.execute<{ field: string; old: unknown; new: unknown; reason: string }>(
      sql`select field, old, new from audit where record = ${record} order by id`,
    )
  ).rows;
const doneAt = (answer: Response) => answer.headers.get("location")?.replace("/back-office", "") ?? "";
/** Undoes the act that a response announces. */
const undo = async (office: Office, answer: Response) => {
  const page = await (await office.fetch(doneAt(answer))).text();
  const [, action = "", form = ""] = /<form[^>]* action="([^"]*\/log\/[^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(page) ?? [];
  return office.post(action.replace("/back-office", ""), fieldsIn(`<main>${form}`));
};

describe("saving a product", () => {
  test("[B-16] two saves in a row both succeed, each with a message about its changes", async () => {
    const id = taken();
    const first = await save(dana, id, { ...(await opened(dana, id)), fit: "True to size" });
    expect(first.status).toBe(302);
    expect(await dana.text(doneAt(first))).toContain("fit: True to size. Undo");
    const second = await save(dana, id, { ...(await opened(dana, id)), fit: "Runs small" });
    expect(second.status).toBe(302);
    expect((await product(id)).fit).toBe("Runs small");
  });

  test("[B-17] only the price is written when only the price was changed", async () => {
    const id = taken();
    const [variant] = await variantsOf(id);
    const name = `variant:${variant?.id}:price`;
    const before = await product(id);
    expect((await save(dana, id, { ...(await opened(dana, id)), [name]: "265" })).status).toBe(302);

    expect((await variantsOf(id)).find((each) => each.id === variant?.id)?.price).toBe(265_00);
    expect(await product(id)).toEqual(before);
    expect(await audited(String(variant?.id))).toEqual([{ field: "price", old: variant?.price ?? null, new: 265_00 }]);
    expect(await audited(id)).toEqual([]);
  });

  test("a country is stored by its name however it is written, and another word is refused beside its field", async () => {
    const id = taken();
    const typed = async (countryOfOrigin: string) => save(dana, id, { ...(await opened(dana, id)), countryOfOrigin });
    expect((await typed("made in the u.s.a.")).status).toBe(302);
    expect((await product(id)).countryOfOrigin).toBe("United States");
    expect((await typed("pt")).status).toBe(302);
    expect((await product(id)).countryOfOrigin).toBe("Portugal");

    const refused = await typed("Portugl");
    expect(refused.status).toBe(422);
    const page = await refused.text();
    const [, error] = /id="countryOfOrigin-error">([^<]*)</.exec(page) ?? [];
    expect(error).toBe("Write the name of a country, such as Portugal, or its two letters.");
    expect(fieldsIn(page, "product").countryOfOrigin).toBe("Portugl");
    expect((await product(id)).countryOfOrigin).toBe("Portugal");

    expect((await typed("")).status).toBe(302);
    expect((await product(id)).countryOfOrigin).toBe("");
  });

  test("a form sent without changes changes nothing", async () => {
    for (const { id } of demo.slice(0, 5)) {
      const answer = await save(dana, id, await opened(dana, id));
      expect([id, answer.status, answer.headers.get("location")]).toEqual([id, 302, `/back-office/goods/${id}`]);
      expect(await audited(id)).toEqual([]);
    }
  });

  test("[B-15] the second of two conflicting saves is refused and shows both values; saving again stores the chosen values and no other field", async () => {
    const id = taken();
    const [variant, other] = await variantsOf(id);
    const [price, sku] = [`variant:${variant?.id}:price`, `variant:${other?.id}:sku`];
    const mine = await opened(dana, id);
    await save(sam, id, {
      ...(await opened(sam, id)),
      description: "Sam's words.",
      care: "Sam's care.",
      [price]: "301.00",
    });

    const typed = { description: "Dana's words.", fit: "Dana's fit.", [price]: "302.00", [sku]: "DANA-1" };
    const refused = await save(dana, id, { ...mine, ...typed });
    const html = await refused.text();
    expect(refused.status).toBe(409);
    expect((await product(id)).description).toBe("Sam's words.");
    for (const words of ["Dana&#x27;s fit", "Sam&#x27;s care", "$301.00", "$302.00", "DANA-1"])
      expect(html).toContain(words);

    const form = fieldsIn(html);
    const settled = await save(dana, id, { ...form, "take:description": "theirs", [`take:${price}`]: "mine" });
    expect(settled.status).toBe(302);
    expect(await product(id)).toMatchObject({
      description: "Sam's words.",
      care: "Sam's care.",
      fit: "Dana's fit.",
    });
    const after = await variantsOf(id);
    expect(after.find((each) => each.id === variant?.id)?.price).toBe(302_00);
    expect(after.find((each) => each.id === other?.id)?.sku).toBe("DANA-1");
  });

  test("a barcode is saved as digits only; one that is no GTIN is kept as typed and marked as not for Google", async () => {
    const id = taken();
    const [variant] = await variantsOf(id);
    const name = `variant:${variant?.id}:barcode`;
    expect((await save(dana, id, { ...(await opened(dana, id)), [name]: "4 006381 333931" })).status).toBe(302);
    expect((await variantsOf(id))[0]?.barcode).toBe("4006381333931");
    expect(await dana.text(`/goods/${id}`)).not.toContain("A GTIN has");
    expect((await save(dana, id, { ...(await opened(dana, id)), [name]: "IM Shelf-7" })).status).toBe(302);
    expect((await variantsOf(id))[0]?.barcode).toBe("IM Shelf-7");
    expect((await dana.text(`/goods/${id}`)).match(/not for Google ?: ?A GTIN has digits only\./g)).toHaveLength(1);
    const refused = await save(dana, id, { ...(await opened(dana, id)), [name]: "7".repeat(41), fit: "Boxy" });
    const html = await refused.text();
    expect(refused.status).toBe(422);
    expect(fieldsIn(html)).toMatchObject({ [name]: "7".repeat(41), fit: "Boxy" });
    expect((await variantsOf(id))[0]?.barcode).toBe("IM Shelf-7");
  });

  test("the same form sent three times at once makes one change", async () => {
    const id = taken();
    const fields = { ...(await opened(dana, id)), materials: "Waxed cotton" };
    const answers = await Promise.all([1, 2, 3].map(() => save(dana, id, fields)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(await audited(id)).toHaveLength(1);
  });

  test.each([
    ["price", "-1", "Write an amount of 0 or more"],
    ["price", "1e9", "Write dollars"],
    ["price", "12,50", "Write dollars"],
    ["price", "1000000000", "Write at most 99,999.99."],
    ["name", "x".repeat(151), "Use at most 150 characters."],
    ["name", "a\0b", "Please use plain text."],
    ["name", " ", "Give it a name."],
    ["description", "a\0b", "Please use plain text."],
    ["lowMark", "few", "Write a whole number"],
    ["categoryId", "nowhere", "Choose a category of the list."],
    ["colors", "Black, <script>", "Write each color in plain text."],
    ["swatch", "rust", "Write a color code such as #b7410e, or a name that browsers know"],
    ["swatch", "#12345", "Write a color code"],
  ])(
    "an invalid value in the field %s keeps its typed text and gets a message at the field: %j",
    async (kind, typed, words) => {
      const id = demo[0]?.id ?? "";
      const before = await product(id);
      const form = await opened(dana, id);
      const name = kind === "swatch" ? (Object.keys(form).find((each) => each.startsWith("swatch:")) ?? "") : kind;
      const answer = await save(dana, id, { ...form, [name]: typed });
      const html = await answer.text();
      expect([answer.status, html.includes(words)]).toEqual([422, true]);
      expect(html).toContain(`href="#${name}"`);
      expect(html).toMatch(new RegExp(`id="${name}-error"[^>]*>${words.slice(0, 12)}`));
      expect(await product(id)).toEqual(before);
    },
  );

  test("a save that empties a field needed for publishing from a published product is refused", async () => {
    const id = taken();
    const answer = await save(dana, id, { ...(await opened(dana, id)), kindForTax: "" });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Choose a tax kind before it goes on the shop.");
    expect((await product(id)).kindForTax).not.toBeNull();
  });
});

describe("sizes and colors", () => {
  test("[B-45] the lists of colors and sizes define the variants; removing a color that was bought asks for confirmation, its order line keeps it, and undo offers it again", async () => {
    const made = await dana.post("/goods/new", {
      ...fieldsIn(await (await dana.fetch("/goods/new")).text()),
      name: "Siren Jacket",
      price: "259",
      colors: "Black, Sand",
      sizes: "XS, S, M, L, XL, XXL",
    });
    expect(made.status).toBe(302);
    expect(await dana.text(doneAt(made))).toContain("Siren Jacket is made, as a draft. Undo");
    const id = /goods\/(\w+)/.exec(doneAt(made))?.[1] ?? "";
    const variants = await variantsOf(id);
    expect(variants.map(({ size, color }) => `${size} ${color}`).slice(0, 4)).toEqual([
      "XS Black",
      "XS Sand",
      "S Black",
      "S Sand",
    ]);
    expect(variants).toHaveLength(12);
    const sand = variants.find(({ color, size }) => color === "Sand" && size === "L");
    const number = "10000001";
    await db.execute(sql`insert into orders (number, state, email, name, phone, address, city, postal_code,
      order_value_cents, discount_cents, delivery_fee_cents, tax_cents, total_cents)
      values (${number}, 'cancelled', 'jo@example.com', 'Jo', '5550100', '1 Road', 'Denver', '80202', 25900, 0, 0, 0, 25900)`);
    await db.execute(sql`insert into order_lines (order_number, position, product_id, variant_id, name, size, color, quantity, price_cents, discount_share_cents, tax_cents, final_sale, kind_for_tax)
      values (${number}, 900, ${id}, ${sand?.id}, 'Siren Jacket', 'L', 'Sand', 1, 25900, 0, 0, false, 'clothing')`);

    const fields = { ...(await opened(dana, id)), colors: "Black" };
    const asked = await save(dana, id, fields);
    const html = await asked.text();
    expect(asked.status).toBe(422);
    expect(html).toContain("Remove Sand in L?");
    expect(html).toContain("1 order");
    expect(await variantsOf(id)).toHaveLength(12);

    const sure = await save(dana, id, fieldsIn(html));
    expect(sure.status).toBe(302);
    expect((await variantsOf(id)).map(({ color }) => color)).toEqual(Array<string>(6).fill("Black"));
    const { rows: line } = await db.execute(sql`select color, size from order_lines where variant_id = ${sand?.id}`);
    expect(line).toEqual([{ color: "Sand", size: "L" }]);
    const [retired] = await db
      .select()
      .from(productColors)
      .where(and(eq(productColors.productId, id), eq(productColors.name, "Sand")));
    expect(retired?.retiredAt).toBeInstanceOf(Date);

    await undo(dana, sure);
    const back = await variantsOf(id);
    expect(back).toHaveLength(12);
    expect(back.find(({ size, color }) => size === "L" && color === "Sand")?.id).toBe(sand?.id);
  });

  test("a member can stop selling one variant, and offer it again", async () => {
    const id = taken();
    const of = await variantsOf(id);
    const variant = of.find(
      ({ size, color }) =>
        of.filter((each) => each.size === size).length > 1 && of.filter((each) => each.color === color).length > 1,
    );
    await db.update(variants).set({ stock: 0 }).where(eq(variants.productId, id));
    const box = `sold:${encodeURIComponent(variant?.size ?? "")}:${encodeURIComponent(variant?.color ?? "")}`;
    expect((await save(dana, id, { ...(await opened(dana, id)), [box]: "" })).status).toBe(302);
    expect(await variantsOf(id)).toHaveLength(of.length - 1);
    expect((await save(dana, id, { ...(await opened(dana, id)), [box]: "yes" })).status).toBe(302);
    expect((await variantsOf(id)).map((each) => each.id)).toContain(variant?.id);
  });
});

describe("goods with sizes and no colors", () => {
  const sizesOnly = async (stocks: (number | null)[]): Promise<string> => {
    const made = await dana.post("/goods/new", {
      ...fieldsIn(await (await dana.fetch("/goods/new")).text()),
      name: "Plain Tee",
      price: "20",
      sizes: "S, M, L",
      colors: "",
    });
    const [, id = ""] = /\/goods\/(\w+)/.exec(made.headers.get("location") ?? "") ?? [];
    const of = await variantsOf(id);
    for (const [place, stock] of stocks.entries())
      await db
        .update(variants)
        .set({ stock })
        .where(eq(variants.id, of[place]?.id ?? 0));
    return id;
  };
  const soldSizes = async (id: string) => (await variantsOf(id)).map(({ size }) => size);

  test("checkboxes show the offered sizes; a member stops selling a size, and offers it again through the list of sizes", async () => {
    const id = await sizesOnly([0, 0, 0]);
    const form = await opened(dana, id);
    expect(form).toMatchObject({ "sold:S:default": "yes", "sold:M:default": "yes", "sold:L:default": "yes" });
    expect((await save(dana, id, { ...form, "sold:M:default": "" })).status).toBe(302);
    expect(await soldSizes(id)).toEqual(["S", "L"]);
    const again = await opened(dana, id);
    expect(again["sizes"]).toBe("S, L");
    expect((await save(dana, id, { ...again, sizes: "S, M, L" })).status).toBe(302);
    expect(new Set(await soldSizes(id))).toEqual(new Set(["S", "M", "L"]));
  });

  test("the stock table of a product without colors lists its sizes, and says which sizes have no limit", async () => {
    const page = async (stocks: (number | null)[]) => dana.text(`/goods/${await sizesOnly(stocks)}`);
    expect(await page([null, null, null])).toContain("Every size no limit");
    expect(await page([0, 2, null])).toContain("Every size 2 pieces, no limit on L, S sold out");
    expect(await page([1, 2, 3])).not.toMatch(/one of a kind|default/i);
  });
});

describe("rights", () => {
  test("managers and bookkeepers see the cost in a product's page and its data, packers and editors do not", async () => {
    const id = taken();
    await db
      .update(products)
      .set({ cost: 123_45 as never })
      .where(eq(products.id, id));
    await db
      .update(variants)
      .set({ cost: 123_45 as never })
      .where(eq(variants.productId, id));
    for (const [role, sees] of [
      ["manager", true],
      ["bookkeeper", true],
      ["packer", false],
      ["editor", false],
    ] as const) {
      const office = officeAs(shop, memberAs(role));
      for (const path of [`/goods/${id}`, "/goods", `/goods/${id}.data`]) {
        const text = await (await office.fetch(path)).text();
        // Digits within an id or a moment are no cost.
        const shown = text.includes("123.45") || /(?<!\w)12345(?!\w)/.test(text);
        expect([role, path, shown]).toEqual([role, path, sees && path !== "/goods"]);
      }
    }
  });

  test("a price change without the right is refused and logged", async () => {
    const id = taken();
    const packer = memberAs("packer");
    const answer = await save(officeAs(shop, packer), id, { ...(await opened(dana, id)), price: "1.00" });
    expect(answer.status).toBe(403);
    const { rows } = await db.execute(
      sql`select from member_events where kind = 'right-denied' and member_id = ${packer.id}`,
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test("fields that the member may not change are disabled, with the reason", async () => {
    const id = taken();
    const control = (html: string, name: string) =>
      new RegExp(`<(?:input|textarea|select)[^>]* name="${name}"[^>]*>`).exec(html)?.[0];
    for (const [role, words, open, shut] of [
      ["packer", "You may read this and change its stock.", [], ["name", "price", "categoryId", "colors"]],
      ["bookkeeper", "You may read this. Changing", [], ["name", "price", "cost", "sizeGuideId"]],
      ["editor", "You may change words and pictures.", ["name", "care"], ["price", "kindForTax", "sizes"]],
    ] as const) {
      const html = await (await officeAs(shop, memberAs(role)).fetch(`/goods/${id}`)).text();
      expect(html).toContain(words);
      for (const name of open)
        expect([role, control(html, name)]).toEqual([role, expect.not.stringMatching(/ disabled/)]);
      for (const name of shut) expect([role, control(html, name)]).toEqual([role, expect.stringMatching(/ disabled/)]);
    }
    expect(await (await dana.fetch(`/goods/${id}`)).text()).not.toContain("read-only");
  });

  test("an editor can change texts but not prices", async () => {
    const id = taken();
    const editor = officeAs(shop, memberAs("editor"));
    const fields = await opened(editor, id);
    expect(Object.keys(fields)).toContain("description");
    expect(Object.keys(fields)).not.toContain("price");
    expect((await save(editor, id, { ...fields, care: "Wipe." })).status).toBe(302);
    const other = { ...fields, submission: crypto.randomUUID(), price: "1.00" };
    expect((await save(editor, id, other)).status).toBe(403);
  });
});

describe("the status of a product", () => {
  const statusForm = async (id: string) => fieldsIn(await (await dana.fetch(`/goods/${id}/status`)).text());

  test("[B-43] a product without price, picture, category and tax kind stays a draft, and the page names each missing field with its field", async () => {
    const made = await dana.post("/goods/new", {
      ...fieldsIn(await (await dana.fetch("/goods/new")).text()),
      name: "Unfinished",
    });
    const id = /goods\/(\w+)/.exec(doneAt(made))?.[1] ?? "";
    const page = await (await dana.fetch(`/goods/${id}`)).text();
    for (const field of ["price", "pictures", "categoryId", "kindForTax"]) {
      expect(page).toContain(`href="#${field}"`);
      expect(page).toContain(`id="${field}"`);
    }
    expect(page).toContain("4 things are missing.");

    const answer = await dana.post(`/goods/${id}/status`, { ...(await statusForm(id)), to: "published" });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    for (const field of ["price", "pictures", "categoryId", "kindForTax"])
      expect(html).toContain(`/goods/${id}#${field}`);
    expect((await product(id)).publishedStatus).toBe("draft");
  });

  test("[B-22] a member can undo archiving and a price changed in the list, also from the log", async () => {
    const id = taken();
    const away = await dana.post(`/goods/${id}/status`, { ...(await statusForm(id)), to: "archived" });
    expect((await product(id)).publishedStatus).toBe("archived");
    await undo(dana, away);
    expect((await product(id)).publishedStatus).toBe("published");

    await db.update(variants).set({ price: null }).where(eq(variants.productId, id));
    const before = await product(id);
    const quick = fieldsIn(await (await dana.fetch(`/goods/${id}/quick?back=%2Fgoods%3Fq%3Djacket`)).text());
    const priced = await dana.post(`/goods/${id}/quick`, { ...quick, price: "77.00" });
    expect(priced.headers.get("location")).toContain("/goods?q=jacket&done=");
    expect((await product(id)).price).toBe(77_00);
    const act = /done=([\w-]+)/.exec(doneAt(priced))?.[1] ?? "";
    await dana.post(`/log/${act}`, fieldsIn(await (await dana.fetch(`/log/${act}`)).text()));
    expect((await product(id)).price).toBe(before.price);
  });

  test("setting one price for all removes the prices of the variants, which then have the product's price", async () => {
    const id = taken();
    await db
      .update(variants)
      .set({ price: 50_00 as never })
      .where(eq(variants.productId, id));
    const quick = fieldsIn(await (await dana.fetch(`/goods/${id}/quick`)).text());
    expect(quick.price).toBe("50.00");
    expect((await dana.post(`/goods/${id}/quick`, { ...quick, price: "60" })).status).toBe(302);
    expect((await product(id)).price).toBe(60_00);
    expect(new Set((await variantsOf(id)).map(({ price }) => price))).toEqual(new Set([null]));
  });

  test("a copy is a draft with the same description and as many variants, without stock and SKUs; undo archives it", async () => {
    const id = taken();
    const form = fieldsIn(await (await dana.fetch(`/goods/${id}/copy`)).text());
    const made = await dana.post(`/goods/${id}/copy`, form);
    const copy = /goods\/(\w+)/.exec(doneAt(made))?.[1] ?? "";
    const [from, to] = [await product(id), await product(copy)];
    expect(to).toMatchObject({ name: `${from.name} (copy)`, description: from.description, publishedStatus: "draft" });
    expect(await variantsOf(copy)).toHaveLength((await variantsOf(id)).length);
    expect((await variantsOf(copy)).every(({ sku, stock }) => sku === "" && !stock)).toBe(true);
    await undo(dana, made);
    expect((await product(copy)).publishedStatus).toBe("archived");
  });

  test("a product's history lists changes of the product and of its variants", async () => {
    const id = taken();
    const [variant] = await variantsOf(id);
    await save(dana, id, { ...(await opened(dana, id)), fit: "Loose" });
    await save(dana, id, { ...(await opened(dana, id)), [`variant:${variant?.id}:shelf`]: "B-4" });
    const words = await dana.text(`/goods/${id}/history`);
    expect(words).toContain("fit");
    expect(words).toContain("shelf");
    expect(words).toContain("B-4");
  });
});

describe("stock in the grid of a product's page", () => {
  test("[B-56] a member enters the pieces of a new product in its grid; the ledger logs them as first stock, and undo removes them", async () => {
    const fresh = fieldsIn(await (await dana.fetch("/goods/new")).text());
    const made = await dana.post("/goods/new", {
      ...fresh,
      name: "Trail Cap",
      price: "29",
      sizes: "S, M, L",
      colors: "",
    });
    const id = /goods\/([\da-f]+)/.exec(doneAt(made))?.[1] ?? "";
    const [small, medium, large] = (await variantsOf(id)).map((variant) => variant.id);
    const answer = await save(dana, id, {
      ...(await opened(dana, id)),
      [`variant:${small}:stock`]: "12",
      [`variant:${medium}:stock`]: "3",
    });
    expect(answer.status).toBe(302);
    expect((await variantsOf(id)).map(({ stock }) => stock)).toEqual([12, 3, 0]);
    expect(await dana.text(`/stock/${small}`)).toContain("First stock");
    expect((await stockDrift(db)).filter(({ variantId }) => variantId === small || variantId === medium)).toEqual([]);
    expect((await undo(dana, answer)).status).toBe(302);
    expect((await variantsOf(id)).map(({ stock }) => stock)).toEqual([0, 0, 0]);

    // The level of `small` was set before, so its change needs a reason; without one the first level of `large` is refused too.
    const mixed = { ...(await opened(dana, id)), [`variant:${small}:stock`]: "1", [`variant:${large}:stock`]: "2" };
    expect((await save(dana, id, mixed)).status).toBe(422);
    const alone = { ...(await opened(dana, id)), [`variant:${large}:stock`]: "2" };
    expect((await save(dana, id, alone)).status).toBe(302);
    expect((await variantsOf(id)).map(({ stock }) => stock)).toEqual([0, 0, 2]);
  });

  test("a changed stock level needs a reason, keeps reservations made meanwhile, and cannot fall by more than the pieces still for sale", async () => {
    const id = taken();
    await db.execute(sql`update variants set stock = null where product_id = ${id}`);
    const [variant = { id: 0, stock: 0 }] = await variantsOf(id);
    await db.transaction((tx) =>
      limitStock(tx, {
        variantId: variant.id,
        level: 10,
        cause: "count",
        reason: "",
        act: { memberId: "x", submission: crypto.randomUUID() },
      }),
    );
    const name = `variant:${variant.id}:stock`;
    const form = await opened(dana, id);
    const without = await save(dana, id, { ...form, [name]: "14" });
    expect([without.status, await without.text()]).toEqual([
      422,
      expect.stringContaining("Write why the numbers change"),
    ]);
    await db.transaction((tx) => reserve(tx, [{ variantId: variant.id, quantity: 3 }], "99991111", shopper));
    expect((await save(dana, id, { ...form, [name]: "14", stockReason: "Found a box" })).status).toBe(302);
    expect((await variantsOf(id)).find((each) => each.id === variant.id)?.stock).toBe(11);
    const below = await save(dana, id, {
      ...(await opened(dana, id)),
      [name]: "0",
      [`level:${variant.id}`]: "99",
      stockReason: "x",
    });
    expect(await below.text()).toContain("Only 11 can still be sold");
    for (const typed of ["-1", "1.5", "1e9", "100001", "x"])
      expect([typed, (await save(dana, id, { ...(await opened(dana, id)), [name]: typed })).status]).toEqual([
        typed,
        422,
      ]);
  });

  test("[B-12] members without the right to change stock see no field for it, and a sent value is refused", async () => {
    const id = taken();
    const [variant] = await variantsOf(id);
    const editor = officeAs(shop, memberAs("editor"));
    const form = await opened(editor, id);
    expect(Object.keys(form)).not.toContain(`variant:${variant?.id}:stock`);
    const sent = await save(editor, id, {
      ...form,
      [`variant:${variant?.id}:stock`]: "5",
      [`level:${variant?.id}`]: "4",
      stockReason: "x",
    });
    expect(sent.status).toBe(403);
  });
});

test("a sale price above the price is refused, for a variant and for the product, on its page and in the list", async () => {
  const id = taken();
  const [variant] = await variantsOf(id);
  const answer = await save(dana, id, {
    ...(await opened(dana, id)),
    [`variant:${variant?.id}:price`]: "50",
    [`variant:${variant?.id}:salePrice`]: "60",
  });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("The sale price has to be below the price.");
  const whole = await save(dana, id, { ...(await opened(dana, id)), salePrice: "99999" });
  expect(whole.status).toBe(422);
  const quick = fieldsIn(await (await dana.fetch(`/goods/${id}/quick`)).text());
  expect((await dana.post(`/goods/${id}/quick`, { ...quick, salePrice: "99999" })).status).toBe(422);
});

describe("alternative texts and publishing in the save of a product's page", () => {
  const wordsIn = (form: Record<string, string>) => {
    const versions = JSON.parse(form.versions ?? "{}") as { words?: Record<string, { alt: string; version: number }> };
    return Object.keys(versions.words ?? {});
  };
  const altOf = async (path: string) =>
    (await db.execute<{ alt: string }>(sql`select alt from media_uses where path = ${path}`)).rows[0]?.alt;

  test("[B-48] alternative texts are saved with the price in one act, which one undo reverts", async () => {
    const id = taken();
    const form = await opened(dana, id);
    const [path = ""] = wordsIn(form);
    const before = { alt: await altOf(path), price: (await product(id)).price };
    const saved = await save(dana, id, { ...form, price: "91.00", [`alt:${path}`]: " A jacket on a fence " });
    expect(saved.status).toBe(302);
    expect(await dana.text(doneAt(saved))).toContain(": price and words for pictures are changed.");
    expect([await altOf(path), (await product(id)).price]).toEqual(["A jacket on a fence", 91_00]);
    await undo(dana, saved);
    expect([await altOf(path), (await product(id)).price]).toEqual([before.alt, before.price]);
  });

  test("an alternative text that is too long is refused with a message, and the price in the same form is not saved", async () => {
    const id = taken();
    const form = await opened(dana, id);
    const [path = ""] = wordsIn(form);
    const price = (await product(id)).price;
    const refused = await save(dana, id, { ...form, price: "92.00", [`alt:${path}`]: "x".repeat(501) });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Use at most 500 characters.");
    expect((await product(id)).price).toBe(price);
  });

  test("[B-15] a save does not overwrite an alternative text that another member wrote meanwhile: the page shows both, with the picture's name", async () => {
    const id = taken();
    const mine = await opened(dana, id);
    const [path = ""] = wordsIn(mine);
    await save(sam, id, { ...(await opened(sam, id)), [`alt:${path}`]: "Sam's words" });
    const refused = await save(dana, id, { ...mine, [`alt:${path}`]: "Dana's words" });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toContain("Words for picture 1 of ");
    const settled = await save(dana, id, { ...fieldsIn(html), [`take:alt:${path}`]: "mine" });
    expect(settled.status).toBe(302);
    expect(await altOf(path)).toBe("Dana's words");
  });

  test("the alternative text of another product's picture cannot be saved by this form", async () => {
    const [id, other] = [taken(), taken()];
    const [foreign = ""] = wordsIn(await opened(dana, other));
    const form = await opened(dana, id);
    const versions = JSON.parse(form.versions ?? "{}") as { words: Record<string, object> };
    versions.words[foreign] = { alt: "", version: 1 };
    const stood = await altOf(foreign);
    const refused = await save(dana, id, {
      ...form,
      versions: JSON.stringify(versions),
      [`alt:${foreign}`]: "Not mine",
    });
    expect(refused.status).toBe(409);
    expect(await altOf(foreign)).toBe(stood);
  });

  test("[B-44] publishing with unsaved changes saves and publishes in one act", async () => {
    const id = taken();
    await db.update(products).set({ publishedStatus: "draft", kindForTax: null }).where(eq(products.id, id));
    const done = await save(dana, id, {
      ...(await opened(dana, id)),
      kindForTax: "clothing",
      fit: "Ready to ride",
      publish: "yes",
    });
    expect(done.status).toBe(302);
    expect(await dana.text(doneAt(done))).toContain(": fit and tax kind are changed. It is on the shop.");
    expect(await product(id)).toMatchObject({ publishedStatus: "published", fit: "Ready to ride" });
    await undo(dana, done);
    expect(await product(id)).toMatchObject({ publishedStatus: "draft", kindForTax: null });
  });

  test("[B-44] a product without a price can be published if its variants have prices, in one act that can be undone", async () => {
    const id = taken();
    await db
      .update(products)
      .set({ publishedStatus: "draft", price: null, salePrice: null })
      .where(eq(products.id, id));
    await db.update(variants).set({ price: null, salePrice: null }).where(eq(variants.productId, id));
    const form = await opened(dana, id);
    const prices = Object.keys(form).filter((field) => /^variant:\d+:price$/.test(field));
    const [, ...butOne] = prices.map((field) => [field, "49"]);
    const refused = await save(dana, id, { ...form, ...Object.fromEntries(butOne), publish: "yes" });
    expect([refused.status, (await product(id)).publishedStatus]).toEqual([422, "draft"]);

    const priced = Object.fromEntries(prices.map((field) => [field, "49"]));
    const done = await save(dana, id, { ...(await opened(dana, id)), ...priced, publish: "yes" });
    expect([done.status, (await product(id)).publishedStatus]).toEqual([302, "published"]);
    await undo(dana, done);
    expect((await product(id)).publishedStatus).toBe("draft");
    expect(new Set((await variantsOf(id)).map(({ price }) => price))).toEqual(new Set([null]));
  });

  test.each([3, 30])(
    "a save of a published product with %i priced variants is refused if neither the product nor its variants would have a price",
    async (count) => {
      const id = taken();
      await db.update(products).set({ price: null, salePrice: null }).where(eq(products.id, id));
      await db.update(variants).set({ retiredAt: new Date() }).where(eq(variants.productId, id));
      const sizes = Array.from({ length: count }, (_, size) => `Size ${size}`);
      await db.insert(variants).values(
        sizes.map((size, position) => ({
          productId: id,
          size,
          color: "Black",
          price: cents(49_00),
          stock: 1,
          position,
        })),
      );
      const form = await opened(dana, id);
      const none = Object.fromEntries(
        Object.keys(form)
          .filter((field) => field.endsWith(":price"))
          .map((field) => [field, ""]),
      );
      expect(Object.keys(none)).toHaveLength(count);
      const refused = await save(dana, id, { ...form, ...none });
      expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("Write a price")]);
      expect((await variantsOf(id)).every(({ price }) => price === 49_00)).toBe(true);

      expect((await save(dana, id, { ...form, ...none, price: "52" })).status).toBe(302);
      expect([(await product(id)).price, (await variantsOf(id))[0]?.price]).toEqual([52_00, null]);
    },
  );

  test.each([
    ["what is missing", { kindForTax: "" }, "Choose a tax kind before it goes on the shop."],
    ["what is wrong", { kindForTax: "clothing", price: "1e9" }, "Write dollars"],
  ])(
    "publishing with a missing or an invalid value (%s) is refused with a message, and the product stays a draft",
    async (_, typed, words) => {
      const id = taken();
      await db.update(products).set({ publishedStatus: "draft", kindForTax: null }).where(eq(products.id, id));
      const form = { ...(await opened(dana, id)), fit: "Half done", ...typed, publish: "yes" };
      const refused = await save(dana, id, form);
      expect(refused.status).toBe(422);
      const html = await refused.text();
      expect(html).toContain(words);
      expect(html).toContain("Half done");
      const after = await product(id);
      expect([after.publishedStatus, after.fit === "Half done"]).toEqual(["draft", false]);
      await db
        .update(products)
        .set({ publishedStatus: "published", kindForTax: "clothing" })
        .where(eq(products.id, id));
    },
  );

  test("a member who may only change texts cannot publish", async () => {
    const id = taken();
    await db.update(products).set({ publishedStatus: "draft" }).where(eq(products.id, id));
    const editor = officeAs(shop, memberAs("editor", "Ed"));
    const answer = await save(editor, id, { ...(await opened(editor, id)), fit: "Mine", publish: "yes" });
    expect(answer.status).toBe(403);
    expect((await product(id)).publishedStatus).toBe("draft");
  });

  test("a new color gets a swatch guessed from its name if the name is known, and a member can remove it; an existing color without a swatch gets none", async () => {
    const id = taken();
    const [first] = await db.select().from(productColors).where(eq(productColors.productId, id)).limit(1);
    await db.update(productColors).set({ swatch: null }).where(eq(productColors.productId, id));
    const form = await opened(dana, id);
    await save(dana, id, { ...form, colors: `${form.colors}, Oxblood, Outlaw` });
    const swatches = async () =>
      new Map(
        (await db.select().from(productColors).where(eq(productColors.productId, id))).map((color) => [
          color.name,
          color.swatch,
        ]),
      );
    expect((await swatches()).get("Oxblood")).toBe("#4f1a1c");
    expect((await swatches()).get("Outlaw")).toBeNull();
    expect((await swatches()).get(first?.name ?? "")).toBeNull();
    const again = await opened(dana, id);
    expect(again["swatch:Oxblood"]).toBe("#4f1a1c");
    await save(dana, id, { ...again, "swatch:Oxblood": "" });
    expect((await swatches()).get("Oxblood")).toBeNull();
  });
});
