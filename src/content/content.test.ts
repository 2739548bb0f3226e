import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { connect, type Connection, listen } from "~/platform/database.server";
import { openPictureStore } from "~/platform/picture-store.server";
import { seedDemoShop } from "~/demo/seed.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { products } from "~/shop/catalog/catalog.tables";
import { pages as pageRows } from "~/shop/texts/texts.tables";
import { openSettings } from "~/shop/settings.server";
import { settings as settingRows } from "~/shop/settings.tables";
import { locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { testApp } from "~/testing/test-app.server";
import { administer } from "~/testing/test-database";
import { emptyDatabase } from "~/testing/empty-database";
import { wordsIn } from "~/testing/back-office-as.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop, type TestShop } from "~/testing/test-shop.server";
import { contentTables } from "./content-tables.server";
import { exportContent } from "./export-content.server";
import { importContent } from "./import-content.server";
import { leftOutWords } from "./outcome-words";

const shop = await openTestShop();
const { pages } = testPages();
const folder = await mkdtemp(join(tmpdir(), "content "));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, "shop.json");

const { url, ownerUrl, name } = emptyDatabase("content_elsewhere");
let connection: Connection;
let elsewhere: TestShop;
beforeAll(async () => {
  await shop.db.insert(settingRows).values({ name: "shopName", value: "Salida Riders" });
  await shop.reloadSettings();
  // Changes a text, so that the exported shop differs from a new empty shop.
  await shop.db.execute(sql`update faqs set answer = answer || ' Really.' where id = (select min(id) from faqs)`);
  await shop.db.execute(sql`delete from banners where position = (select max(position) from banners)`);
  await writeFile(file, (await lines(exportContent(shop))).join(""));
  // The shop's role may not create temporary tables, as in production.
  await administer(ownerUrl, `revoke temporary on database ${name} from public`);
  connection = connect(url);
  elsewhere = { ...shop, db: connection.db, pictures: openPictureStore(join(folder, "pictures")) };
});
afterAll(() => connection.close());

async function lines(of: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of of) all.push(line);
  return all;
}
const count = async (table: string, db: Services["db"] = connection.db) =>
  Number((await db.execute(sql`select count(*) from ${sql.identifier(table)}`)).rows[0]?.count);

const GOODS = /^\{"(picture|table" ?: ?"(products|product_colors|variants|media_uses|review.*|questions))"/;
// The setting of gift cards makes their product.
const withoutGoods = (all: string[]) => all.filter((line) => !GOODS.test(line) && !line.includes('"giftCardSale"'));

/** Writes the exported file with changed lines and their digest. */
async function changed(change: (all: string[]) => string[]): Promise<string> {
  const all = change((await readFile(file, "utf8")).split("\n").slice(0, -2));
  return fileOf(all, "changed.json");
}
async function fileOf(all: string[], called: string): Promise<string> {
  const digest = createHash("sha256")
    .update(`${all.join("\n")}\n`)
    .digest("hex");
  const path = join(folder, called);
  await writeFile(path, `${all.join("\n")}\n"digest":"${digest}"}\n`);
  return path;
}

describe("an invalid file is refused before anything is written", () => {
  /** Lines of a file without products and pictures, which is read quickly. */
  let small: string[] = [];
  beforeAll(async () => void (small = withoutGoods((await readFile(file, "utf8")).split("\n").slice(0, -2))));
  const altered = (change: (all: string[]) => string[]) => fileOf(change(small), "altered.json");

  test.each<[string, RegExp, () => Promise<string>]>([
    ["cut off", /damaged/, async () => cut((text) => text.slice(0, text.length / 2))],
    ["cut before its last line", /damaged/, async () => cut((text) => text.slice(0, text.lastIndexOf('"digest"')))],
    ["changed by one letter", /damaged/, async () => cut((text) => text.replace("Salida", "salida"))],
    ["a CSV of products", /no export/, async () => cut(() => "id,name\n1,Jacket\n")],
    ["empty", /damaged/, async () => cut(() => "")],
    [
      "of a newer shop",
      /newer version/,
      () => altered((all) => [all[0]?.replace('"version":2', '"version":99') ?? "", ...all.slice(1)]),
    ],
    ...(
      [
        ["with a shop name that is no text", '"shopName":{}'],
        ["without a shop name", '"name":"x"'],
        ["with a shop name of 900 kB", `"shopName":"${"x".repeat(900_000)}"`],
      ] as const
    ).map(([title, shopName]): [string, RegExp, () => Promise<string>] => [
      title,
      /no export/,
      () => altered((all) => [all[0]?.replace(/"shopName":"[^"]*"/, shopName) ?? "", ...all.slice(1)]),
    ]),
    ...[0, -1, 1.5].map((version): [string, RegExp, () => Promise<string>] => [
      `of the version ${version}`,
      /no export/,
      () => altered((all) => [all[0]?.replace('"version":2', `"version":${version}`) ?? "", ...all.slice(1)]),
    ]),
    [
      "with an unknown column",
      /Line 2, products: shape: there is no such column/,
      () => added({ table: "products", row: { id: "abc", shape: [[[]]] } }),
    ],
    [
      "with a gift card that the settings did not make",
      /Line 2, products: kind: a shop has one gift card/,
      () =>
        added({
          table: "products",
          row: { id: "card", name: "Gift Card", kind: "gift-card", position: 1, published_status: "published" },
        }),
    ],
    [
      "with an order number, a column that exports never contain",
      /Line 2, reviews: order_number: there is no such column/,
      () => added({ table: "reviews", row: { id: "r1", order_number: "1" } }),
    ],
    ["about a table of members", /no such content/, () => added({ table: "member_accounts", row: { id: 1 } })],
    [
      "with a negative number of days to return",
      /returnDays/,
      () => added({ table: "settings", row: { name: "returnDays", value: -3 } }),
    ],
    [
      "with a javascript: link",
      /is no link/,
      () => added({ table: "banners", row: { id: "x", position: 99, label: "x", href: "javascript:alert(1)" } }),
    ],
    [
      "with a javascript: link in a menu",
      /Line 2, menu_links: href: javascript:alert\(1\) is no link/,
      () => added({ table: "menu_links", row: { id: "x", menu: "main", label: "x", href: "javascript:alert(1)" } }),
    ],
    [
      "with a javascript: link in the texts of a page",
      /Line 2, pages: notFound\.links\[1\]\.href: javascript:alert\(1\) is no link/,
      () =>
        added({
          table: "pages",
          row: { key: "notFound", content: { title: "x", text: "x", links: [link("/"), link("javascript:alert(1)")] } },
        }),
    ],
    ...(["file_path", "poster"] as const).map((column): [string, RegExp, () => Promise<string>] => [
      `with a video whose ${column} is a javascript: link`,
      new RegExp(`Line 2, videos: ${column}: must be a path below /media/`),
      () => added({ table: "videos", row: { ...film, [column]: "javascript:alert(1)" } }),
    ]),
    ...(["media_url", "thumbnail_url"] as const).map((column): [string, RegExp, () => Promise<string>] => [
      `with a social post whose ${column} is on another host`,
      new RegExp(`Line 2, social_posts: ${column}: must be a path below /media/`),
      () => added({ table: "social_posts", row: { ...riders, [column]: "https://elsewhere/a.webp" } }),
    ]),
    [
      "with an article whose picture is on another host",
      /Line 2, posts: image: must be a path below \/media\//,
      () => added({ table: "posts", row: { id: "p1", image: "//elsewhere/a.webp" } }),
    ],
    [
      "with a color that loads a picture from another host",
      /Line 2, product_colors: swatch: url\(https:\/\/elsewhere\) is no color/,
      () =>
        added({ table: "product_colors", row: { product_id: "p", name: "Black", swatch: "url(https://elsewhere)" } }),
    ],
    [
      "with a variant whose picture is a data: address",
      /Line 2, variants: image: must be a path below \/media\//,
      () => added({ table: "variants", row: { product_id: "p", size: "M", color: "Black", image: "data:," } }),
    ],
    [
      "with a page whose content does not fit its schema",
      /pages: about/,
      () => added({ table: "pages", row: { key: "about", content: { hero: 1 } } }),
    ],
    [
      "with answers that are no list",
      /Line 2, questions: answers: Invalid input: expected array/,
      () =>
        added({ table: "questions", row: { id: "q1", product_id: "abc", question: "?", author: "R", answers: {} } }),
    ],
    [
      "with an answer without an author",
      /Line 2, questions: answers\[0\]\.author: must not be empty/,
      () => added({ table: "questions", row: { id: "q1", answers: [{ ...answer, author: " " }] } }),
    ],
    [
      "with a product whose picture is on another host",
      /Line 2, products: images\[1\]: must be a path below \/media\//,
      () => added({ table: "products", row: { id: "abc", images: ["/media/a.webp", "https://elsewhere/a.webp"] } }),
    ],
    ...["//eve.example", "/\\eve.example", "java\tscript:alert(1)"].map(
      (href): [string, RegExp, () => Promise<string>] => [
        `with a link to ${JSON.stringify(href)}`,
        /Line 2, menu_links: href: .* is no link/,
        () => added({ table: "menu_links", row: { id: "m1", href } }),
      ],
    ),
    [
      "with a schedule on the ninth weekday",
      /Line 2, chapters: schedule\.weekday: /,
      () => added({ table: "chapters", row: { id: "c1", schedule: { nth: 1, weekday: 9, time: "9:00" } } }),
    ],
    [
      "with a price that is a text",
      /Line 2, products: price_cents: Invalid input: expected number/,
      () => added({ table: "products", row: { id: "abc", price_cents: "12,50" } }),
    ],
    [
      "with a text that is no date in a column of times",
      /Line 2, posts: published_at: must be a moment/,
      () => added({ table: "posts", row: { id: "p1", published_at: "yesterday" } }),
    ],
    [
      "that lacks a picture",
      /pictures are not in the file/,
      () =>
        changed((all) =>
          all.toSpliced(
            all.findIndex((line) => line.startsWith('{"picture"')),
            1,
          ),
        ),
    ],
    [
      "with a picture whose bytes do not match its hash",
      /is damaged/,
      () => added({ picture: "0".repeat(32), data: "AAAA" }),
    ],
    [
      "with a category that neither the file nor the shop has",
      /does not fit together/,
      () => added({ table: "products", row: { id: "abc", name: "X", position: 1, category_id: "nowhere" } }),
    ],
  ])("%s", async (_, words, make) => {
    await expect(importContent(elsewhere, await make())).rejects.toThrow(words);
    for (const table of ["products", "pages", "media_uses", "settings", "stocked"]) expect(await count(table)).toBe(0);
  });

  test("with a line of more than 1 MB, or with more text than allowed", async () => {
    const endless = join(folder, "endless");
    await writeFile(endless, "");
    await truncate(endless, 3_000_000_000);
    await expect(importContent(elsewhere, endless)).rejects.toThrow("Line 1 is longer than 1 MB");
    await expect(importContent(elsewhere, file, { mostText: 10_000 })).rejects.toThrow("more words than any shop");
    expect(await count("products")).toBe(0);
  });

  async function cut(change: (text: string) => string): Promise<string> {
    const path = join(folder, "cut.json");
    await writeFile(path, change(await readFile(await fileOf(small, "small.json"), "utf8")));
    return path;
  }
  const link = (href: string) => ({ label: "x", href });
  const film = { id: "v1", file_name: "a.mp4", file_path: "/media/videos/a.mp4", poster: null, position: 1 };
  const riders = { id: "s1", caption: "x", media_type: "image", media_url: "/media/a.webp", thumbnail_url: null };
  const answer = { id: "a1", author: "Iron Mesa", staff: true, date: "2026-11-01", content: "Yes." };
  const added = (record: object) => altered((all) => all.toSpliced(1, 0, `${JSON.stringify(record)},`));
});

describe("the export of a shop, imported into a new empty shop", () => {
  beforeAll(() => seedDemoShop(connection.db, elsewhere.pictures, { startWith: "empty" }));

  test("is one JSON document, without orders, shoppers or members", async () => {
    const { records } = JSON.parse(await readFile(file, "utf8")) as { records: { table?: string }[] };
    const tables = new Set(records.map(({ table }) => table));
    for (const table of ["orders", "member_accounts", "discount_codes", "messages", "newsletter_subscribers"])
      expect(tables).not.toContain(table);
  });

  test("does not overwrite changes of the other shop's members without the option `overwrite`", async () => {
    const act = { memberId: "dana", submission: randomUUID(), action: "change" as const, reason: "" };
    const change = { kind: "setting", record: "shopName", version: 1, field: "shopName", old: null, new: "Mine" };
    await connection.db.insert(settingRows).values({ name: "shopName", value: "Mine" });
    await connection.db.transaction((tx) => logChanges(tx, act, [change]));
    expect(await importContent(elsewhere, file)).toMatchObject({ isDone: false });
    expect(await count("products")).toBe(0);
    await connection.db.delete(settingRows).where(eq(settingRows.name, "shopName"));
  });

  test("overwrites the default texts of an empty shop once; imported texts are overwritten only with `overwrite`", async () => {
    const answers = async () =>
      (await connection.db.execute(sql`select count(*)::int as count from faqs where answer like '% Truly.'`)).rows;
    expect(await importContent(elsewhere, await changed(withoutGoods))).toMatchObject({ isDone: true });
    expect(await count("products")).toBe(0);

    const others = await changed((all) => withoutGoods(all).map((line) => line.replace(" Really.", " Truly.")));
    const refused = await importContent(elsewhere, others);
    expect(refused.tables.filter(({ changed: other }) => other > 0)).toMatchObject([{ changed: 1 }]);
    expect(refused.isDone).toBe(false);
    expect(await answers()).toEqual([{ count: 0 }]);
    // Imported texts are still protected after the demo was cleared.
    await connection.db.execute(sql`update stocked set cleared_at = now()`);
    expect((await importContent(elsewhere, others)).isDone).toBe(false);
    expect((await importContent(elsewhere, others, { overwrite: true })).isDone).toBe(true);
    expect(await answers()).toEqual([{ count: 1 }]);
    expect((await importContent(elsewhere, await changed(withoutGoods), { overwrite: true })).isDone).toBe(true);
  });

  test("drops the pages that show whether the shop is the demo, which it is no more", async () => {
    const sent: string[] = [];
    const { promise: last, resolve } = Promise.withResolvers<void>();
    const listener = await listen(url, "shop_changed", (payload) => {
      if (payload === "end") resolve();
      else sent.push(...payload.split("\n"));
    });
    expect((await importContent(elsewhere, await changed(withoutGoods), { overwrite: true })).isDone).toBe(true);
    await connection.db.execute(sql`select pg_notify('shop_changed', 'end')`);
    await last;
    await listener.close();
    expect(sent).toContain("table:stocked");
  });

  test("produces the same shop: its public pages are identical, byte by byte", async () => {
    const outcome = await importContent(elsewhere, file);
    expect(outcome.isDone).toBe(true);
    expect(outcome.tables.find(({ words }) => words[1] === "products")).toMatchObject({ added: 67, changed: 0 });
    const settings = await openSettings(connection.db, () => undefined);
    elsewhere = { ...elsewhere, settings: settings.current, reloadSettings: settings.reload };
    expect(await stockDrift(connection.db)).toEqual([]);

    // Forms contain the time at which they were rendered: the clock is stopped, so that both shops send the same bytes.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const [here, there] = [testApp(shop, { pages }), testApp(elsewhere, { pages })];
    const text = async (app: typeof here, path: string) =>
      (await app.fetch(new Request(new URL(path, shop.address)))).text();
    const sitemap = await text(here, "/sitemap.xml");
    const addresses = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, loc = ""]) =>
      loc.replaceAll("&amp;", "&").slice(shop.address.length),
    );
    expect(addresses.length).toBeGreaterThan(80);
    for (const path of [...addresses, "/sitemap.xml", "/products.xml", "/search?query=leather", "/robots.txt"])
      expect([path, await text(there, path)]).toEqual([path, await text(here, path)]);
    const [picture] = /\/pictures\/[0-9a-f]{32}\/original/.exec(await text(here, "/")) ?? [""];
    expect(await text(there, picture)).toBe(await text(here, picture));
  });

  test("changes nothing when imported again; later changes are overwritten only with `overwrite`", async () => {
    const again = await importContent(elsewhere, file);
    expect(again.isDone).toBe(true);
    expect(again.tables.every(({ added, changed: other }) => added + other === 0)).toBe(true);

    const named = eq(products.name, "Boot Socks");
    await connection.db.update(products).set({ care: "Wash cold." }).where(named);
    await connection.db.update(pageRows).set({ publishedAt: null }).where(eq(pageRows.key, "about"));
    const refused = await importContent(elsewhere, file);
    expect(refused.isDone).toBe(false);
    expect(refused.tables.filter(({ changed: other }) => other > 0)).toMatchObject([
      { words: ["product", "products"], changed: 1 },
      { words: ["page", "pages"], changed: 1, examples: ["about"] },
    ]);
    const [kept] = await connection.db.select().from(products).where(named);
    expect(kept?.care).toBe("Wash cold.");

    expect((await importContent(elsewhere, file, { overwrite: true })).isDone).toBe(true);
    const [back] = await connection.db.select().from(products).where(named);
    expect(back?.care).not.toBe("Wash cold.");
    expect(back?.version).toBe((kept?.version ?? 0) + 1);
  });
});

describe("rows of menus and banners", () => {
  const positions = /^\{"table" ?: ?"(menu_links|banners)"/;
  /**
   * Converts the file to version 1 of the format: menu rows and banners without ids, reviews and questions with order numbers and
   * request keys.
   */
  const ofVersion1 = () =>
    changed((all) =>
      all.map((line) => {
        if (line.startsWith('{"format"')) return line.replace('"version":2', '"version":1');
        if (!/^\{"table" ?: ?"(menu_links|banners|reviews|questions)"/.test(line)) return line;
        const record = JSON.parse(line.replace(/,$/, "")) as { table: string; row: Record<string, unknown> };
        if (positions.test(line)) delete record.row.id;
        else
          Object.assign(record.row, { request_key: "k", ...(record.table === "reviews" && { order_number: "1234" }) });
        return `${JSON.stringify(record)},`;
      }),
    );
  const exported = async (of: Services) => (await lines(exportContent(of, new Date(0)))).join("");
  const idsOf = async (of: Services) =>
    (await of.db.execute<{ id: string; label: string }>(sql`select id, label from menu_links order by menu, position`))
      .rows;

  test("can be imported from a file of version 1, where their ids are derived from their positions", async () => {
    expect((await importContent(elsewhere, file, { overwrite: true })).isDone).toBe(true);
    const again = await importContent(elsewhere, await ofVersion1());
    expect(leftOutWords(again.leftOut)).toEqual([
      "Numbers of orders and keys of requests, which files of an old shop hold, are left out.",
    ]);
    expect(again.tables.filter(({ added, changed: other }) => added + other > 0)).toEqual([]);
    expect(await exported(elsewhere)).toBe(await exported(shop));
  });

  test("keep their identity when they are moved or hidden, and the importing shop exports an identical file", async () => {
    const before = await idsOf(shop);
    // Swaps two rows of a menu and two questions, puts a new banner before the others, hides a question, and retires a variant.
    await shop.db.execute(sql`update menu_links set position = -1 - position where menu = 'main' and position < 2`);
    await shop.db.execute(sql`update menu_links set position = 2 + position where menu = 'main' and position < 0`);
    await shop.db.execute(sql`update banners set position = 7 where position = (select min(position) from banners)`);
    await shop.db.execute(sql`insert into banners (position, label, href) values (3, 'Second', '/')`);
    await shop.db.execute(sql`update faqs set position = 1 - position where position < 2`);
    await shop.db.execute(sql`update faqs set published_at = null where id = (select max(id) from faqs)`);
    await shop.db.execute(sql`update variants set retired_at = now() where id = (select max(id) from variants)`);
    const moved = join(folder, "moved.json");
    await writeFile(moved, await exported(shop));
    const { isDone, tables } = await importContent(elsewhere, moved, { overwrite: true });
    expect(isDone).toBe(true);
    const menus = tables.find(({ words }) => words[0] === "row of the menus");
    expect(menus).toMatchObject({ added: 0, changed: 2 });
    expect(await exported(elsewhere)).toBe(await exported(shop));
    const after = await idsOf(elsewhere);
    expect(after).not.toEqual(before);
    expect(new Set(after.map(({ id, label }) => `${id} ${label}`))).toEqual(
      new Set(before.map(({ id, label }) => `${id} ${label}`)),
    );
  });

  test("are shown in the order of their positions, whatever their ids are", async () => {
    const [first, second] = (
      await shop.db.execute<{ label: string }>(
        sql`select label from menu_links where menu = 'main' order by position limit 2`,
      )
    ).rows;
    const { menus, banners: told } = await import("~/shop/texts/menus.server");
    const { main } = await menus(connection.db, elsewhere.settings(), async () => undefined);
    expect(main.slice(0, 2).map(({ label }) => label)).toEqual([first?.label, second?.label]);
    expect((await told(connection.db, elsewhere.settings())).map(({ label }) => label)[0]).toBe("Second");
  });
});

test("each column of a content table is either in the file or listed as omitted", async () => {
  const { rows } = await shop.db.execute<{ table: string; columns: string[] }>(sql`
    select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' group by table_name`);
  for (const { name, columns, omitted } of contentTables)
    expect([name, rows.find(({ table }) => table === name)?.columns.toSorted()]).toEqual([
      name,
      [...columns, ...omitted].toSorted(),
    ]);
  const all = contentTables.flatMap(({ columns }) => columns);
  for (const personal of ["email", "order_number", "order_line", "request_key"]) expect(all).not.toContain(personal);
});

describe("in the back office", () => {
  // The tests above moved and hid rows, so that the file has to be exported again.
  beforeAll(async () => writeFile(file, (await lines(exportContent(shop))).join("")));
  const app = testBackOffice(shop);
  const as = async (role: "owner" | "editor" | "bookkeeper", at?: Date) => {
    const browser = testBrowser(app);
    browser.setCookie(await (await testMember(shop, role, `Kim${at ? "late" : ""}`)).cookie(at));
    return browser;
  };

  test("the export needs a factor, is logged, and equals the exported file; an editor may not export", async () => {
    const keeper = await as("bookkeeper");
    const answer = await keeper.post("/content/export", {});
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="shop-[\d-]+\.json"$/);
    const records = (text: string) => text.split("\n").slice(1, -2);
    expect(records(await answer.text())).toEqual(records(await readFile(file, "utf8")));
    expect(await count("member_events", shop.db)).toBeGreaterThan(0);
    expect((await (await as("editor")).post("/content/export", {})).status).toBe(403);

    const late = await as("owner", new Date(Date.now() - 15 * 60_000));
    expect(locationOf(await late.post("/content/export", {}))).toContain("/back-office/confirm?back=");
    expect(locationOf(await late.get("/content"))).toContain("/back-office/confirm");
  });

  test("the page shows the errors of a file, and a bookkeeper may not import", async () => {
    const form = new FormData();
    form.append("file", new File([await readFile(file)], "shop.json"));
    const owner = await as("owner");
    const answer = await owner.send("/content/import", form);
    const told = await owner.get(locationOf(answer).replace("/back-office", ""));
    expect(wordsIn(await told.text())).toContain("Everything in it is here already");

    const broken = new FormData();
    broken.append("file", new File(["{}"], "shop.json"));
    const refused = await owner.send("/content/import", broken);
    const words = wordsIn(await (await owner.get(locationOf(refused).replace("/back-office", ""))).text());
    expect(words).toContain("This is no export of a shop's content.");
    const keeper = testBrowser(app);
    keeper.setCookie(await (await testMember(shop, "bookkeeper", "Lee")).cookie());
    expect((await keeper.send("/content/import", form)).status).toBe(403);
  });
});
