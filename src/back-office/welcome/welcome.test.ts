import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import type { StoredBackup } from "~/backup/backups";
import { openBackups } from "~/backup/backups.server";
import { lookAtBackups } from "~/backup/inspect-backup.server";
import { HOUR } from "~/platform/durations";
import { ownerLink, ownerLinkLine } from "~/server/commands/owner-link";
import { sql } from "drizzle-orm";
import { linkTo, linksOf, textOf } from "~/testing/html";
import { fieldIn, locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { databaseAddresses } from "~/testing/test-database";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";
import { prepareWayIn, setUpWayIn } from "~/testing/set-up-way-in.server";

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
  vi.useFakeTimers({ now: Date.now() + hours * HOUR, toFake: ["Date"] });
}

test("[B-01] the first start makes one link, in a file that only its owner can read, and the next start keeps that link", async () => {
  const [first, second] = await Promise.all([ownerLink(shop.db, where), ownerLink(shop.db, where)]);
  const third = await ownerLink(shop.db, where);
  expect(third?.link).toBe(await readFile(join(directory, "owner-link"), "utf8").then((text) => text.trim()));
  expect([first?.link, second?.link]).toContain(third?.link);
  expect((await stat(join(directory, "owner-link"))).mode & 0o777).toBe(0o600);
  expect(tokenOf(third?.link ?? "")).toMatch(/^[\w-]{43}$/);
});

test("[B-01] the link is printed only to a terminal; if the output is a log, the path of its file is printed", () => {
  const made = { link: "http://localhost/back-office/welcome?token=secret", file: "/data/owner-link" };
  expect(ownerLinkLine(made, true)).toContain("secret");
  expect(ownerLinkLine(made, false)).not.toContain("secret");
  expect(ownerLinkLine(made, false)).toContain("/data/owner-link");
});

test.each(["/welcome", "/welcome?token=", "/welcome?token=wrong", "/welcome/invitation?token=wrong"])(
  "[B-01] %s answers 403 and does not say why",
  async (path) => {
    await link();
    const response = await testBrowser(app).get(path);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("It was used, is too old, or was never one of ours.");
  },
);

test("[B-02] neither opening the link nor beginning the set-up uses it up: it works on another device until there is an owner", async () => {
  const token = tokenOf(await link());
  const [laptop, phone] = [testBrowser(app), testBrowser(app)];
  for (let looks = 0; looks < 3; looks += 1) expect((await laptop.get(`/welcome?token=${token}`)).status).toBe(200);
  const begun = await laptop.post("/welcome", { ...who, token });
  expect(locationOf(begun)).toBe("/back-office/welcome/way-in");
  // A further start of the program keeps the link.
  expect(tokenOf(await link())).toBe(token);
  expect((await phone.get(`/welcome?token=${token}`)).status).toBe(200);
  expect(locationOf(await phone.post("/welcome", { ...who, token }))).toBe("/back-office/welcome/way-in");
  expect((await setUpWayIn(phone)).kept.status).toBe(302);
  expect((await phone.get("/members")).status).toBe(200);
  // The earlier set-up is over, and its browser is redirected to sign-in.
  expect(locationOf(await laptop.get("/welcome/way-in"))).toContain("/sign-in");
});

test("[B-02] a browser whose set-up was restarted on another device is told that nobody owns the shop yet, and can open the link", async () => {
  const token = tokenOf(await link());
  const [first, second] = [testBrowser(app), testBrowser(app)];
  await first.post("/welcome", { ...who, token });
  await second.post("/welcome", { ...who, token });
  const shown = textOf(await (await first.get("/sign-in")).text());
  expect(shown).toContain("Nobody owns this shop yet");
  expect(textOf(await (await testBrowser(app).get("/sign-in")).text())).not.toContain("Nobody owns this shop yet");
  expect((await first.get(`/welcome?token=${token}`)).status).toBe(200);
});

test("[B-02] once there is an owner the page of the link says so and links to sign-in; an invalid link gets no explanation", async () => {
  const token = tokenOf(await link());
  const owner = testBrowser(app);
  await owner.post("/welcome", { ...who, token });
  expect((await setUpWayIn(owner)).kept.status).toBe(302);
  for (let starts = 0; starts < 2; starts += 1) {
    const late = testBrowser(app);
    for (const answer of [await late.get(`/welcome?token=${token}`), await late.post("/welcome", { ...who, token })]) {
      expect(answer.status).toBe(403);
      const page = await answer.text();
      expect(page).toContain("This shop has its owner");
      expect(linkTo(page, "To sign in")).toBe("/back-office/sign-in");
    }
    expect(await ownerLink(shop.db, where)).toBeUndefined();
  }
  expect(await (await testBrowser(app).get("/welcome?token=wrong")).text()).not.toContain("has its owner");
});

test("[B-02] two browsers that use the link at the same time create one owner", async () => {
  const token = tokenOf(await link());
  const both = [testBrowser(app), testBrowser(app)];
  const post = (browser: (typeof both)[number], n: number) =>
    browser.post("/welcome", { name: "Dana", email: `dana${n}@ironmesa.example`, token });
  await Promise.all(both.map(post));
  const ways = await Promise.all(both.map((browser) => setUpWayIn(browser).catch(() => undefined)));
  const isIn = await Promise.all(both.map(async (browser) => (await browser.get("/members")).status === 200));
  expect(isIn.filter(Boolean)).toHaveLength(1);
  expect(ways.some((way) => way?.kept.status === 302)).toBe(true);
  const { rows } = await shop.db.execute(sql`select 1 from member_accounts where role = 'owner' and ended_at is null`);
  expect(rows).toHaveLength(1);
});

test("[B-02] a form that was opened before the first owner was made does not replace that owner", async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    await shop.db.execute(sql`delete from member_accounts`);
    const token = tokenOf(await link());
    const [owner, late] = [testBrowser(app), testBrowser(app)];
    await owner.post("/welcome", { ...who, token });
    await prepareWayIn(owner);
    // The last step in one browser, and the first step in another at the same moment.
    const [codes, begun] = await Promise.all([
      owner.post("/welcome/codes", {}),
      late.post("/welcome", { name: "Sam", email: "sam@ironmesa.example", token }),
    ]);
    const isOwner =
      (await owner.post("/welcome/codes", { form: "kept" })).status === 302 &&
      (await owner.get("/members")).status === 200;
    expect({ isOwner, codes: codes.status, begun: begun.status }).toEqual(
      isOwner ? { isOwner, codes: 200, begun: 403 } : { isOwner, codes: 302, begun: 302 },
    );
  }
});

test("[B-02] once there is an owner, the next start makes no link, the old link is invalid, and its file is deleted", async () => {
  const before = await link();
  await testMember(shop, "owner");
  expect(await ownerLink(shop.db, where)).toBeUndefined();
  await expect(stat(join(directory, "owner-link"))).rejects.toThrow("ENOENT");
  expect((await testBrowser(app).get(`/welcome?token=${tokenOf(before)}`)).status).toBe(403);
  expect((await testBrowser(app).post("/welcome", { ...who, token: tokenOf(before) })).status).toBe(403);
});

test("[B-02] the link is invalid after 24 hours, and the next start makes a new one", async () => {
  const before = await link();
  inHours(25);
  expect((await testBrowser(app).post("/welcome", { ...who, token: tokenOf(before) })).status).toBe(403);
  expect(await link()).not.toBe(before);
});

test("invalid fields get error messages, and the link remains valid", async () => {
  const token = tokenOf(await link());
  const response = await testBrowser(app).post("/welcome", { name: "", email: "dana", token });
  expect(response.status).toBe(422);
  const page = await response.text();
  expect(page).toContain("Please type your name.");
  expect(page).toContain("Please enter a valid e-mail address.");
  expect((await testBrowser(app).get(`/welcome?token=${token}`)).status).toBe(200);
});

test("[B-04] a member without a way to sign in is redirected from every page to the one that sets it up", async () => {
  const browser = testBrowser(app);
  await browser.post("/welcome", { ...who, token: tokenOf(await link()) });
  for (const path of ["/", "/members", "/account", "/sign-in", "/confirm", "/nothing"])
    expect(locationOf(await browser.get(path))).toBe("/back-office/welcome/way-in");
  expect(locationOf(await browser.post("/account", { intent: "sessions" }))).toBe("/back-office/welcome/way-in");
  expect(locationOf(await browser.post("/welcome/codes", { form: "kept" }))).toBe("/back-office/welcome/way-in");
});

test("[B-02, B-04] the first owner gets from the link into the workshop with a password, a code and ten recovery codes", async () => {
  const browser = testBrowser(app);
  await browser.post("/welcome", { ...who, token: tokenOf(await link()) });
  const { set, kept, recoveryCodes } = await setUpWayIn(browser);
  expect(locationOf(set)).toBe("/back-office/welcome/codes");
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(kept.status).toBe(302);
  expect((await browser.get("/members")).status).toBe(200);
  expect(await ownerLink(shop.db, where)).toBeUndefined();
});

test("a phone that shows the QR code can open the authenticator app by a link, and the key can be copied as text", async () => {
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

test("recovery codes can be downloaded without JavaScript, with the shop's name, the member's address and the host", async () => {
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

test("[B-02] an unfinished set-up does not prevent another person from becoming the owner", async () => {
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
])("[B-06] the password %s is refused with a reason", async (password, reason) => {
  const browser = testBrowser(app);
  await browser.post("/welcome", { ...who, token: tokenOf(await link()) });
  const { set } = await setUpWayIn(browser, password);
  expect(set.status).toBe(422);
  expect(await set.text()).toMatch(new RegExp(reason));
});

test("[B-06] a password of 65 characters with spaces is accepted", async () => {
  const browser = testBrowser(app);
  await browser.post("/welcome", { ...who, token: tokenOf(await link()) });
  const { set } = await setUpWayIn(browser, "  quartz ladder meadow violin anchor 7 tundra pepper cobalt swan ");
  expect(set.status).toBe(302);
});

test("the owner's form stores the shop's name and address; after a choice to keep the demo goods Today does not ask again", async () => {
  const owner = await testMember(shop, "owner");
  const browser = testBrowser(app);
  browser.setCookie(await owner.cookie());
  const page = await (await browser.get("/welcome/shop")).text();
  const hidden = ["submission", "shopNameVersion", "shopAddressVersion"].map((name) => [name, fieldIn(page, name)]);
  const fields = { shopName: "Mesa & Sons", shopAddress: "1 Rim Rd, Moab, UT 84532" };
  const asked = async () => textOf(await (await browser.get("")).text()).includes("Keep them");
  expect([page.includes('name="demo"'), await asked()]).toEqual([true, true]);
  const named = await browser.post("/welcome/shop", { ...Object.fromEntries(hidden), ...fields, demo: "keep" });
  expect([locationOf(named), await asked()]).toEqual(["/back-office", false]);
  expect(shop.settings()).toMatchObject(fields);
});

test("the owner's form takes a name and an address as long as the settings do, and says beside the field if they are longer", async () => {
  const owner = await testMember(shop, "owner");
  const browser = testBrowser(app);
  browser.setCookie(await owner.cookie());
  const page = await (await browser.get("/welcome/shop")).text();
  const hidden = ["submission", "shopNameVersion", "shopAddressVersion"].map((name) => [name, fieldIn(page, name)]);
  const sent = async (fields: Record<string, string>) =>
    browser.post("/welcome/shop", { ...Object.fromEntries(hidden), ...fields, demo: "keep" });

  const tooLong = await sent({ shopName: "n".repeat(121), shopAddress: "a".repeat(201) });
  expect(tooLong.status).toBe(422);
  const said = textOf(await tooLong.text());
  for (const words of ["Use at most 120 characters.", "Use at most 200 characters."]) expect(said).toContain(words);
  expect(textOf(await (await sent({ shopName: " ", shopAddress: "" })).text())).toContain("type the shop's name.");

  const longest = { shopName: "n".repeat(120), shopAddress: "a".repeat(200) };
  expect(locationOf(await sent(longest))).toBe("/back-office");
  expect(shop.settings()).toMatchObject(longest);
});

test("[B-122] a first owner can restore a backup: the page lists backups with the command, and unreadable backups with the reason", async () => {
  const folder = await mkdtemp(join(tmpdir(), "iron-mesa-welcome-"));
  const { rows } = await shop.db.execute<{ name: string }>(sql`select current_database() as name`);
  const [server, roles] = [inject("databaseServer"), inject("databaseRoles")];
  const opened = (secretKey: string, passphrase?: string) =>
    openBackups(
      {
        ...databaseAddresses(server, rows[0]?.name ?? "", roles),
        adminUrl: server,
        pictures: inject("databasePictures"),
        fingerprints: { secretKey },
      },
      { folder, isHourly: true, passphrase },
    );
  try {
    const page = async (token: string) => {
      const response = await testBrowser(testBackOffice({ ...shop, backups: opened("here") })).get(
        `/welcome/restore?token=${token}`,
      );
      return { status: response.status, text: textOf(await response.text()) };
    };
    const token = tokenOf(await link());
    expect((await page(token)).text).toContain(`There is no backup in ${folder}`);
    await opened("elsewhere").makeHourly(new Date("2027-01-01T08:00:00Z"));
    await opened("here", "ride far and come back").makeHourly(new Date("2027-01-01T09:00:00Z"));
    await opened("here").makeHourly(new Date("2027-01-01T10:00:00Z"));
    const { status, text } = await page(token);
    expect(status).toBe(200);
    expect(text).toContain(`npm run shop -- restore ${join(folder, "iron-mesa-2027-01-01T100000Z.backup")}`);
    expect(text).toContain("This machine has its secret key.");
    expect(text).toContain("give its passphrase in BACKUP_PASSPHRASE");
    expect(text).not.toContain("restore " + join(folder, "iron-mesa-2027-01-01T090000Z.backup"));
    expect(text).toContain("This machine has another secret key");
    // Another process deletes the newest backup while the page reads the list.
    const list = opened("here");
    const [newest, ...others] = await list.list();
    await rename(join(folder, newest?.name ?? ""), join(folder, "aside"));
    const deleted = await lookAtBackups(folder, [newest, ...others].filter(Boolean) as StoredBackup[], {
      passphrase: undefined,
      secretKey: "here",
    });
    expect(deleted.map(({ file }) => basename(file))).toEqual(others.map(({ name }) => name));
    await rename(join(folder, "aside"), join(folder, newest?.name ?? ""));
    // A folder in place of a picture, which cannot be read as a file.
    const media = join(folder, "media");
    const picture = (await readdir(media, { recursive: true })).find((name) => name.length > 30) ?? "";
    await rename(join(media, picture), join(folder, "aside"));
    await mkdir(join(media, picture));
    expect((await page(token)).text).toContain("A file of it cannot be read: EISDIR.");
    await rmdir(join(media, picture));
    await rename(join(folder, "aside"), join(media, picture));
    // Requests are limited by network, because each one reads whole files.
    const quick = testBackOffice({ ...shop, backups: { ...list, look: async () => [] } }, { trustedProxies: 1 });
    const look = (from: string) => testBrowser(quick, { from }).get(`/welcome/restore?token=${token}`);
    let answer = await look("198.51.100.1");
    for (let looks = 1; looks < 100 && answer.status === 200; looks += 1) answer = await look("198.51.100.1");
    expect((await look("192.0.2.9")).status).toBe(200);
    expect([answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(textOf(await answer.text())).not.toContain(folder);
    // A stranger is not shown the folder of the backups.
    const foreign = await page("wrong");
    expect([foreign.status, foreign.text.includes(folder)]).toEqual([403, false]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
