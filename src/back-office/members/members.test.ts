import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sweepRateLimits } from "~/platform/rate-limit.server";
import { writeDeniedCounts } from "~/shop/members/denied-rights.server";
import { memberEvents } from "~/shop/members/member-events.tables";
import { makeLink } from "~/shop/members/member-links.server";
import { memberJobsOf } from "~/testing/member-jobs.server";
import { memberPasskeys } from "~/shop/members/members.tables";
import { fieldIn, locationOf, testBrowser, testMember, type TestMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";
import { setUpWayIn } from "~/testing/set-up-way-in.server";

const shop = await openTestShop();
const app = testBackOffice(shop);
const doJobs = memberJobsOf(shop);
const unmailed = testBackOffice({ ...shop, mail: { ...shop.mail, isDelivering: false } });
let owner: TestMember;
let packer: TestMember;

beforeEach(async () => {
  await shop.db.execute(sql`delete from member_accounts`);
  [owner, packer] = [await testMember(shop, "owner"), await testMember(shop, "packer", "Jo")];
});
afterEach(() => void vi.useRealTimers());

async function signedIn(member = owner, at = app) {
  const browser = testBrowser(at);
  browser.setCookie(await member.cookie());
  return browser;
}

const PASSKEY = {
  id: "a-passkey",
  rpId: "localhost",
  publicKey: "x",
  counter: 0,
  transports: [],
  isBackedUp: false,
  name: "This phone",
};

const later = (minutes: number) => vi.useFakeTimers({ now: Date.now() + minutes * 60_000, toFake: ["Date"] });

type Browser = Awaited<ReturnType<typeof signedIn>>;

/** Opens a page and returns the hidden fields of its form. */
async function opened(browser: Browser, path: string): Promise<{ submission: string; version: string }> {
  const page = await (await browser.get(path)).text();
  return { submission: fieldIn(page, "submission"), version: fieldIn(page, "version") };
}

/** Opens a page and sends its form with the given fields. */
const sent = async (browser: Browser, path: string, fields: Record<string, string>) =>
  browser.post(path, { ...(await opened(browser, path)), ...fields });

/** Changes of a member in the log, the latest first. */
const changesOf = async (id: string) =>
  (
    await shop.db.execute<{ field: string; old: unknown; new: unknown; action: string }>(
      sql`select field, action, coalesce(audit.old, own.old) old, coalesce(audit.new, own.new) as new from audit
        left join audit_shopper_data own on own.audit_id = audit.id
        where kind = 'member' and record = ${id} order by audit.id desc`,
    )
  ).rows;

const linkIn = (text: string): string => /\/back-office(\/[\w/-]+\?token=[\w-]+)/.exec(text)?.[1] ?? "";

test("[B-12] a packer gets neither the page of members nor its data, and a direct POST is refused and logged", async () => {
  // Fixes the time, because refusals repeated within a minute are logged once.
  vi.useFakeTimers({ now: new Date("2026-03-07T12:00:05Z"), toFake: ["Date"] });
  const browser = await signedIn(packer);
  const before = shop.letters.length;
  for (const path of ["/members", "/members.data", "/members/invite", `/members/${owner.id}`])
    expect([path, (await browser.get(path)).status]).toEqual([path, 403]);
  for (const [path, fields] of [
    ["/members/invite", { email: "eve@ironmesa.example", role: "owner" }],
    [`/members/${packer.id}`, { form: "role", role: "owner", version: "1" }],
    [`/members/${owner.id}`, { form: "end" }],
    [`/members/${owner.id}`, { form: "renew" }],
  ] as const)
    expect([path, (await browser.post(path, fields)).status]).toEqual([path, 403]);
  const { rows } = await shop.db.execute<{ rights: string[] }>(
    sql`select details -> 'rights' as rights from member_events where kind = 'right-denied' and member_id = ${packer.id} order by id`,
  );
  expect(rows.map(({ rights }) => rights)).toEqual([["members.read"], ["members"]]);
  await doJobs();
  expect(shop.letters).toHaveLength(before);
});

test("[B-12] repeated refusals of a member within a minute are one line of the log, with their number", async () => {
  vi.useFakeTimers({ now: new Date("2026-03-07T12:00:05Z"), toFake: ["Date"] });
  const browser = await signedIn(packer);
  for (let time = 0; time < 7; time += 1) expect((await browser.get("/members")).status).toBe(403);
  const denied = async () =>
    (await shop.db.select().from(memberEvents).where(eq(memberEvents.memberId, packer.id)).orderBy(memberEvents.id))
      .filter(({ kind }) => kind === "right-denied")
      .map(({ details }) => details);
  const rights = ["members.read"];
  expect(await denied()).toEqual([{ rights }]);

  later(1);
  await sweepRateLimits(shop.db);
  await Promise.all([writeDeniedCounts(shop.db, new Date()), writeDeniedCounts(shop.db, new Date())]);
  expect(await denied()).toEqual([{ rights }, { rights, times: 7 }]);
  expect((await browser.get("/members")).status).toBe(403);
  expect(await denied()).toEqual([{ rights }, { rights, times: 7 }, { rights }]);
  const log = await (await (await signedIn()).get(`/log?tab=door&who=${packer.id}`)).text();
  expect(log).toContain("Was refused something their role may not do, 7 times in one minute");
});

test("only owners and the member see the member's old and new e-mail address in the log", async () => {
  const manager = await testMember(shop, "manager", "Mo");
  const bookkeeper = await testMember(shop, "bookkeeper", "Bo");
  const change = { name: "Josephine", email: "josephine@ironmesa.example" };
  const answer = await sent(await signedIn(packer), "/account/details", change);
  const act = new URL(locationOf(answer), "http://x").searchParams.get("done");
  const pages = (at: string) => [`${at}/log`, `${at}/log/${act}`, `${at}/log.data`, `${at}/log/${act}.data`];
  for (const member of [manager, bookkeeper])
    for (const path of pages("")) {
      const text = await (await (await signedIn(member)).get(path)).text();
      expect([path, text.includes(change.email), text.includes(packer.email)]).toEqual([path, false, false]);
      expect(text).toMatch(
        path.includes(act ?? "?") ? /A member(?:'|&#x27;)s address/ : /A member(?:'|&#x27;)s (?:name|address)/,
      );
    }
  for (const member of [owner, packer]) {
    const text = await (await (await signedIn(member)).get(`/log/${act}`)).text();
    expect([text.includes(change.email), text.includes(packer.email)]).toEqual([true, true]);
  }
});

test.each([
  ["\u202e", "turns the line"],
  ["\u2066", "isolates"],
  ["\u200b", "is not seen"],
])(
  "a name with a character (%j) that %s is refused with a message in every form for a member's name",
  async (hidden) => {
    const words = "Take out the invisible character after “Ow”, or type it anew.";
    const name = `Ow${hidden}ner`;
    const own = await sent(await signedIn(packer), "/account/details", { name, email: packer.email });
    expect([own.status, await own.text()]).toEqual([422, expect.stringContaining(words)]);

    await sent(await signedIn(), "/members/invite", { email: "sam@ironmesa.example", role: "editor" });
    await doJobs();
    const token = new URL(linkIn(shop.letters.at(-1)?.text ?? ""), "http://x").searchParams.get("token") ?? "";
    const invited = await testBrowser(app).post("/welcome/invitation", { token, name });
    expect([invited.status, await invited.text()]).toEqual([422, expect.stringContaining(words)]);
    const joined = await testBrowser(app).post("/welcome/invitation", { token, name: `${hidden} Sam ${hidden}` });
    expect(joined.status).toBe(302);
    expect(await (await (await signedIn()).get("/members")).text()).not.toContain(hidden);
  },
);

test("a member's page links to the log of that member's changes", async () => {
  const browser = await signedIn();
  const page = await (await browser.get(`/members/${packer.id}`)).text();
  expect(page).toMatch(
    new RegExp(`href="/back-office/log\\?who=${packer.id}"[^>]*>What (<!-- -->)?Jo(<!-- -->)? changed`),
  );
});

test("the page that asks for a second factor offers a passkey only to members who have one", async () => {
  const browser = testBrowser(app);
  browser.setCookie(await owner.cookie(new Date(Date.now() - 15 * 60_000)));
  const asked = async () => (await browser.get("/confirm")).text();
  expect(await asked()).not.toContain("passkey</button>");
  expect(await asked()).toContain("asks for <!-- -->a code<!-- --> once more");
  await shop.db.insert(memberPasskeys).values({ ...PASSKEY, memberId: owner.id });
  expect(await asked()).toContain("Use my passkey</button>");
});

test("an invitation by mail creates a member once, and an editor cannot read the list of members", async () => {
  const browser = await signedIn();
  await sent(browser, "/members/invite", { email: "Sam@IronMesa.example", role: "editor" });
  await doJobs();
  const letter = shop.letters.at(-1);
  expect(letter?.to).toBe("sam@ironmesa.example");
  const path = linkIn(letter?.text ?? "");
  const token = new URL(path, "http://x").searchParams.get("token") ?? "";

  const sam = testBrowser(app);
  expect((await sam.get(path)).status).toBe(200);
  expect(locationOf(await sam.post("/welcome/invitation", { token, name: "Sam" }))).toBe("/back-office/welcome/way-in");
  expect((await testBrowser(app).post("/welcome/invitation", { token, name: "Eve" })).status).toBe(403);
  await setUpWayIn(sam);
  expect((await sam.get("/account")).status).toBe(200);
  expect((await sam.get("/members")).status).toBe(403);
});

test("a withdrawn invitation does not become valid again when its letter is sent later", async () => {
  const browser = await signedIn();
  await sent(browser, "/members/invite", { email: "kim@ironmesa.example", role: "owner" });
  const asked = [...shop.payloads];
  const page = await (await browser.get("/members")).text();
  const invitation = /<button(?=[^>]*name="invitation")[^>]*value="([\w-]+)"/.exec(page)?.[1] ?? "";
  const form = { form: `take-back:${invitation}`, submission: fieldIn(page, "submission"), invitation };
  expect((await browser.post("/members", form)).status).toBe(302);
  await doJobs();
  // Also runs the letter's job a second time.
  shop.payloads.push(...asked);
  await doJobs();
  expect(shop.letters.filter(({ to }) => to === "kim@ironmesa.example")).toEqual([]);
});

test.each([
  ["is removed", { form: "end" }],
  ["is an owner no more", { form: "role", role: "packer" }],
])("links that an owner handed out are invalid after the owner %s", async (_, fields) => {
  const rogue = await testMember(shop, "owner", "Vic");
  const browser = await signedIn(rogue, unmailed);
  const invited = await sent(browser, "/members/invite", { email: "sam@ironmesa.example", role: "owner" });
  const renewed = await sent(browser, `/members/${packer.id}`, { form: "renew" });
  const links = [linkIn(await invited.text()), linkIn(await renewed.text())];
  expect(await Promise.all(links.map(async (link) => (await testBrowser(app).get(link)).status))).toEqual([200, 200]);

  await sent(await signedIn(), `/members/${rogue.id}`, fields);
  expect(await Promise.all(links.map(async (link) => (await testBrowser(app).get(link)).status))).toEqual([403, 403]);
});

test("an invitation link is invalid after 24 hours", async () => {
  const browser = await signedIn();
  await sent(browser, "/members/invite", { email: "sam@ironmesa.example", role: "editor" });
  await doJobs();
  const path = linkIn(shop.letters.at(-1)?.text ?? "");
  later(24 * 60 + 1);
  expect((await testBrowser(app).get(path)).status).toBe(403);
});

test("without a mail server the page shows the owner the link to hand over", async () => {
  const browser = await signedIn(owner, unmailed);
  const before = shop.letters.length;
  const page = await (await sent(browser, "/members/invite", { email: "sam@ironmesa.example", role: "packer" })).text();
  expect((await testBrowser(app).get(linkIn(page))).status).toBe(200);
  await doJobs();
  expect(shop.letters).toHaveLength(before);
});

test("the e-mail address of a member cannot be invited again", async () => {
  const browser = await signedIn();
  const response = await sent(browser, "/members/invite", { email: packer.email, role: "owner" });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain("a member&#x27;s address already");
});

test("[B-13] the last owner can neither be removed nor given another role", async () => {
  const browser = await signedIn();
  const tries: Record<string, string>[] = [{ form: "end" }, { form: "role", role: "manager" }];
  for (const fields of tries) {
    const response = await sent(browser, `/members/${owner.id}`, fields);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("This is the last owner.");
  }
});

test("[B-13] when two owners remove each other at once, only one is removed", async () => {
  const second = await testMember(shop, "owner", "Ada");
  const [a, b] = [await signedIn(owner), await signedIn(second)];
  await Promise.all([
    sent(a, `/members/${second.id}`, { form: "end" }),
    sent(b, `/members/${owner.id}`, { form: "end" }),
  ]);
  const { rows } = await shop.db.execute(sql`select id from member_accounts where role = 'owner' and ended_at is null`);
  expect(rows).toHaveLength(1);
});

test("[B-10] removing a member ends their sessions at the next request", async () => {
  const theirs = await signedIn(packer);
  expect((await theirs.get("/account")).status).toBe(200);
  const browser = await signedIn();
  const removed = await sent(browser, `/members/${packer.id}`, { form: "end" });
  expect(locationOf(removed)).toMatch(/^\/back-office\/members\?done=/);
  expect((await theirs.get("/account")).status).toBe(302);
  const signIn = { email: packer.email, password: packer.passphrase, code: packer.code() };
  expect((await testBrowser(app).post("/sign-in", signIn)).status).toBe(422);
});

test("[B-10, B-22, B-23] Undo restores a removed member without factors and sessions, and the log has both acts", async () => {
  const theirs = await signedIn(packer);
  const browser = await signedIn();
  const removed = await sent(browser, `/members/${packer.id}`, { form: "end" });
  const list = await (await browser.get(locationOf(removed).slice("/back-office".length))).text();
  expect(list).toContain("Jo works here no longer. All sessions have ended.");
  expect((await browser.get(`/members/${packer.id}`)).status).toBe(404);
  const act = new URL(locationOf(removed), "http://x").searchParams.get("done") ?? "";
  await browser.post(`/log/${act}`, { submission: crypto.randomUUID(), back: "/members" });
  expect((await browser.get(`/members/${packer.id}`)).status).toBe(200);
  expect(locationOf(await theirs.get("/account"))).toContain("/back-office/sign-in");
  const signIn = { email: packer.email, password: packer.passphrase, code: packer.recoveryCodes[0] ?? "" };
  expect((await testBrowser(app).post("/sign-in", signIn)).status).toBe(422);
  const [undone, done] = await changesOf(packer.id);
  expect(done).toMatchObject({ field: "endedAt", old: null, action: "change" });
  expect(undone).toMatchObject({ field: "endedAt", new: null, action: "undo" });
});

test("undoing a removal is refused if another member has the same e-mail address by now", async () => {
  const browser = await signedIn();
  const removed = await sent(browser, `/members/${packer.id}`, { form: "end" });
  await testMember(shop, "packer", "Jo");
  const act = new URL(locationOf(removed), "http://x").searchParams.get("done") ?? "";
  const answer = await browser.post(`/log/${act}`, { submission: crypto.randomUUID() });
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining("another member&#x27;s address")]);
});

test("[B-23] a new role applies from the next request on, is logged and mailed to its member, also when it is undone", async () => {
  const theirs = await signedIn(packer);
  const browser = await signedIn();
  const changed = await sent(browser, `/members/${packer.id}`, { form: "role", role: "owner" });
  const page = await (await browser.get(locationOf(changed).slice("/back-office".length))).text();
  expect(page).toContain("Role of Jo: Owner.");
  expect((await theirs.get("/members")).status).toBe(200);
  expect(await changesOf(packer.id)).toMatchObject([{ field: "role", old: "packer", new: "owner" }]);
  await doJobs();
  expect(shop.letters.at(-1)).toMatchObject({ to: packer.email, subject: "Your role was changed" });

  const before = shop.letters.length;
  const act = new URL(locationOf(changed), "http://x").searchParams.get("done") ?? "";
  await browser.post(`/log/${act}`, { submission: crypto.randomUUID() });
  expect((await theirs.get("/members")).status).toBe(403);
  await doJobs();
  expect(shop.letters.slice(before)).toMatchObject([{ to: packer.email, subject: "Your role was changed" }]);
});

test("[B-13] undoing a member's change to owner is refused when it would remove the last owner", async () => {
  const browser = await signedIn();
  const changed = await sent(browser, `/members/${packer.id}`, { form: "role", role: "owner" });
  const theirs = await signedIn(packer);
  expect((await sent(theirs, `/members/${owner.id}`, { form: "end" })).status).toBe(302);
  const act = new URL(locationOf(changed), "http://x").searchParams.get("done") ?? "";
  const answer = await theirs.post(`/log/${act}`, { submission: crypto.randomUUID() });
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining("This is the last owner.")]);
});

test("[B-15] saving a role that another owner changed meanwhile is refused and shows both values; saving again stores the chosen one", async () => {
  const ada = await signedIn(await testMember(shop, "owner", "Ada"));
  const browser = await signedIn();
  const path = `/members/${packer.id}`;
  const form = await opened(browser, path);
  await sent(ada, path, { form: "role", role: "editor" });
  const refused = await browser.post(path, { ...form, form: "role", role: "manager" });
  const page = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of ["Ada changed this member", "Manager", "Editor", "Take mine"]) expect(page).toContain(words);
  const again = {
    submission: fieldIn(page, "submission"),
    version: fieldIn(page, "version"),
    mine: fieldIn(page, "mine"),
    form: fieldIn(page, "form"),
    role: fieldIn(page, "role"),
  };
  expect((await browser.post(path, { ...again, "take:role": "theirs" })).status).toBe(302);
  expect((await changesOf(packer.id))[0]).toMatchObject({ new: "editor" });
  expect((await browser.post(path, { ...again, submission: crypto.randomUUID(), "take:role": "mine" })).status).toBe(
    302,
  );
  expect((await changesOf(packer.id))[0]).toMatchObject({ old: "editor", new: "manager" });
});

test("[B-15] when name and address are saved in two windows, the second save is refused, shows both texts and keeps the typed ones", async () => {
  const browser = await signedIn(packer);
  const path = "/account/details";
  const [one, other] = [await opened(browser, path), await opened(browser, path)];
  expect((await browser.post(path, { ...one, name: "Jo Vega", email: packer.email })).status).toBe(302);
  const refused = await browser.post(path, { ...other, name: "Jo Wells", email: "wells@ironmesa.example" });
  const page = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of ["Vega", "Wells", "wells@ironmesa.example"]) expect(page).toContain(words);
  const again = {
    submission: fieldIn(page, "submission"),
    version: fieldIn(page, "version"),
    mine: fieldIn(page, "mine"),
    name: fieldIn(page, "name"),
    email: fieldIn(page, "email"),
    "take:name": "theirs",
  };
  expect((await browser.post(path, again)).status).toBe(302);
  const { rows } = await shop.db.execute(sql`select name, email from member_accounts where id = ${packer.id}`);
  expect(rows).toEqual([{ name: "Jo Vega", email: "wells@ironmesa.example" }]);
});

test("a form about a member that is sent three times has an effect only once", async () => {
  const browser = await signedIn();
  const path = `/members/${packer.id}`;
  const form = { ...(await opened(browser, path)), form: "role", role: "editor" };
  const answers = await Promise.all([1, 2, 3].map(() => browser.post(path, form)));
  expect(new Set(answers.map(locationOf)).size).toBe(1);
  expect(await changesOf(packer.id)).toHaveLength(1);

  const asked = { ...(await opened(browser, "/members/invite")), email: "sam@ironmesa.example", role: "editor" };
  const before = shop.enqueued.length;
  for (let time = 0; time < 3; time += 1) expect((await browser.post("/members/invite", asked)).status).toBe(200);
  expect(shop.enqueued.slice(before).filter((name) => name === "member-invited")).toHaveLength(1);

  const renewal = { ...(await opened(browser, path)), form: "renew" };
  const pages = [await (await browser.post(path, renewal)).text(), await (await browser.post(path, renewal)).text()];
  expect(pages.map((page) => linkIn(page) !== "")).toEqual([true, false]);
  expect((await testBrowser(app).get(linkIn(pages[0] ?? ""))).status).toBe(200);
});

test("an owner can neither change another member's name and address nor undo such a change", async () => {
  const theirs = await signedIn(packer);
  const saved = await sent(theirs, "/account/details", { name: "Jo Vega", email: packer.email });
  const act = new URL(locationOf(saved), "http://x").searchParams.get("done") ?? "";
  const browser = await signedIn();
  expect(await (await browser.get(`/log/${act}`)).text()).not.toContain("Take it back");
  expect((await browser.post(`/log/${act}`, { submission: crypto.randomUUID() })).status).toBe(403);
  expect((await changesOf(packer.id))[0]).toMatchObject({ old: "Jo", new: "Jo Vega" });
  expect((await theirs.post(`/log/${act}`, { submission: crypto.randomUUID(), back: "/account" })).status).toBe(302);
});

test("an empty, long or multi-line name and another member's address are refused, and HTML in a name is escaped", async () => {
  const browser = await signedIn(packer);
  for (const name of ["", "a\0b", "a\nBcc: x@x.example", "x".repeat(400)]) {
    const response = await sent(browser, "/account/details", { name, email: packer.email });
    expect([name, response.status]).toEqual([name, 422]);
  }
  const response = await sent(browser, "/account/details", { name: "<b>Jo</b>", email: packer.email });
  const page = await (await browser.get(locationOf(response).slice("/back-office".length))).text();
  expect(page).not.toContain("<b>Jo</b>");
  const foreign = await sent(browser, "/account/details", { name: "Jo", email: owner.email });
  expect([foreign.status, await foreign.text()]).toEqual([
    422,
    expect.stringContaining("another member&#x27;s address"),
  ]);
});

test("[B-13] changing the e-mail address needs a recent factor, keeps the typed text meanwhile, and is reported to the old address", async () => {
  const cookie = await owner.cookie();
  later(11);
  const browser = testBrowser(app);
  browser.setCookie(cookie);
  const form = await opened(browser, "/account/details");
  const asked = await browser.post("/account/details", { ...form, name: "Dana", email: "new@ironmesa.example" });
  const confirm = new URL(locationOf(asked), "http://localhost");
  expect(confirm.pathname).toBe("/back-office/confirm");
  const back = { back: confirm.searchParams.get("back") ?? "", kept: confirm.searchParams.get("kept") ?? "" };
  expect((await browser.post("/confirm", { ...back, code: "000000" })).status).toBe(422);
  const confirmed = await browser.post("/confirm", { ...back, code: owner.code() });
  const page = await (await browser.get(locationOf(confirmed).slice("/back-office".length))).text();
  expect(fieldIn(page, "email")).toBe("new@ironmesa.example");

  await sent(browser, "/account/details", { name: "Dana", email: "new@ironmesa.example" });
  await doJobs();
  expect(shop.letters.at(-1)).toMatchObject({ to: owner.email, subject: "Your e-mail address was changed" });
});

test("a link for a new password that was mailed to the old address is invalid after the address changed", async () => {
  const token = await makeLink(shop.db, "reset", { memberId: packer.id }, new Date());
  const opens = async () =>
    (await (await testBrowser(app).get(`/sign-in/new-password?token=${token}`)).text()).includes("New password");
  expect(await opens()).toBe(true);
  const browser = await signedIn(packer);
  await sent(browser, "/account/details", { name: "Jo", email: "jo-new@ironmesa.example" });
  expect(await opens()).toBe(false);
});

test("acts on members and on one's own factors ask for a second factor if the last one is older than ten minutes", async () => {
  const cookie = await owner.cookie();
  later(11);
  const browser = testBrowser(app);
  browser.setCookie(cookie);
  for (const path of [
    "/members/invite",
    `/members/${packer.id}`,
    "/account/password",
    "/account/passkey",
    "/account/codes",
  ])
    expect(locationOf(await browser.get(path))).toContain("/back-office/confirm?back=");
  const response = await browser.post(`/members/${packer.id}`, { form: "end" });
  expect(locationOf(response)).toContain("/back-office/confirm?back=");
  const { rows } = await shop.db.execute(sql`select ended_at from member_accounts where id = ${packer.id}`);
  expect(rows).toEqual([{ ended_at: null }]);
});

test("[B-14] the mailed link sets a new password once, only with a valid code, and does not sign in", async () => {
  const stranger = testBrowser(app);
  await stranger.post("/sign-in/help", { email: owner.email });
  await doJobs();
  const path = linkIn(shop.letters.at(-1)?.text ?? "");
  const token = new URL(path, "http://x").searchParams.get("token") ?? "";
  const password = "anchor violin meadow quartz";
  expect((await stranger.get(path)).status).toBe(200);
  expect((await stranger.post("/sign-in/new-password", { token, password, code: "" })).status).toBe(422);
  expect((await stranger.post("/sign-in/new-password", { token, password, code: "123456" })).status).toBe(422);
  const done = await stranger.post("/sign-in/new-password", { token, password, code: owner.code() });
  expect(locationOf(done)).toBe("/back-office/sign-in?changed");
  expect(stranger.jar.size).toBe(0);
  expect((await stranger.get("/account")).status).toBe(302);
  later(2);
  expect((await stranger.post("/sign-in/new-password", { token, password, code: owner.code() })).status).toBe(422);
  expect((await stranger.post("/sign-in", { email: owner.email, password, code: owner.code() })).status).toBe(302);
});

test("[B-14] the link for a new password is invalid after 30 minutes", async () => {
  await testBrowser(app).post("/sign-in/help", { email: owner.email });
  await doJobs();
  const token = new URL(linkIn(shop.letters.at(-1)?.text ?? ""), "http://x").searchParams.get("token") ?? "";
  later(31);
  const fields = { token, password: "anchor violin meadow quartz", code: owner.code() };
  expect((await testBrowser(app).post("/sign-in/new-password", fields)).status).toBe(422);
});

test("a request for a new password gets the same answer for every address, and only members get a letter", async () => {
  const before = shop.letters.length;
  const [known, unknown] = await Promise.all(
    [packer.email, "nobody@ironmesa.example"].map(async (email) => {
      const response = await testBrowser(app).post("/sign-in/help", { email });
      const text = (await response.text()).replaceAll(email, "").replaceAll(/nonce="[^"]*"/g, "");
      return { status: response.status, headers: [...response.headers.keys()], text };
    }),
  );
  expect(known).toEqual(unknown);
  expect(known?.text).toContain("a letter is on its way");
  await doJobs();
  expect(shop.letters.length - before).toBe(1);
});

test("an owner's link lets a member set up sign-in again, and invalidates the old sessions and password", async () => {
  const browser = await signedIn();
  const theirs = await signedIn(packer);
  const page = await (await sent(browser, `/members/${packer.id}`, { form: "renew" })).text();
  expect((await theirs.get("/account")).status).toBe(302);
  const token = new URL(linkIn(page), "http://x").searchParams.get("token") ?? "";
  const anew = testBrowser(app);
  await anew.post("/welcome/invitation", { token });
  expect(locationOf(await anew.get("/account"))).toBe("/back-office/welcome/way-in");
  expect(locationOf(await anew.post("/welcome/codes", { form: "kept" }))).toBe("/back-office/welcome/way-in");
  const old = { email: packer.email, password: packer.passphrase, code: packer.code() };
  expect((await testBrowser(app).post("/sign-in", old)).status).toBe(422);
  await setUpWayIn(anew, "anchor violin meadow quartz");
  expect((await anew.get("/account")).status).toBe(200);
});

test("the welcome pages change no factor of a signed-in member without a recent factor", async () => {
  const cookie = await packer.cookie();
  later(11);
  const browser = testBrowser(app);
  browser.setCookie(cookie);
  expect(locationOf(await browser.get("/welcome/way-in"))).toContain("/back-office/confirm?back=");
  for (const path of ["/welcome/way-in", "/welcome/codes"])
    expect(locationOf(await browser.post(path, { password: "anchor violin meadow quartz", code: "1" }))).toContain(
      "/back-office/confirm?back=",
    );
  const signIn = { email: packer.email, password: packer.passphrase, code: packer.recoveryCodes[0] ?? "" };
  expect((await testBrowser(app).post("/sign-in", signIn)).status).toBe(302);
});

test("opening the link to renew access ends a session that was opened with the lost password meanwhile", async () => {
  const page = await (await sent(await signedIn(), `/members/${packer.id}`, { form: "renew" })).text();
  const token = new URL(linkIn(page), "http://x").searchParams.get("token") ?? "";
  const thief = testBrowser(app);
  await thief.post("/sign-in", { email: packer.email, password: packer.passphrase, code: packer.code() });
  expect((await thief.get("/account")).status).toBe(200);
  const anew = testBrowser(app);
  await anew.post("/welcome/invitation", { token });
  expect(locationOf(await thief.get("/welcome/way-in"))).toContain("/back-office/sign-in");
  await setUpWayIn(anew, "anchor violin meadow quartz");
  expect(locationOf(await thief.get("/account"))).toContain("/back-office/sign-in");
});

test("setting up a new authenticator app and password ends the member's other sessions", async () => {
  const [browser, other] = [await signedIn(packer), await signedIn(packer)];
  await setUpWayIn(browser, "anchor violin meadow quartz");
  expect((await browser.get("/account")).status).toBe(200);
  expect((await other.get("/account")).status).toBe(302);
});

test("requests by strangers for a new password neither use up a member's limit nor invalidate a member's link", async () => {
  const proxied = testBackOffice(shop, { trustedProxies: 1 });
  const stranger = testBrowser(proxied, { from: "203.0.113.99" });
  const member = testBrowser(proxied, { from: "198.51.100.3" });
  const ada = await testMember(shop, "owner", "Ada");
  const lettersToAda = () => shop.letters.filter(({ to }) => to === ada.email);
  for (let asked = 0; asked < 8; asked += 1) await stranger.post("/sign-in/help", { email: ada.email });
  await doJobs();
  expect(lettersToAda()).toHaveLength(5);
  await member.post("/sign-in/help", { email: ada.email });
  await doJobs();
  expect(lettersToAda()).toHaveLength(6);
  const tokens = lettersToAda().map(({ text }) => new URL(linkIn(text), "http://x").searchParams.get("token") ?? "");
  const [first = "", last = ""] = [tokens[0], tokens.at(-1)];
  const password = "anchor violin meadow quartz";
  const done = await member.post("/sign-in/new-password", { token: first, password, code: ada.code() });
  expect(locationOf(done)).toBe("/back-office/sign-in?changed");
  expect(await (await member.get(`/sign-in/new-password?token=${last}`)).text()).not.toContain('name="password"');
});

test("a NUL character in a field of the sign-in pages gets the usual error message", async () => {
  const stranger = testBrowser(app, { from: "203.0.113.98" });
  const typed = { email: "a\0@ironmesa.example", password: "x", code: "1" };
  expect((await stranger.post("/sign-in", typed)).status).toBe(422);
  const sealed = fieldIn(await (await stranger.get("/sign-in")).text(), "sealed");
  const answer = { form: "passkey", sealed, response: JSON.stringify({ id: "\0" }) };
  expect((await stranger.post("/sign-in", answer)).status).toBe(422);
});

test("making new recovery codes sends a notice to the member and is logged", async () => {
  await sent(await signedIn(packer), "/account/codes", {});
  await doJobs();
  expect(shop.letters.at(-1)).toMatchObject({ to: packer.email, subject: "Your ways to sign in were changed" });
  const { rows } = await shop.db.execute(
    sql`select member_id from member_events where member_id = ${packer.id} and details ->> 'factor' = 'recovery codes'`,
  );
  expect(rows).toEqual([{ member_id: packer.id }]);
});
