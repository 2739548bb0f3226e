import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { backOfficeFiles } from "./back-office-app";
import { builtBackOffice } from "./built-back-office";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const office = testBackOffice(shop);
const hosted = testBackOffice({ ...shop, address: "https://shop.example" }, { host: "office.shop.example" });

const get = (path: string, app = office, origin = "http://localhost") => app.fetch(new Request(origin + path));
const post = (path: string, headers: Record<string, string>, app = office, origin = "http://localhost") =>
  app.fetch(
    new Request(origin + path, { method: "POST", headers, body: new URLSearchParams({ email: "a@b.example" }) }),
  );

test.each(["/back-office", "/back-office/log", "/back-office/settings/mail?x=1", "/back-office/nothing"])(
  "[B-01] without a session %s redirects to the sign-in page, which leads back to it",
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(302);
    const to = new URL(response.headers.get("location") ?? "", "http://localhost");
    expect(to.pathname).toBe("/back-office/sign-in");
    expect(to.searchParams.get("back")).toBe(path === "/back-office" ? null : path);
  },
);

test.each(["/back-office/sign-in", "/back-office", "/back-office/assets/none.js"])(
  "[B-03] %s is hidden from search engines and never cached",
  async (path) => {
    const { headers } = await get(path);
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("cache-control")).toMatch(/no-store/);
    expect(headers.get("content-security-policy")).not.toMatch(/https:/);
  },
);

test.each([
  ["none", {}],
  ["another site's", { origin: "https://evil.example" }],
  ["an opaque one", { origin: "null" }],
  ["the same name with another port", { origin: "http://localhost:8080" }],
])("[B-11] a POST with %s origin is refused before any page handles it", async (_name, headers) => {
  for (const path of ["/back-office/sign-in", "/back-office/sign-in.data", "/back-office/nothing"])
    expect((await post(path, headers)).status).toBe(403);
});

test("the files of the build are cached by browsers only; an unknown file of an earlier build is a 404", async () => {
  const directory = await mkdtemp(join(tmpdir(), "iron-mesa-assets-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  await mkdir(join(directory, "assets"));
  await writeFile(join(directory, "assets", "today-1.js"), "export {};");
  const built = testBackOffice(shop, { files: backOfficeFiles(directory, shop.address) });
  const file = await get("/back-office/assets/today-1.js", built);
  expect([file.status, await file.text()]).toEqual([200, "export {};"]);
  expect(file.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
  expect(file.headers.get("x-robots-tag")).toBe("noindex");
  const gone = await get("/back-office/assets/today-0.js", built);
  expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
  expect((await post("/back-office/assets/today-1.js", { origin: "http://localhost" }, built)).status).toBe(405);
});

test("while the back office is built, each screen is a page about it that reloads itself; the finished build opens without a restart", async () => {
  const directory = await mkdtemp(join(tmpdir(), "iron-mesa-later-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const folder = join(directory, "back-office");
  const built = builtBackOffice(pathToFileURL(`${folder}/`), { publicUrl: shop.address }, async ({ version }) => {
    return async () => new Response(`the screens of ${version}`);
  });
  const later = testBackOffice(shop, built);

  const early = await get("/back-office/sign-in", later);
  expect([early.status, early.headers.get("retry-after")]).toEqual([503, "3"]);
  expect(await early.text()).toContain('http-equiv="refresh"');
  expect((await get("/back-office/assets/today-1.js", later)).status).toBe(404);
  const form = await post("/back-office/sign-in", { origin: "http://localhost" }, later);
  expect([form.status, (await form.text()).includes("Nothing was saved")]).toEqual([503, true]);

  await mkdir(join(directory, "aside", "client", "assets"), { recursive: true });
  await mkdir(join(directory, "aside", "server"));
  await writeFile(join(directory, "aside", "client", "assets", "today-1.js"), "export {};");
  await writeFile(join(directory, "aside", "server", "index.js"), "export default { version: 'one' };");
  await writeFile(join(directory, "aside", "package.json"), '{ "type": "module" }');
  await rename(join(directory, "aside"), folder);
  expect(await (await get("/back-office/sign-in", later)).text()).toBe("the screens of one");
  expect((await get("/back-office/assets/today-1.js", later)).status).toBe(200);
});

test("a back office on its own host accepts posts from its own origin only", async () => {
  const at = "https://office.shop.example";
  expect((await post("/back-office/sign-in", { origin: "https://shop.example" }, hosted, at)).status).toBe(403);
  expect((await post("/back-office/sign-in", { origin: at }, hosted, at)).status).not.toBe(403);
});

test("the shop's host and the back office's host each answer only for their own pages", async () => {
  const asked = (host: string, url: string) => hosted.takes({ url, headers: { host } });
  expect(asked("office.shop.example", "/product/1")).toBe(true);
  expect((await get("/product/1", hosted, "https://office.shop.example")).status).toBe(404);
  expect((await get("/", hosted, "https://office.shop.example")).headers.get("location")).toBe("/back-office");
  expect(asked("shop.example", "/back-office")).toBe(false);
});

test("on the shop's host only paths under /back-office belong to the back office", () => {
  const asked = (url: string) => office.takes({ url, headers: { host: "localhost" } });
  expect(
    ["/back-office", "/back-office/", "/back-office?x", "/back-office/log.data", "/back-office.data"].map(asked),
  ).toEqual(Array(5).fill(true));
  expect(["/", "/back-offices", "/blog/back-office", "/Back-Office", "/%62ack-office"].map(asked)).toEqual(
    Array(5).fill(false),
  );
});

test("over http the back office opens on localhost only; other loopback names redirect to localhost", async () => {
  const loopback = await get("/back-office/sign-in?back=x", office, "http://127.0.0.1:3000");
  expect(loopback.headers.get("location")).toBe("http://localhost:3000/back-office/sign-in?back=x");
  expect((await get("/back-office/sign-in", office, "http://192.168.1.7:3000")).status).toBe(421);
});
