import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownerLink, ownerLinkLine } from "~/server/commands/owner-link";
import { sql } from "drizzle-orm";
import { linkTo, linksOf, textOf } from "~/testing/html";
import { fieldIn, locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";
import { setUpWayIn } from "~/testing/set-up-way-in.server";

const shop = await openTestShop();
const app = testBackOffice(shop);
const directory = await mkdtemp(join(tmpdir(), "iron-mesa-owner-"));
const where = { dataDirectory: directory, backOfficeAddress: shop.backOfficeAddress };

afterAll(() => rm(directory, { recursive: true }));
beforeEach(() => shop.db.execute(sql`delete from member_accounts`));
afterEach(() => void vi.useRealTimers());

const link = async () => (await ownerLink(shop.db, where))?.link ?? "";
const tokenOf = (address: string) => new URL(address).searchParams.get("token") ?? "";
const who = { name: "Dana", email: "dana@ironmesa.example" };

function inHours(hours: number): void {
  vi.useFakeTimers({ now: Date.now() + hours * 3_600_000, toFake: ["Date"] });
}

test("[B-01] the start makes one link, in a file for its owner alone, and the next start finds the same", async () => {
  const [first, second] = await Promise.all([ownerLink(shop.db, where), ownerLink(shop.db, where)]);
  const third = await ownerLink(shop.db, where);
  expect(third?.link).toBe(await readFile(join(directory, "owner-link"), "utf8").then((text) => text.trim()));
  expect([first?.link, second?.link]).toContain(third?.link);
  expect((await stat(join(directory, "owner-link"))).mode & 0o777).toBe(0o600);
  expect(tokenOf(third?.link ?? "")).toMatch(/^[\w-]{43}$/);
});

test("[B-01] only a terminal is shown the link, a log is told of the file", () => {
  const made = { link: "http://localhost/back-office/welcome?token=secret", file: "/data/owner-link" };
  expect(ownerLinkLine(made, true)).toContain("secret");
  expect(ownerLinkLine(made, false)).not.toContain("secret");
  expect(ownerLinkLine(made, false)).toContain("/data/owner-link");
});

test.each(["/welcome", "/welcome?token=", "/welcome?token=wrong", "/welcome/invitation?token=wrong"])(
  "[B-01] %s answers 403 without a hint",
  async (path) => {
    await link();
    const response = await testBrowser(app).get(path);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("It was used, is too old, or was never one of ours.");
  },
);

test("[B-02] looking at the link uses nothing up, the form makes the owner, once", async () => {
  const token = tokenOf(await link());
  const browser = testBrowser(app);
  for (let looks = 0; looks < 3; looks += 1) expect((await browser.get(`/welcome?token=${token}`)).status).toBe(200);
  const made = await browser.post("/welcome", { ...who, token });
  expect(locationOf(made)).toBe("/back-office/welcome/way-in");
  expect((await testBrowser(app).post("/welcome", { ...who, token })).status).toBe(403);
});

test("[B-02] of two at once one becomes the owner", async () => {
  const token = tokenOf(await link());
  const both = await Promise.all(
    [1, 2].map((n) => testBrowser(app).post("/welcome", { name: "Dana", email: `dana${n}@ironmesa.example`, token })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([302, 403]);
});

test("[B-02] once there is an owner no link is made, and the old one and its file are dead", async () => {
  const before = await link();
  await testMember(shop, "owner");
  expect(await ownerLink(shop.db, where)).toBeUndefined();
  await expect(stat(join(directory, "owner-link"))).rejects.toThrow("ENOENT");
  expect((await testBrowser(app).get(`/welcome?token=${tokenOf(before)}`)).status).toBe(403);
  expect((await testBrowser(app).post("/welcome", { ...who, token: tokenOf(before) })).status).toBe(403);
});

test("[B-02] after 24 hours the link opens nothing, and the next start makes another", async () => {
  const before = await link();
  inHours(25);
  expect((await testBrowser(app).post("/welcome", { ...who, token: tokenOf(before) })).status).toBe(403);
  expect(await link()).not.toBe(before);
});

test("what is wrong stands at its field and the link still counts", async () => {
  const token = tokenOf(await link());
  const response = await testBrowser(app).post("/welcome", { name: "", email: "dana", token });
  expect(response.status).toBe(422);
  const page = await response.text();
  expect(page).toContain("Please type your name.");
  expect(page).toContain("Please enter a valid e-mail address.");
  expect((await testBrowser(app).get(`/welcome?token=${token}`)).status).toBe(200);
});

test("[B-04] whoever has no way in yet is led to set one up before any other page opens", async () => {
  const browser = testBrowser(app);
  await browser.post("/welcome", { ...who, token: tokenOf(await link()) });
  for (const path of ["/", "/members", "/account", "/sign-in", "/confirm", "/nothing"])
    expect(locationOf(await browser.get(path))).toBe("/back-office/welcome/way-in");
  expect(locationOf(await browser.post("/account", { intent: "sessions" }))).toBe("/back-office/welcome/way-in");
  expect(locationOf(await browser.post("/welcome/codes", { form: "kept" }))).toBe("/back-office/welcome/way-in");
});

test("[B-02, B-04] from the link to Today with a password, a code and ten recovery codes", async () => {
  const browser = testBrowser(app);
  await browser.post("/welcome", { ...who, token: tokenOf(await link()) });
  const { set, kept, recoveryCodes } = await setUpWayIn(browser);
  expect(locationOf(set)).toBe("/back-office/welcome/codes");
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(kept.status).toBe(302);
  expect((await browser.get("/members")).status).toBe(200);
  expect(await ownerLink(shop.db, where)).toBeUndefined();
});

test("a phone that shows the code takes it over by a link, for it cannot scan itself; the key can be copied as text", async () => {
  const browser = testBrowser(app);
  await browser.post("/welcome", { ...who, token: tokenOf(await link()) });
  const page = await (await browser.get("/welcome/way-in")).text();
  const key = (/<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? "").replaceAll(" ", "");
  const uri = new URL(linkTo(page, "Open in an authenticator app") ?? "");
  expect([uri.protocol, uri.searchParams.get("secret"), uri.searchParams.get("issuer")]).toEqual([
    "otpauth:",
    key,
    shop.settings().shopName,
  ]);
  expect(decodeURIComponent(uri.pathname)).toContain(who.email);
});

test("recovery codes can be selected and downloaded without script, with where and for whom they work", async () => {
  const browser = testBrowser(app);
  await browser.post("/welcome", { ...who, token: tokenOf(await link()) });
  const { page, recoveryCodes } = await setUpWayIn(browser);
  const download = linksOf(page).find(({ name }) => name === "Download")?.href ?? "";
  const [type, text = ""] = download.split(",");
  expect(type).toBe("data:text/plain;charset=utf-8");
  const [heading, , ...codes] = decodeURIComponent(text).trimEnd().split("\n");
  expect(heading).toBe(`Iron Mesa: recovery codes of ${who.email} for ${new URL(shop.backOfficeAddress).host}`);
  expect(codes).toEqual(recoveryCodes);
  expect(textOf(page)).toContain(heading);
});

test("[B-02] somebody who began and got no way in does not keep the shop without an owner", async () => {
  await testBrowser(app).post("/welcome", { ...who, token: tokenOf(await link()) });
  const again = testBrowser(app);
  await again.post("/welcome", { ...who, token: tokenOf(await link()) });
  const { kept } = await setUpWayIn(again);
  expect(kept.status).toBe(302);
});

test.each([
  ["password12345678", "This is on the list of passwords that are tried first. Use another one.|easy to guess"],
  ["Iron Mesa Iron Mesa", "little more than the name of the shop"],
  ["dana@ironmesa.example", "little more than the name of the shop"],
  ["too short", "Use 15 characters or more"],
])("[B-06] %s is refused with a reason", async (password, reason) => {
  const browser = testBrowser(app);
  await browser.post("/welcome", { ...who, token: tokenOf(await link()) });
  const { set } = await setUpWayIn(browser, password);
  expect(set.status).toBe(422);
  expect(await set.text()).toMatch(new RegExp(reason));
});

test("[B-06] 64 characters with spaces are taken as they are", async () => {
  const browser = testBrowser(app);
  await browser.post("/welcome", { ...who, token: tokenOf(await link()) });
  const { set } = await setUpWayIn(browser, "  quartz ladder meadow violin anchor 7 tundra pepper cobalt swan ");
  expect(set.status).toBe(302);
});

test("the owner names the shop, whose pages carry the name at once", async () => {
  const owner = await testMember(shop, "owner");
  const browser = testBrowser(app);
  browser.setCookie(await owner.cookie());
  const page = await (await browser.get("/welcome/shop")).text();
  const hidden = ["submission", "shopNameVersion", "shopAddressVersion"].map((name) => [name, fieldIn(page, name)]);
  const fields = { shopName: "Mesa & Sons", shopAddress: "1 Rim Rd, Moab, UT 84532" };
  const named = await browser.post("/welcome/shop", { ...Object.fromEntries(hidden), ...fields });
  expect(locationOf(named)).toBe("/back-office");
  expect(shop.settings()).toMatchObject(fields);
});
