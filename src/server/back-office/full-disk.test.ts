import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { mkdtemp, open, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { openPictureStore } from "~/platform/picture-store.server";
import { products } from "~/shop/catalog/catalog.tables";
import { locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { wordsIn } from "~/testing/back-office-as.server";
import { csvOf } from "~/testing/shopify-export";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";

const opened = await openTestShop();
const { db } = opened;
const folder = await mkdtemp(join(tmpdir(), "full-disk-"));
afterAll(() => rm(folder, { recursive: true }));
const shop = { ...opened, pictures: openPictureStore(folder) };
const owner = testBrowser(testBackOffice(shop));
owner.setCookie(await (await testMember(shop, "owner", "Sam")).cookie());

const handle = await open(join(folder, "probe"), "w");
const files = Object.getPrototypeOf(handle) as Pick<typeof handle, "write">;
await handle.close();
const full = () =>
  Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });

/** Makes every later write to a file fail as on a full disk. */
function fillDisk(): void {
  vi.spyOn(files, "write").mockImplementation(() => Promise.reject(full()));
  const fail = (...args: unknown[]) => (args.at(-1) as (error: Error) => void)(full());
  for (const each of ["write", "writev"] as const) vi.spyOn(fs, each).mockImplementation(fail as never);
}
/** Makes every later write to a table fail as on a full disk. */
const fillDatabase = (table: string) =>
  shop.asOwner(`
    create or replace function disk_is_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger disk_is_full before insert or update on ${table} for each row execute function disk_is_full()`);
afterEach(() => {
  vi.restoreAllMocks();
});

const filesLeft = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const WORDS = /The shop's disk is full. Nothing was kept/;

test("an upload of a picture on a full disk gets a message and leaves no file; with space on the disk it succeeds", async () => {
  const [product] = await db.select().from(products).limit(1);
  const page = `/goods/${product?.id}/pictures`;
  const bytes = await sharp({ create: { width: 200, height: 250, channels: 3, background: "#804020" } })
    .jpeg()
    .toBuffer();
  const send = () => {
    const form = new FormData();
    form.append("submission", randomUUID());
    form.append("file", new File([new Uint8Array(bytes)], "one.jpg"));
    return owner.send(`${page}/upload`, form, { accept: "application/json" });
  };
  const before = await filesLeft();
  fillDisk();
  const answer = await send();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([507, "60"]);
  expect(await answer.json()).toEqual({ message: expect.stringMatching(WORDS) });
  expect(await filesLeft()).toEqual(before);
  expect((await owner.get("/goods")).status).toBe(200);

  vi.restoreAllMocks();
  // Makes the sizes' folder unwritable for the encoder.
  const made = join(folder, "made");
  await rm(made, { recursive: true, force: true });
  await writeFile(made, "a file where the sizes should be");
  expect((await send()).status).toBe(500);
  await rm(made);
  expect(await filesLeft()).toEqual(before);

  expect(await (await send()).json()).toMatchObject({ files: [{ name: "one.jpg", path: expect.any(String) }] });
});

test("an upload of a goods or content file on a full disk gets a message on its page, and no part of the file is read in", async () => {
  const counts = async () =>
    (
      await db.execute(
        sql`select (select count(*)::int from imports) as imports, (select count(*)::int from content_imports) as content`,
      )
    ).rows[0];
  const before = await counts();
  const sendGoods = () => {
    const form = new FormData();
    form.append(
      "file",
      new File(
        [
          csvOf([
            ["Handle", "Title", "Variant Price"],
            ["tank-bag", "Tank bag", "40.00"],
          ]),
        ],
        "goods.csv",
      ),
    );
    return owner.send("/imports/upload", form);
  };
  const sendContent = () => {
    const form = new FormData();
    form.append("file", new File(["{}"], "content.jsonl"));
    return owner.send("/content/import", form);
  };
  const told = async (answer: Response) => {
    const to = locationOf(answer).replace("/back-office", "");
    return wordsIn(await (await owner.get(to)).text());
  };
  fillDisk();
  const [goods, content] = [await sendGoods(), await sendContent()];
  vi.restoreAllMocks();
  expect(await told(goods)).toMatch(WORDS);
  expect(await told(content)).toMatch(WORDS);
  expect(await counts()).toEqual(before);

  await fillDatabase("imports");
  expect(await told(await sendGoods())).toMatch(WORDS);
  await shop.asOwner("drop trigger disk_is_full on imports");
  expect(await counts()).toEqual(before);
  expect(locationOf(await sendGoods())).toMatch(/\/imports\/\d+$/);
});

test("a form that fails on a full database disk says so and keeps the typed values", async () => {
  const page = "/settings/returns";
  const form = fieldsIn(formIn(await (await owner.get(page)).text(), "submission"));
  await fillDatabase("settings");
  const answer = await owner.post(page, { ...form, returnDays: "43" });
  await shop.asOwner("drop trigger disk_is_full on settings");
  expect(answer.status).toBe(503);
  const text = await answer.text();
  expect(wordsIn(text)).toMatch(WORDS);
  expect(fieldsIn(formIn(text, "submission")).returnDays).toBe("43");
  expect((await owner.post(page, { ...form, returnDays: "43" })).status).toBe(302);
});
