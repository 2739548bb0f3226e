import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { testApp } from "~/testing/test-app.server";
import { openTestShop } from "~/testing/test-shop.server";
import { keepAssets } from "./former-assets";
import { staticFiles } from "./static-files";

const shop = await openTestShop();
const home = await mkdtemp(join(tmpdir(), "former-assets-"));
const former = join(home, "former");
afterAll(() => rm(home, { recursive: true }));

/** Writes the scripts of a build, and opens a shop that serves them. */
async function release(name: string, scripts: Record<string, string>) {
  const directory = join(home, name);
  await mkdir(join(directory, "assets"), { recursive: true });
  for (const [script, text] of Object.entries(scripts)) await writeFile(join(directory, "assets", script), text);
  const files = staticFiles(directory, shop.address, { former });
  const app = testApp(shop, { pages: async () => new Response("", { status: 404 }), files });
  return { files, get: (path: string) => app.fetch(new Request(shop.address + path)) };
}

test("[B-124] a tab of one release loads its scripts from a process of a later release, and the reverse, while processes are replaced", async () => {
  const before = await release("a", { "page-Aaaa1111.js": "export const page = 'a';", "page-Aaaa1111.js.br": "br" });
  await before.files.keep();
  const after = await release("b", { "page-Bbbb2222.js": "export const page = 'b';" });
  await after.files.keep();

  const old = await after.get("/assets/page-Aaaa1111.js");
  expect([old.status, await old.text()]).toEqual([200, "export const page = 'a';"]);
  expect(old.headers.get("content-type")).toContain("text/javascript");
  expect(old.headers.get("cache-control")).toContain("immutable");
  // The script of the new release is requested from the process that still runs the old release.
  expect(await (await before.get("/assets/page-Bbbb2222.js")).text()).toBe("export const page = 'b';");

  expect((await after.get("/assets/page-Cccc3333.js")).status).toBe(404);
  await writeFile(join(home, "secret.js"), "secret");
  for (const path of ["/assets/..%2fsecret.js", "/assets/%2e%2e/secret.js", "/assets/.hidden", "/secret.js"])
    expect([path, await (await after.get(path)).text()]).not.toEqual([path, "secret"]);
});

test("a script of a former release is served at one path only, so that made-up paths do not fill the memory", async () => {
  const { files, get } = await release("d", { "page-Dddd4444.js": "d" });
  await files.keep();
  const { get: later } = await release("e", { "page-Eeee5555.js": "e" });

  expect((await later("/assets/page-Dddd4444.js")).status).toBe(200);
  for (const path of ["/1/assets/page-Dddd4444.js", "/assets/2/assets/page-Dddd4444.js", "//assets/page-Dddd4444.js"])
    expect([path, (await later(path)).status, (await get(path)).status]).toEqual([path, 404, 404]);
});

test("scripts are kept for 30 days after the last start of their release", async () => {
  const folder = join(home, "kept");
  const day = (count: number) => new Date(Date.UTC(2027, 0, 1 + count));
  const [one, two] = [join(home, "one"), join(home, "two")];
  for (const [build, script] of [
    [one, "one-11111111.js"],
    [two, "two-22222222.js"],
  ] as const) {
    await mkdir(build);
    await writeFile(join(build, script), "");
  }
  await keepAssets(one, folder, day(0));
  await keepAssets(one, folder, day(5));
  await keepAssets(two, folder, day(35));
  expect(await readdir(folder)).toEqual(["one-11111111.js", "two-22222222.js"]);
  await Promise.all([keepAssets(two, folder, day(36)), keepAssets(two, folder, day(36))]);
  expect(await readdir(folder)).toEqual(["two-22222222.js"]);
});
