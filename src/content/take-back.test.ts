import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { recordKinds } from "~/back-office/record-kinds.server";
import { DAY, HOUR } from "~/platform/durations";
import { audit } from "~/shop/audit/audit.tables";
import { undo } from "~/shop/audit/undo.server";
import { posts } from "~/shop/blog/blog.tables";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { questions } from "~/shop/reviews/reviews.tables";
import { faqs } from "~/shop/texts/texts.tables";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { untilWaiting } from "~/testing/until-waiting.server";
import { applyContent, applyWithin } from "./apply-content.server";
import { exportContent } from "./export-content.server";
import { importContent } from "./import-content.server";
import { dropImport, stageContent } from "./stage-content.server";
import { sweepContentImports } from "./sweep-content.server";

const shop = await openTestShop();
const folder = await mkdtemp(join(tmpdir(), "content back "));
afterAll(() => rm(folder, { recursive: true, force: true }));
const member = memberAs("owner", "Dana");

type Row = Record<string, unknown>;
interface TableRecord {
  table: string;
  row: Row;
}

/** Store without pictures, because exporting them takes long and they do not change. */
const noPictures = { ...shop.pictures, original: () => Promise.resolve(undefined) };

const exported = async (): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of exportContent({ ...shop, pictures: noPictures }, new Date(0))) lines.push(line.trimEnd());
  return lines;
};

const isOfPictures = (line: string) => /^\{"table" ?: ?"media_uses"/.test(line);

/** Writes the shop's own export with rows changed, removed or added, and with its digest. */
async function edited(change: (record: TableRecord) => Row | undefined, added: object[] = []): Promise<string> {
  const lines = (await exported()).slice(0, -1).flatMap((line) => {
    if (isOfPictures(line)) return [];
    if (!line.startsWith('{"table"')) return [line];
    const record = JSON.parse(line.replace(/,$/, "")) as TableRecord;
    const row = change(record);
    return row ? [`${JSON.stringify({ table: record.table, row })},`] : [];
  });
  lines.splice(lines.length - 1, 0, ...added.map((record) => `${JSON.stringify(record)},`));
  const digest = createHash("sha256")
    .update(`${lines.join("\n")}\n`)
    .digest("hex");
  const path = join(folder, `${randomUUID()}.json`);
  await writeFile(path, `${lines.join("\n")}\n"digest":"${digest}"}\n`);
  return path;
}

const stage = (path: string) => stageContent(shop, { path, name: "their shop.json", memberId: member.id });
async function bringIn(path: string) {
  const { id, version } = await stage(path);
  return applyContent(shop, { id, version, importer: member });
}
const takeBack = (act: string | null, more = {}) =>
  undo(shop, member, recordKinds, { of: { act: act ?? "" }, submission: randomUUID(), ...more });

async function first<T>(query: Promise<T[]>): Promise<T> {
  const [one] = await query;
  if (!one) throw new Error("The demo shop has none.");
  return one;
}
const changesOf = (act: string | null) =>
  shop.db
    .select()
    .from(audit)
    .where(eq(audit.submission, act ?? ""));
const records = (lines: string[]) => lines.slice(1, -1);

describe("an import is logged as one act, and can be taken back as one", () => {
  test("changes of prices, settings and texts are logged by field, and taking the import back restores the former values", async () => {
    const before = await exported();
    const socks = await first(shop.db.select().from(products).where(eq(products.name, "Boot Socks")));
    const sold = await first(shop.db.select().from(variants).where(eq(variants.productId, socks.id)));
    const faq = await first(shop.db.select().from(faqs));
    const path = await edited(
      ({ table, row }) => {
        if (table === "products" && row.id === socks.id)
          return { ...row, name: "Road Socks", price_cents: 1, position: 9999 };
        if (table === "variants" && row.product_id === socks.id && row.size === sold.size && row.color === sold.color)
          return { ...row, price_cents: 2 };
        if (table === "faqs" && row.id === faq.id) return { ...row, answer: "Pay to this account." };
        if (table === "menu_links" && row.menu === "main" && row.position === 0) return { ...row, label: "Elsewhere" };
        if (table === "menu_links" && row.menu === "main" && row.position === 1) return undefined;
        if (table === "reviews") return { ...row, title: `${String(row.title)} (sic)` };
        return row;
      },
      [
        { table: "settings", row: { name: "returnDays", value: 3 } },
        { table: "faqs", row: { ...rowOf(before, "faqs"), id: "new-question", question: "New?", position: 99 } },
        {
          table: "categories",
          row: {
            id: "gaiters",
            name: "Gaiters",
            parent_id: socks.categoryId && (await parentOf(socks.categoryId)),
            position: 77,
            put_away_at: null,
            only_faulty_returns: false,
          },
        },
        {
          table: "products",
          row: { ...rowOf(before, "products"), id: "newproduct1", handle: "new-product-1", name: "New", position: 999 },
        },
      ],
    );
    const { act, state } = await bringIn(path);
    expect(state).toBe("in");
    const logged = await changesOf(act);
    const named = (kind: string, field: string) => logged.find((row) => row.kind === kind && row.field === field);
    expect(named("product", "name")).toMatchObject({
      record: socks.id,
      old: "Boot Socks",
      new: "Road Socks",
      memberId: member.id,
    });
    expect(named("product", "price")).toMatchObject({ old: socks.price, new: 1 });
    expect(named("variant", "price")).toMatchObject({ record: String(sold.id), old: sold.price, new: 2 });
    expect(named("setting", "returnDays")).toMatchObject({ old: 30, new: 3 });
    expect(named("content-import", "standing")).toMatchObject({ old: "back", new: "in" });
    expect(await exported()).not.toEqual(before);

    const answer = await takeBack(act);
    expect(answer.saved).toBe(true);
    const after = await exported();
    // The imported category and product are archived, the imported question is removed, and a default setting is stored now.
    const left = records(after).filter((line) => !records(before).includes(line));
    expect(left.map((line) => (JSON.parse(line.replace(/,$/, "")) as TableRecord).row)).toMatchObject([
      { name: "returnDays", value: 30 },
      { id: "gaiters", put_away_at: expect.any(String) },
      { id: "newproduct1", published_status: "archived" },
    ]);
    expect(records(before).filter((line) => !records(after).includes(line))).toEqual([]);

    // The import is applied again, and taken back again.
    const again = answer.saved ? await takeBack(answer.act) : undefined;
    expect(again?.saved).toBe(true);
    expect((await first(shop.db.select().from(faqs).where(eq(faqs.id, faq.id)))).answer).toBe("Pay to this account.");
    expect((await first(shop.db.select().from(products).where(eq(products.id, socks.id)))).price).toBe(1);
    expect(again?.saved && (await takeBack(again.act)).saved).toBe(true);
    expect(records(await exported())).toEqual(records(after));
  });

  test("records that were changed after the import are not restored, and the import lists them", async () => {
    const [one, other] = await shop.db.select().from(faqs).orderBy(faqs.id).limit(2);
    const path = await edited(({ table, row }) =>
      table === "faqs" && (row.id === one?.id || row.id === other?.id) ? { ...row, answer: "Imported." } : row,
    );
    const { id, act } = await bringIn(path);
    await shop.db
      .update(faqs)
      .set({ answer: "Mended." })
      .where(eq(faqs.id, one?.id ?? ""));
    expect((await takeBack(act)).saved).toBe(true);
    const answers = await shop.db.select().from(faqs).orderBy(faqs.id).limit(2);
    expect(answers.map(({ answer }) => answer)).toEqual(["Mended.", other?.answer]);
    const { rows } = await shop.db.execute(sql`select state, stayed from content_imports where id = ${id}`);
    expect(rows).toEqual([{ state: "back", stayed: ["1 question of the FAQ stays as it is"] }]);
  });

  test("the answers to a question are restored, of which only the shop's are logged; an article whose former address is in use is not restored", async () => {
    const answer = (id: string, staff: boolean, content: string) => ({
      id,
      author: "R",
      staff,
      date: "2026-11-01",
      content,
    });
    const [question] = await shop.db.select().from(questions).where(eq(questions.state, "approved")).limit(1);
    const stood = [answer("s", true, "Ours."), answer("t", false, "Theirs.")];
    await shop.db
      .update(questions)
      .set({ answers: stood })
      .where(eq(questions.id, question?.id ?? ""));
    const [one, other] = await shop.db.select().from(posts).orderBy(posts.id).limit(2);
    const path = await edited(({ table, row }) => {
      if (table === "posts" && row.id === one?.id) return { ...row, slug: "moved", title: "Moved" };
      if (table === "questions" && row.id === question?.id)
        return { ...row, answers: [answer("s", true, "Ours, changed."), answer("u", false, "Theirs, changed.")] };
      return row;
    });
    const { id, act } = await bringIn(path);
    const logged = (await changesOf(act)).filter(({ kind }) => kind === "question");
    expect(logged).toMatchObject([{ field: "answer", old: { content: "Ours." }, new: { content: "Ours, changed." } }]);
    await shop.db
      .update(posts)
      .set({ slug: one?.slug ?? "" })
      .where(eq(posts.id, other?.id ?? ""));
    expect((await takeBack(act)).saved).toBe(true);
    const [back] = await shop.db
      .select()
      .from(questions)
      .where(eq(questions.id, question?.id ?? ""));
    expect(back?.answers).toEqual(stood);
    const [post] = await shop.db
      .select()
      .from(posts)
      .where(eq(posts.id, one?.id ?? ""));
    expect(post?.title).toBe("Moved");
    const { rows } = await shop.db.execute(sql`select stayed from content_imports where id = ${id}`);
    expect(rows).toEqual([{ stayed: ["1 article stays as it is"] }]);
  });

  test("a question from an import is kept if a member has answered it, and reported; an unanswered one is removed", async () => {
    const own = await first(shop.db.select().from(products).limit(1));
    const asked = (id: string) => ({
      table: "questions",
      row: {
        id,
        product_id: own.id,
        question: "How warm?",
        author: "Jo",
        answers: [],
        state: "approved",
        sample: false,
        asked_at: "2026-01-01T00:00:00Z",
      },
    });
    const { id, act } = await bringIn(await edited(({ row }) => row, [asked("answered-since"), asked("as-brought")]));
    const answer = { id: "ours", author: "Shop", staff: true, date: "2026-11-01", content: "Down to 40." };
    await shop.db
      .update(questions)
      .set({ answers: [answer] })
      .where(eq(questions.id, "answered-since"));
    await takeBack(act);
    const left = await shop.db.select({ id: questions.id }).from(questions).where(eq(questions.question, "How warm?"));
    expect(left).toEqual([{ id: "answered-since" }]);
    const { rows } = await shop.db.execute(sql`select stayed from content_imports where id = ${id}`);
    expect(rows).toEqual([{ stayed: ["1 question stays as it is"] }]);
  });

  test("a menu that was changed after the import is not restored", async () => {
    const path = await edited(({ table, row }) =>
      table === "menu_links" ? { ...row, label: `${String(row.label)}!` } : row,
    );
    const { id, act } = await bringIn(path);
    await shop.db.execute(sql`update menu_links set label = 'Mine' where menu = 'main' and position = 0`);
    const before = (await exported()).filter((line) => line.includes('"menu_links"'));
    expect((await takeBack(act)).saved).toBe(true);
    expect((await exported()).filter((line) => line.includes('"menu_links"'))).toEqual(before);
    const { rows } = await shop.db.execute(sql`select stayed from content_imports where id = ${id}`);
    expect(rows).toEqual([{ stayed: ["The rows of the menus stay as they are, because they were changed since"] }]);
  });

  test("for a price that a member changed after the import, undo asks which value to keep", async () => {
    const socks = await first(shop.db.select().from(products).where(eq(products.name, "Boot Socks")));
    const path = await edited(({ table, row }) =>
      table === "products" && row.id === socks.id ? { ...row, price_cents: 3, care: "None." } : row,
    );
    const { act } = await bringIn(path);
    await shop.db
      .update(products)
      .set({ price: sql`1700`, version: sql`version + 1` })
      .where(eq(products.id, socks.id));
    const asked = await takeBack(act);
    expect(asked).toMatchObject({
      saved: false,
      stale: [{ id: socks.id, fields: [{ field: "price", theirs: 1700 }] }],
    });
    const keep = { [`product ${socks.id} price`]: "theirs" as const };
    const versions = { [`product ${socks.id}`]: asked.saved ? 0 : (asked.stale[0]?.version ?? 0) };
    expect((await takeBack(act, { keep, versions })).saved).toBe(true);
    const now = await first(shop.db.select().from(products).where(eq(products.id, socks.id)));
    expect([now.price, now.care]).toEqual([1700, socks.care]);
  });
});

test("the first stock movement of a variant from an import has the importing member's id", async () => {
  const row = { ...rowOf(await exported(), "variants"), size: "One more", sku: "ONE-MORE", stock: 4 };
  await bringIn(await edited((record) => record.row, [{ table: "variants", row }]));
  const { rows } = await shop.db.execute(sql`
    select actor, quantity from stock_movements where variant_id = (select id from variants where sku = 'ONE-MORE')`);
  expect(rows).toEqual([{ actor: { kind: "staff", name: member.id }, quantity: 4 }]);
});

describe("settings that need a factor", () => {
  const guarded = () =>
    edited(
      (record) => record.row,
      [
        { table: "settings", row: { name: "supportEmail", value: "thief@elsewhere.example" } },
        { table: "settings", row: { name: "discountLimit", value: 100 } },
        { table: "settings", row: { name: "deliveryEstimate", value: "tomorrow" } },
      ],
    );

  test.each(["a member", "the command"])(
    "are not imported by %s, and the import lists them; another setting is imported",
    async (who) => {
      const path = await guarded();
      const { leftOut } =
        who === "a member" ? await bringIn(path) : await importContent(shop, path, { overwrite: true });
      expect(leftOut.settings).toEqual(["discountLimit", "supportEmail"]);
      const { rows } = await shop.db.execute(
        sql`select name from settings where name in ('supportEmail', 'discountLimit')`,
      );
      expect(rows).toEqual([]);
      const { rows: written } = await shop.db.execute(sql`select value from settings where name = 'deliveryEstimate'`);
      expect(written).toEqual([{ value: "tomorrow" }]);
    },
  );
});

test("imported records that a file marks as samples are not stored as samples, whether they are new or changed", async () => {
  const own = await first(shop.db.select().from(products).where(eq(products.sample, true)).limit(1));
  await shop.db.update(products).set({ sample: false }).where(eq(products.id, own.id));
  const entry = await bringIn(
    await edited(
      ({ table, row }) =>
        table === "products" && row.id === own.id ? { ...row, sample: true, care: "Brush it." } : row,
      [
        {
          table: "questions",
          row: {
            id: "brought",
            product_id: own.id,
            question: "Q?",
            author: "Jo",
            answers: [],
            state: "waiting",
            sample: true,
            asked_at: "2026-01-01T00:00:00Z",
          },
        },
      ],
    ),
  );
  const [stored] = await shop.db.select().from(products).where(eq(products.id, own.id));
  expect(stored).toMatchObject({ care: "Brush it.", sample: false });
  const [brought] = await shop.db.select().from(questions).where(eq(questions.id, "brought"));
  expect(brought?.sample).toBe(false);
  await takeBack(entry.act);
});

describe("an import cannot make a category its own ancestor", () => {
  const category = (id: string, parent: string | null): TableRecord => ({
    table: "categories",
    row: { id, name: id, parent_id: parent, position: 90, put_away_at: null, only_faulty_returns: false },
  });
  const without = (...added: TableRecord[]) => edited(({ table, row }) => (table === "faqs" ? row : undefined), added);
  const complaint = async (path: string) => stage(path).catch((error: Error) => error.message);

  test("by the category's own row, or by other categories of the file", async () => {
    expect(await complaint(await without(category("own", "own")))).toMatch(
      /^Line \d+, categories: parent_id: own would stand under itself\.$/,
    );
    const ring = await without(category("outside", "a"), category("a", "b"), category("b", "c"), category("c", "a"));
    expect(
      String(await complaint(ring))
        .replaceAll(/\d+/g, "#")
        .split("\n"),
    ).toEqual(["a", "b", "c"].map((id) => `Line #, categories: parent_id: ${id} would stand under itself.`));
  });

  test("by categories of the shop, even if those are moved while the import waits", async () => {
    await bringIn(await without(category("above", null), category("below", "above")));
    expect(await complaint(await without(category("above", "below")))).toMatch(
      /^Line \d+, categories: parent_id: above would stand under itself\.$/,
    );
    await bringIn(await without(category("beside", null)));
    const { id, version } = await stage(await without(category("above", "beside")));
    await bringIn(await without(category("beside", "below")));
    await expect(applyContent(shop, { id, version, importer: member })).rejects.toThrow(
      /^Line \d+, categories: parent_id: above would stand under itself\.$/,
    );
  });
});

test("taking an import back, and applying it again, need a factor", async () => {
  const entry = await bringIn(
    await edited(({ table, row }) => (table === "faqs" ? { ...row, question: `${String(row.question)}!` } : row)),
  );
  const late = { ...member, confirmedAt: new Date(0) };
  await expect(
    undo(shop, late, recordKinds, { of: { act: entry.act ?? "" }, submission: randomUUID() }),
  ).rejects.toMatchObject({ code: "factor-missing" });
  const back = await takeBack(entry.act);
  if (!back.saved) throw new Error("It was not taken back.");
  const stood = records(await exported());
  await expect(
    undo(shop, late, recordKinds, { of: { act: back.act }, submission: randomUUID() }),
  ).rejects.toMatchObject({ code: "factor-missing" });
  expect(records(await exported())).toEqual(stood);
  expect(await takeBack(back.act)).toMatchObject({ saved: true });
  const { question } = await first(shop.db.select().from(faqs).limit(1));
  expect(question).toMatch(/!$/);
});

describe("a stored import", () => {
  const other = () =>
    edited(({ table, row }) => (table === "faqs" ? { ...row, answer: `${String(row.answer)} Indeed.` } : row));

  test("changes nothing before it is applied, is refused if the content changed since its preview, and is then applied once", async () => {
    const before = records(await exported());
    const { id, version, tables } = await stage(await other());
    expect(tables.find(({ words }) => words[0] === "question of the FAQ")).toMatchObject({ added: 0 });
    expect(records(await exported())).toEqual(before);
    await shop.db.execute(sql`update faqs set answer = 'Meanwhile.' where id = (select min(id) from faqs)`);
    await expect(applyContent(shop, { id, version, importer: member })).rejects.toMatchObject({
      code: "edited-meanwhile",
    });
    await expect(applyContent(shop, { id, version, importer: member })).rejects.toMatchObject({
      code: "edited-meanwhile",
    });
    const { rows } = await shop.db.execute<{ version: number }>(
      sql`select version from content_imports where id = ${id}`,
    );
    const again = { id, version: rows[0]?.version ?? 0, importer: member };
    const [one, two] = await Promise.all([applyContent(shop, again), applyContent(shop, again)]);
    expect(one.act).toBe(two.act);
    expect((await changesOf(one.act)).filter(({ kind }) => kind === "content-import")).toHaveLength(1);
  });

  test.each([
    {
      what: "a price",
      file: ({ table, row }: TableRecord) =>
        table === "products" && row.name === "Boot Socks" ? { ...row, care: "By hand." } : row,
      save: sql`update products set price_cents = 1234, version = version + 1 where name = 'Boot Socks'`,
    },
    {
      what: "a row of no record kind",
      file: ({ table, row }: TableRecord) =>
        table === "posts" ? { ...row, title: `${String(row.title)}, again` } : row,
      save: sql`update posts set content = 'Saved meanwhile.' where id = (select max(id) from posts)`,
    },
    {
      what: "a row of a list",
      file: ({ table, row }: TableRecord) =>
        table === "menu_links" && row.position === 0 ? { ...row, label: "From the file" } : row,
      save: sql`update menu_links set label = 'Saved meanwhile' where menu = 'main' and position = 1`,
    },
  ])("does not overwrite $what that is being saved while the import is applied", async ({ file, save }) => {
    const { id, version } = await stage(await edited(file));
    const saved = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const saving = shop.db.transaction(async (tx) => {
      await tx.execute(save);
      saved.resolve();
      await commit.promise;
    });
    await saved.promise;
    const answered = applyContent(shop, { id, version, importer: member }).catch((error: unknown) => error);
    await untilWaiting(shop.db);
    commit.resolve();
    await saving;
    const before = records(await exported());
    expect(await answered).toMatchObject({ code: "edited-meanwhile" });
    expect(records(await exported())).toEqual(before);
  });

  test("is not applied with the submission of another import, since undo would then revert both", async () => {
    const one = await stage(await other());
    const submission = randomUUID();
    await applyContent(shop, { id: one.id, version: one.version, importer: member, submission });
    const before = records(await exported());
    const two = await stage(await other());
    const asked = { id: two.id, version: two.version, importer: member };
    await expect(applyContent(shop, { ...asked, submission })).rejects.toMatchObject({ code: "submission-foreign" });
    expect(records(await exported())).toEqual(before);
    const { act } = await applyContent(shop, asked);
    expect(act).not.toBe(submission);
    expect((await changesOf(submission)).filter(({ kind }) => kind === "content-import")).toHaveLength(1);
  });

  test("is applied even if it takes longer than the request waits", async () => {
    const { id, version } = await stage(await other());
    const asked = { id, version, importer: member };
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = shop.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('content import', 0))`);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    expect(await applyWithin(0, shop, asked)).toBeUndefined();
    held.resolve();
    await holding;
    expect(await applyWithin(60_000, shop, asked)).toMatchObject({ id, state: "in" });
    const { rows } = await shop.db.execute(sql`
      select from audit where kind = 'content-import' and record = ${String(id)}`);
    expect(rows).toHaveLength(1);
  });

  test("keeps its rows as long as an act on it can be undone, also if it was taken back long after it was applied", async () => {
    const { id, act } = await bringIn(await other());
    await shop.db.execute(sql`update content_imports set applied_at = now() - interval '91 days' where id = ${id}`);
    await takeBack(act);
    const rowsOf = async () =>
      (await shop.db.execute(sql`select from content_import_rows where import_id = ${id} limit 1`)).rows.length;
    await sweepContentImports(shop, { undoDays: 90 });
    expect(await rowsOf()).toBe(1);
    await sweepContentImports(shop, { undoDays: 90 }, new Date(Date.now() + 91 * DAY));
    expect(await rowsOf()).toBe(0);
  });

  test("loses its rows after a day, even if a process died while reading its file", async () => {
    const { id } = await stage(await other());
    await shop.db.execute(sql`update content_imports set state = 'reading' where id = ${id}`);
    await sweepContentImports(shop, { undoDays: 90 });
    const rowsOf = async () =>
      (await shop.db.execute(sql`select from content_import_rows where import_id = ${id} limit 1`)).rows.length;
    expect(await rowsOf()).toBe(1);
    await sweepContentImports(shop, { undoDays: 90 }, new Date(Date.now() + 25 * HOUR));
    expect(await rowsOf()).toBe(0);
  });
});

test("a picture of a deleted import is removed when it is a day old and no other import has it", async () => {
  const bytes = await sharp({ create: { width: 7, height: 5, channels: 3, background: "#7a3b1c" } })
    .png()
    .toBuffer();
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  const file = await edited(({ row }) => row, [{ picture: hash, data: bytes.toString("base64") }]);
  const isStored = async () => (await shop.pictures.original(hash)) !== undefined;
  const sweepAfter = (hours: number) =>
    sweepContentImports(shop, { undoDays: 90 }, new Date(Date.now() + hours * HOUR));

  const [away, other] = [await stage(file), await stage(file)];
  await shop.db.execute(
    sql`update content_imports set created_at = now() + interval '30 hours' where id = ${other.id}`,
  );
  await dropImport(shop.db, away.id);
  await sweepAfter(1);
  expect(await isStored()).toBe(true);
  await sweepAfter(25);
  expect(await isStored()).toBe(true);
  await dropImport(shop.db, other.id);
  await sweepAfter(25);
  expect(await isStored()).toBe(false);
});

const rowOf = (lines: string[], table: string): Row =>
  (
    JSON.parse(
      (lines.find((line) => line.startsWith(`{"table" : "${table}"`)) ?? "{}").replace(/,$/, ""),
    ) as TableRecord
  ).row;
async function parentOf(category: string): Promise<unknown> {
  const { rows } = await shop.db.execute(
    sql`select coalesce(parent_id, id) as id from categories where id = ${category}`,
  );
  return rows[0]?.id;
}
