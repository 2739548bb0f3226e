import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { MINUTE } from "~/platform/durations";
import { fieldIn, locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const app = testBackOffice(shop);
const owner = await testMember(shop, "owner");
const packer = await testMember(shop, "packer", "Jo");

afterEach(() => void vi.useRealTimers());

const at = (minutes: number) => vi.useFakeTimers({ now: start + minutes * MINUTE, toFake: ["Date"] });
const start = Date.now();

async function signedIn(member = owner) {
  const browser = testBrowser(app);
  browser.setCookie(await member.cookie());
  return browser;
}

test("[B-09] after an hour without a request the session is over, and signing in again returns to the requested page", async () => {
  const browser = await signedIn();
  at(59);
  expect((await browser.get("/account")).status).toBe(200);
  at(59 + 61);
  expect(locationOf(await browser.get("/members"))).toBe("/back-office/sign-in?back=%2Fback-office%2Fmembers");
});

test("[B-09] a session ends after 12 hours even if it was used all the time", async () => {
  const browser = await signedIn();
  for (let minutes = 50; minutes < 12 * 60; minutes += 50) {
    at(minutes);
    expect((await browser.get("/account")).status).toBe(200);
  }
  at(12 * 60 + 1);
  expect((await browser.get("/account")).status).toBe(302);
});

test("[B-09] a form sent after the session ended is shown again with its typed values after sign-in, and nothing was saved", async () => {
  const browser = await signedIn();
  const version = fieldIn(await (await browser.get("/account/details")).text(), "version");
  at(200);
  const typed = { name: "Dana Wyoming", email: owner.email, version };
  const late = await browser.post("/account/details", typed);
  const signIn = new URL(locationOf(late), "http://localhost");
  expect(signIn.pathname).toBe("/back-office/sign-in");
  expect(await (await browser.get(signIn.pathname.slice(12) + signIn.search)).text()).toContain(
    "What you typed is kept",
  );

  const fields = { email: owner.email, password: owner.passphrase, code: owner.code() };
  const back = { back: signIn.searchParams.get("back") ?? "", kept: signIn.searchParams.get("kept") ?? "" };
  const again = await browser.post("/sign-in", { ...fields, ...back });
  const page = await (await browser.get(locationOf(again).slice("/back-office".length))).text();
  expect(fieldIn(page, "name")).toBe("Dana Wyoming");
  expect(page).toContain("Nothing was saved yet");
  const { rows } = await shop.db.execute(sql`select name from member_accounts where id = ${owner.id}`);
  expect(rows).toEqual([{ name: "Dana" }]);

  const stranger = await signedIn(packer);
  const theirs = await (await stranger.get(`/account/details?kept=${back.kept}`)).text();
  expect(theirs).not.toContain("Dana Wyoming");
});

test("typed values of a form without a valid session are not stored, and secrets are never stored", async () => {
  const stranger = testBrowser(app);
  stranger.setCookie("workshop-80=nobodys");
  expect(locationOf(await stranger.post("/account/details", { name: "Eve" }))).not.toContain("kept=");
  const browser = await signedIn();
  at(200);
  expect(locationOf(await browser.post("/account/password", { password: "a secret passphrase" }))).not.toContain(
    "kept=",
  );
});

test("[B-10] after sign-out the cookie is invalid, and the browser is told to clear its cache", async () => {
  const browser = await signedIn();
  const cookie = browser.jar.get("workshop-80") ?? "";
  const out = await browser.post("/sign-out", {});
  expect(out.headers.get("clear-site-data")).toBe('"cache"');
  expect(browser.jar.has("workshop-80")).toBe(false);
  browser.setCookie(`workshop-80=${cookie}`);
  expect((await browser.get("/account")).status).toBe(302);
});

test("[B-10] 'End my other sessions' ends all of the member's sessions except the current one", async () => {
  const [here, there] = [await signedIn(), await signedIn()];
  await here.post("/account", { form: "sessions", submission: crypto.randomUUID() });
  expect((await there.get("/account")).status).toBe(302);
  expect((await here.get("/account")).status).toBe(200);
});

test("a member cannot end a session of another member", async () => {
  const [mine, theirs] = [await signedIn(packer), await signedIn()];
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`select id from member_sessions where member_id = ${owner.id} order by created_at desc limit 1`,
  );
  await mine.post("/account", { form: "session", submission: crypto.randomUUID(), session: rows[0]?.id ?? "" });
  expect((await theirs.get("/account")).status).toBe(200);
});

test("[B-11] a form sent by another site with a member's cookie changes nothing", async () => {
  const cookie = await owner.cookie();
  for (const origin of ["https://evil.example", "null", "http://localhost:81"]) {
    const response = await app.fetch(
      new Request("http://localhost/back-office/account", {
        method: "POST",
        headers: { origin, cookie },
        body: new URLSearchParams({ form: "sessions" }),
      }),
    );
    expect(response.status).toBe(403);
  }
});

test("a request body that is not a form is refused with 400", async () => {
  const browser = testBrowser(app);
  browser.setCookie(await owner.cookie());
  const json = { "content-type": "application/json" };
  for (const path of ["/orders", "/system", "/account/details", "/members/invite"])
    expect([path, (await browser.send(path, "{}", json)).status]).toEqual([path, 400]);
});

test("a GET request neither signs out nor ends sessions", async () => {
  const [here, there] = [await signedIn(), await signedIn()];
  const query = new URLSearchParams({ form: "sessions", submission: crypto.randomUUID() });
  for (const path of ["/sign-out", `/account?${query}`]) await here.get(path);
  for (const browser of [here, there]) expect((await browser.get("/account")).status).toBe(200);
});

test("[B-03] screens of members and their data are sent with no-store and noindex", async () => {
  const browser = await signedIn();
  for (const path of ["/", "/account", "/members", "/account.data"]) {
    const { headers, status } = await browser.get(path);
    expect([path, status, headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([
      path,
      200,
      "no-store",
      "noindex",
    ]);
  }
});
