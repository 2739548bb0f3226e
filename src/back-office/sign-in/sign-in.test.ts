import { afterEach, expect, test, vi } from "vitest";
import { preparePassphrases } from "~/shop/members/passphrases.server";
import { locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const app = testBackOffice(shop, { trustedProxies: 1 });
const owner = await testMember(shop, "owner");
const other = await testMember(shop, "packer", "Jo");
await preparePassphrases();

afterEach(() => void vi.useRealTimers());

let lastOctet = 0;
/** Opens a browser on a network from which no sign-in was tried yet. */
const stranger = () => testBrowser(app, { from: `198.51.100.${(lastOctet += 1)}` });
const typed = (code: string, member = owner) => ({ email: member.email, password: member.passphrase, code });

/** Advances the clock: a code is accepted only once, so that each test needs a code of another minute. */
function inMinutes(minutes: number): void {
  vi.useFakeTimers({ now: Date.now() + minutes * 60_000, toFake: ["Date"] });
}

test("one form signs in with password and code and redirects to the requested page", async () => {
  const browser = stranger();
  const signedIn = await browser.post("/sign-in", { ...typed(owner.code()), back: "/back-office/account" });
  expect([signedIn.status, locationOf(signedIn)]).toEqual([302, "/back-office/account"]);
  expect((await browser.get("/account")).status).toBe(200);
});

test.each(["https://evil.example/", "//evil.example", "/product/1", "javascript:alert(1)"])(
  "sign-in does not redirect to %s",
  async (back) => {
    inMinutes(2 + lastOctet);
    const response = await stranger().post("/sign-in", { ...typed(owner.code()), back });
    expect(locationOf(response)).toBe("/back-office");
  },
);

test("[B-11] the cookie is limited to this host and hidden from scripts", async () => {
  inMinutes(20);
  const local = await stranger().post("/sign-in", typed(owner.code()));
  expect(local.headers.getSetCookie()[0]).toMatch(
    /^workshop-80=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
  );

  inMinutes(22);
  const origin = "https://office.shop.example";
  const hosted = testBackOffice({ ...shop, address: "https://shop.example" }, { host: "office.shop.example" });
  const secure = await testBrowser(hosted, { origin }).post("/sign-in", typed(owner.code()));
  expect(secure.headers.getSetCookie()[0]).toMatch(
    /^__Host-workshop=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test("[B-07] every failed sign-in gets the same message and status", async () => {
  inMinutes(30);
  const tries = [
    { ...typed(owner.code()), email: "nobody@ironmesa.example" },
    { ...typed(owner.code()), password: "another pass phrase here" },
    typed("000000"),
    typed("ABCD-EFGH-JKMN-PQRS"),
    typed(""),
  ];
  const answers = await Promise.all(
    tries.map(async (fields) => {
      const response = await stranger().post("/sign-in", fields);
      const words = /<strong>([^<]*)<\/strong>/.exec(await response.text())?.[1];
      return [response.status, words, response.headers.getSetCookie().length];
    }),
  );
  expect(answers).toEqual(tries.map(() => [422, "That did not work. Check all three, and wait for a fresh code.", 0]));
});

test("[B-07] the eleventh attempt of a network on one account within 15 minutes is refused, while it can still sign in to others", async () => {
  inMinutes(40);
  const browser = testBrowser(app, { from: "192.0.2.1" });
  const wrong = { ...typed(""), password: "not the right one at all" };
  for (let tried = 0; tried < 10; tried += 1) expect((await browser.post("/sign-in", wrong)).status).toBe(422);
  const eleventh = await browser.post("/sign-in", typed(owner.code()));
  expect(eleventh.status).toBe(429);
  expect(eleventh.headers.get("retry-after")).toBe("900");
  expect((await browser.post("/sign-in", typed(other.code(), other))).status).toBe(302);
});

test("[B-08] a code is accepted once", async () => {
  inMinutes(50);
  const code = owner.code();
  expect((await stranger().post("/sign-in", typed(code))).status).toBe(302);
  expect((await stranger().post("/sign-in", typed(code))).status).toBe(422);
});

test("[B-08] only one of two simultaneous sign-ins with the same code succeeds", async () => {
  inMinutes(55);
  const code = owner.code();
  const both = await Promise.all([1, 2].map(() => stranger().post("/sign-in", typed(code))));
  expect(both.map(({ status }) => status).toSorted()).toEqual([302, 422]);
});

test("[B-08] a recovery code replaces the app's code once, and the page says how many recovery codes are unused", async () => {
  inMinutes(60);
  const [code = ""] = owner.recoveryCodes;
  const browser = stranger();
  const first = await browser.post("/sign-in", typed(code.toLowerCase().replaceAll("-", " ")));
  expect(locationOf(first)).toBe("/back-office/account?codes=9");
  expect(await (await browser.get("/account?codes=9")).text()).toContain("9 of them are left");
  expect((await stranger().post("/sign-in", typed(code))).status).toBe(422);
});

test("a recovery code of another member is refused", async () => {
  inMinutes(65);
  const [code = ""] = other.recoveryCodes;
  expect((await stranger().post("/sign-in", typed(code))).status).toBe(422);
});

test("sign-in creates a new session and ignores a cookie that was set before", async () => {
  inMinutes(70);
  const browser = stranger();
  browser.setCookie("workshop-80=chosen-by-an-attacker");
  await browser.post("/sign-in", typed(owner.code()));
  expect(browser.jar.get("workshop-80")).not.toBe("chosen-by-an-attacker");
});
