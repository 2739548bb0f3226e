import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rateLimits } from "~/platform/rate-limit.tables";
import { memberJobsOf } from "~/testing/member-jobs.server";
import { locationOf, testBrowser, testMember, type TestMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const app = testBackOffice(shop, { trustedProxies: 1 });
const doJobs = memberJobsOf(shop);
let sam: TestMember;
beforeEach(async () => {
  await shop.db.execute(sql`delete from member_accounts`);
  await shop.db.delete(rateLimits);
  shop.payloads.splice(0);
  sam = await testMember(shop, "manager", "Sam");
});
afterEach(() => void vi.useRealTimers());

const stranger = (from = "203.0.113.50") => testBrowser(app, { from });
const password = "anchor violin meadow quartz";

/** Letters sent to an address since the last call. */
async function lettersTo(email: string) {
  const before = shop.letters.length;
  await doJobs();
  return shop.letters.slice(before).filter(({ to }) => to === email);
}

async function tokenFor(member: TestMember): Promise<string> {
  await stranger().post("/sign-in/help", { email: member.email });
  const [letter] = await lettersTo(member.email);
  return /new-password\?token=([\w-]+)/.exec(letter?.text ?? "")?.[1] ?? "";
}
const set = (token: string, code: string, from?: string) =>
  stranger(from).post("/sign-in/new-password", { token, password, code });

test("[B-14] the letter says that a code is still needed, how long its link works and that it works once, and contains no typed text", async () => {
  await stranger().post("/sign-in/help", { email: `  ${sam.email.toUpperCase()}  ` });
  const [letter] = await lettersTo(sam.email);
  expect(letter?.to).toBe(sam.email);
  for (const words of ["once, within 30 minutes", "code", "there is nothing to do"])
    expect(letter?.text.replaceAll(/\s+/g, " ")).toContain(words);
  expect(letter?.text).toContain(`${shop.backOfficeAddress}/sign-in/new-password?token=`);
  expect(letter?.text).not.toContain(sam.email.toUpperCase());
});

test("[B-14] a new password ends all sessions, is reported to its member by letter, and keeps the authenticator app, recovery codes and passkeys", async () => {
  await shop.db
    .execute(sql`insert into member_passkeys (id, member_id, rp_id, public_key, counter, transports, is_backed_up, name)
    values ('of-sam', ${sam.id}, 'localhost', 'key', 0, '{}', false, 'Phone')`);
  const signedIn = stranger();
  signedIn.setCookie(await sam.cookie());
  expect((await signedIn.get("/account")).status).toBe(200);
  const token = await tokenFor(sam);
  const [spent = "", unspent = ""] = sam.recoveryCodes;
  expect(locationOf(await set(token, spent))).toBe("/back-office/sign-in?changed");

  expect(locationOf(await signedIn.get("/account"))).toContain("/back-office/sign-in");
  expect(await lettersTo(sam.email)).toMatchObject([{ subject: "Your password was changed" }]);
  const { rows } = await shop.db.execute(sql`select id from member_passkeys where member_id = ${sam.id}`);
  expect(rows).toEqual([{ id: "of-sam" }]);
  const signIn = (pass: string, code: string) =>
    stranger("203.0.113.51").post("/sign-in", { email: sam.email, password: pass, code });
  expect((await signIn(sam.passphrase, sam.code())).status).toBe(422);
  expect((await signIn(password, spent)).status).toBe(422);
  expect((await signIn(password, unspent)).status).toBe(302);
  expect((await signIn(password, sam.code())).status).toBe(302);
});

test("[B-14] if a link is used twice at the same moment, only one use sets the password", async () => {
  const token = await tokenFor(sam);
  const [one = "", other = ""] = sam.recoveryCodes;
  const answers = await Promise.all([set(token, one, "203.0.113.52"), set(token, other, "203.0.113.53")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 422]);
});

test("[B-14] a link of another kind cannot set a password, and a link for a password can do nothing else", async () => {
  const token = await tokenFor(sam);
  expect((await stranger().get(`/welcome?token=${token}`)).status).toBe(403);
  expect((await stranger().post("/welcome/invitation", { token, name: "Eve" })).status).toBe(403);
  const { makeLink } = await import("~/shop/members/member-links.server");
  const renewal = await makeLink(shop.db, "renewal", { memberId: sam.id }, new Date());
  expect((await set(renewal, sam.code())).status).toBe(422);
});

test("[B-14] a former member gets no letter, and a link sent before they left is invalid", async () => {
  const token = await tokenFor(sam);
  await shop.db.execute(sql`update member_accounts set ended_at = now() where id = ${sam.id}`);
  await stranger().post("/sign-in/help", { email: sam.email });
  expect(await lettersTo(sam.email)).toEqual([]);
  expect((await set(token, sam.code())).status).toBe(422);
});

test("[B-14] a weak password is refused beside its field, and uses up neither the link nor the code", async () => {
  const token = await tokenFor(sam);
  const weak = { token, password: "too short", code: sam.code() };
  const refused = await stranger().post("/sign-in/new-password", weak);
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("Use 15 characters or more")]);
  expect((await set(token, sam.code())).status).toBe(302);
});

test("[B-14] the number of wrong codes for one link is limited, even if they come from different networks", async () => {
  const token = await tokenFor(sam);
  for (let tried = 0; tried < 10; tried += 1)
    expect((await set(token, "123456", `203.0.113.${60 + tried}`)).status).toBe(422);
  expect(await (await set(token, sam.code(), "203.0.113.80")).text()).toContain("Too many wrong codes.");
});

test("[B-14] one network can ask for thirty letters in 15 minutes, for any addresses; further requests get a retry time", async () => {
  const browser = stranger();
  for (let asked = 0; asked < 30; asked += 1)
    expect((await browser.post("/sign-in/help", { email: `nobody${asked}@ironmesa.example` })).status).toBe(200);
  const refused = await browser.post("/sign-in/help", { email: sam.email });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
  expect(await lettersTo(sam.email)).toEqual([]);
});

test("without a mail server the page does not promise a letter", async () => {
  const unmailed = testBackOffice({ ...shop, mail: { ...shop.mail, isDelivering: false } });
  const page = await (await testBrowser(unmailed).post("/sign-in/help", { email: sam.email })).text();
  expect(page).not.toContain("is on its way");
  expect(page).toContain("This shop sends no mail yet.");
});
