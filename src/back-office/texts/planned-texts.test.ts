import { randomUUID } from "node:crypto";
import { desc, eq, inArray, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { drawPage } from "~/server/back-office/draw-page";
import { handleUpload } from "~/server/back-office/uploads";
import { noteShippedTexts, readShippedTexts } from "~/demo/shipped-texts.server";
import { products } from "~/shop/catalog/catalog.tables";
import { productAddress } from "~/shop/catalog/product";
import { collections } from "~/shop/catalog/collections";
import { blogCategories, posts } from "~/shop/blog/blog.tables";
import { chapters } from "~/shop/community/community.tables";
import { memberAccounts } from "~/shop/members/members.tables";
import { rowsOfProducts, withoutFormerPlaces } from "~/shop/texts/home-parts";
import { momentsOf } from "~/shop/wall-clock";
import { drafts } from "~/shop/publishing/drafts.tables";
import { shippedTexts } from "~/shop/publishing/shipped-texts.tables";
import { showDraft } from "~/shop/publishing/shown-drafts.server";
import { shownDrafts } from "~/shop/publishing/shown-drafts.tables";
import { stopPlan, sweepTextPlans } from "~/shop/publishing/text-plans.server";
import { textPlans, textPlanTexts } from "~/shop/publishing/text-plans.tables";
import { tellOfTextPlan } from "~/shop/publishing/tell-of-text-plan.server";
import type { TextId } from "~/shop/publishing/text-id";
import { officeAs, place, wordsIn } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { newerDefaults } from "./newer-default.server";

const address = "https://shop.example";
const shop = { ...(await openTestShop()), address };
const { db } = shop;
const dana = memberAs("owner", "Dana");
const owner = officeAs(shop, dana);
const leeMember = memberAs("editor", "Lee");
const lee = officeAs(shop, leeMember);
await db.insert(memberAccounts).values([dana, leeMember].map((each) => ({ ...each, passkeyUser: each.id })));
const { pages } = testPages();
/** Renders pages of the shop without caches; tests of publishing check that caches are cleared. */
const draw = drawPage(shop, pages);
const onShop = async (path: string) => (await draw(path, {})).text();
const headings = async () => [...(await onShop("/")).matchAll(/<h2[^>]*>([^<]*)/g)].map(([, words]) => words);

/** Picture of one pixel. */
const DOT = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (sign) => sign.charCodeAt(0),
);
const HOME = "/words/home";
const form = async (path: string) => fieldsIn(formIn(await (await owner.fetch(path)).text(), 'value="save"'));
const save = async (path: string, fields: Record<string, string>) =>
  owner.post(path, { ...(await form(path)), ...fields });
const publishForm = async (by = owner) =>
  fieldsIn(formIn(await (await by.fetch("/words/publish")).text(), "together")).submission ?? "";
const publish = async (names: string[], more: Record<string, string> = {}, by = owner, submission?: string) =>
  by.post("/words/publish", {
    submission: submission ?? (await publishForm(by)),
    ...Object.fromEntries(names.map((name) => [name, "yes"])),
    ...more,
  });
const later = { when: "later", goesOutAt: "2031-11-28T00:00" };
const GOES_OUT = new Date("2031-11-28T07:00:00Z");
const minutesAfter = (minutes: number) => new Date(GOES_OUT.getTime() + minutes * 60_000);
const states = async () => (await db.select().from(textPlans)).map(({ state }) => state);

describe("sections of home", () => {
  test("are the default ones in their order if no member changed them, and rows of products offer the shop's collections", async () => {
    expect((await headings()).slice(0, 3)).toEqual(["In good company", "Best Sellers", "Shop by Category"]);
    const known = rowsOfProducts.map(({ from }) => from).filter((from) => from !== "best" && from !== "hand");
    expect(Object.keys(collections)).toEqual(expect.arrayContaining(known));
  });

  test("are moved and hidden with buttons that work without JavaScript, in a draft until it is published", async () => {
    const before = await onShop("/");
    const moved = await save(HOME, { act: "later:partners", "parts.hero.kicker": "Ten days only" });
    expect([moved.status, place(moved).split("?")[0]]).toEqual([302, HOME]);
    await save(HOME, { act: "hide:categories" });
    expect(await onShop("/")).toBe(before);
    expect(await owner.text("/words/publish")).toMatch(/Home, \d changes/);

    await publish(["page:home"]);
    const html = await onShop("/");
    expect((await headings()).slice(0, 2)).toEqual(["Best Sellers", "In good company"]);
    expect(html).toContain("Ten days only");
    expect(html).not.toContain("Shop by Category");

    await save(HOME, { act: "earlier:partners", "parts.hero.kicker": "End of the run" });
    await save(HOME, { act: "show:categories" });
    await publish(["page:home"]);
    expect((await headings()).slice(0, 3)).toEqual(["In good company", "Best Sellers", "Shop by Category"]);
  });

  test("are hidden when they are added, can be shown once they are filled in, can be removed, and are restored by undo", async () => {
    await save(HOME, { act: "add:quote" });
    await save(HOME, { act: "show:quote1" });
    const refused = await publish(["page:home"]);
    expect(wordsIn(await refused.text())).toContain("Quote is shown, and this is not filled in.");

    await save(HOME, {
      "parts.quote1.heading": "Said at the pump",
      "parts.quote1.quote": "It outlived the bike.",
      "parts.quote1.name": "Bo",
    });
    await publish(["page:home"]);
    expect(await headings()).toContain("Said at the pump");
    const { rows } = await db.execute<{ content: unknown }>(sql`select content from pages where key = 'home'`);
    expect(JSON.stringify(withoutFormerPlaces(rows[0]?.content))).toContain("It outlived the bike.");

    await save(HOME, { act: "remove:quote1" });
    const removed = await publish(["page:home"]);
    expect(await headings()).not.toContain("Said at the pump");
    const told = await (await owner.fetch(place(removed))).text();
    const undo = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(told);
    await owner.post(undo?.[1]?.replace("/back-office", "") ?? "", fieldsIn(undo?.[0] ?? ""));
    expect(await headings()).toContain("Said at the pump");
  });

  test.each([
    ["products", { from: "men", heading: "For him", button: "All" }, /For him[\s\S]*card__name/],
    ["events", { heading: "Ride with us" }, /Ride with us[\s\S]*class="benefit"/],
    ["questions", { heading: "Asked a lot" }, /Asked a lot[\s\S]*href="\/faqs"/],
    [
      "story",
      { heading: "Thirty years", text: "A barn.", picture: "/media/scenes/hero.webp" },
      /Thirty years[\s\S]*A barn\./,
    ],
    [
      "banner",
      { heading: "Rain or not", picture: "/media/scenes/hero.webp", button: "Look", href: "/shop/men" },
      /Rain or not[\s\S]*Look/,
    ],
  ])("a section of the kind %s shows the values of its form", async (kind, texts, shows) => {
    await save(HOME, { act: `add:${kind}` });
    const fields = Object.entries(texts).map(([name, text]) => [`parts.${kind}1.${name}`, text]);
    const saved = await save(HOME, { ...Object.fromEntries(fields), act: `show:${kind}1` });
    expect(saved.status).toBe(302);
    const published = await publish(["page:home"]);
    expect([published.status, shows.test(await onShop("/"))]).toEqual([302, true]);
    await save(HOME, { act: `remove:${kind}1` });
    await publish(["page:home"]);
  });

  test("can show a picture uploaded from the device; a page whose pictures have too many bytes gets an error message before publishing", async () => {
    const body = new FormData();
    body.append("alt", "A road at noon");
    body.append("file", new File([DOT], "road.png", { type: "image/png" }));
    const headers = { accept: "application/json" };
    const request = new Request(`${address}/back-office${HOME}/pictures`, { method: "POST", body, headers });
    const session = { member: dana, isForSetup: false } as unknown as Parameters<typeof handleUpload>[1];
    const answer = (await (await handleUpload(shop, session, request))?.json()) as { path: string } | undefined;
    const path = answer?.path ?? "";
    expect(path).toMatch(/^\/media\/words\/[\da-f]{16}\.webp$/);
    const page = await (await owner.fetch(HOME)).text();
    expect(page).toMatch(new RegExp(`<option value="${path}"[^>]*>A road at noon`));

    await save(HOME, { "parts.hero.wide": path });
    expect(await owner.text("/words/publish")).toMatch(/1 kB of pictures, may be 900 kB/);
    await db.execute(sql`update media set bytes = 1200000, width = 1280
      where hash = (select hash from media_uses where path = ${path})`);
    const refused = await publish(["page:home"]);
    expect([refused.status, wordsIn(await refused.text())]).toEqual([
      422,
      expect.stringContaining("With this the pictures weigh 1,200 kB, and may weigh 900 kB. Choose a lighter one."),
    ]);
    // A screen of 1280 pixels loads a smaller version of this picture, with a quarter of the bytes.
    await db.execute(sql`update media set width = 2560
      where hash = (select hash from media_uses where path = ${path})`);
    expect(await owner.text("/words/publish")).toMatch(/300 kB of pictures, may be 900 kB/);
    await owner.post(HOME, fieldsIn(formIn(await (await owner.fetch(HOME)).text(), 'value="discard"')));
  });

  test("keep the opening picture first, because it contains the page's title", async () => {
    const before = await form(HOME);
    await save(HOME, { act: "hide:hero" });
    await save(HOME, { act: "later:hero" });
    await save(HOME, { act: "earlier:partners" });
    expect(await form(HOME)).toEqual({ ...before, submission: expect.any(String) as string });
  });
});

describe("planned words", () => {
  test("[B-62] are published at their time, also by a process started later, and withdrawn at their end; a letter reports each", async () => {
    await save(HOME, { "parts.hero.title": "WEEKEND SALE" });
    const planned = await publish(["page:home"], { ...later, endsAt: "2031-12-01T00:00" });
    expect([planned.status, place(planned).split("?")[0]]).toEqual([302, "/words/plans"]);
    expect(await owner.text("/words/plans")).toMatch(/Home.*Planned .*November 28, 2031.*until.*December 1, 2031/);
    expect(await owner.text("/words/home")).toMatch(/planned, .*November 28, 2031.*See the plan/);
    expect((await db.select().from(drafts).where(eq(drafts.record, "home")))[0]?.values).toEqual({});

    await sweepTextPlans(shop, minutesAfter(-1));
    expect(await onShop("/")).not.toContain("WEEKEND SALE");
    // The plan is stored in the database, so that any process can carry it out, but only once.
    await Promise.all([sweepTextPlans({ ...shop }, minutesAfter(1)), sweepTextPlans({ ...shop }, minutesAfter(1))]);
    expect(await onShop("/")).toContain("WEEKEND");
    expect(await owner.text("/words/plans")).toContain("On the shop");
    await sweepTextPlans(shop, new Date("2031-12-01T07:00:00Z"));
    const html = await onShop("/");
    expect([html.includes("WEEKEND"), html.includes("FINAL")]).toEqual([false, true]);
    expect(await states()).toEqual(["over"]);
    const told = shop.payloads.filter(({ name }) => name === "tell-of-word-plan");
    expect(told).toHaveLength(2);
    for (const { payload } of told) await tellOfTextPlan(shop, (payload as { plan: string }).plan);
  });

  test("[B-104] all remain drafts if one of them fails its check at their time; Today and the page of plans show the reason", async () => {
    await save("/words/about", { "hero.text": "We moved." });
    await save("/words/contact", { headline: "Write to us" });
    await publish(["page:about", "page:contact"], later);
    // One of these texts is changed and published meanwhile.
    await save("/words/contact", { headline: "Call us" });
    await publish(["page:contact"]);

    const before = await onShop("/about");
    await sweepTextPlans(shop, minutesAfter(1));
    expect(await onShop("/about")).toBe(before);
    expect(await owner.text("/")).toMatch(/Planned words did not go out .*About.*Contact.*changed on the shop/);
    expect(await owner.text("/words/plans")).toContain("Did not go out");
    expect(await form("/words/about")).toMatchObject({ "hero.text": "We moved." });

    const page = await (await owner.fetch("/words/plans")).text();
    await owner.post("/words/plans", fieldsIn(formIn(page, 'value="seen:')));
    expect(await owner.text("/")).not.toContain("Planned words did not go out");
    const settle = fieldsIn(formIn(await (await owner.fetch("/words/contact")).text(), 'value="settle"'));
    await owner.post("/words/contact", settle);
    const about = await (await owner.fetch("/words/about")).text();
    await owner.post("/words/about", fieldsIn(formIn(about, 'value="discard"')));
  });

  test("whose whole time passed while the shop did not run become drafts again; the letter names that reason and no failed check", async () => {
    await save("/words/about", { "hero.text": "Only that night." });
    await publish(["page:about"], { ...later, endsAt: "2031-11-28T06:00" });
    const [plan] = await db.select().from(textPlans).where(eq(textPlans.state, "planned"));
    await sweepTextPlans(shop, minutesAfter(24 * 60));
    await tellOfTextPlan(shop, plan?.id ?? "");
    const text = shop.letters.at(-1)?.text ?? "";
    expect(text).toContain("passed while the shop did not run");
    expect(text).not.toMatch(/check/);
    expect(await form("/words/about")).toMatchObject({ "hero.text": "Only that night." });
    const about = await (await owner.fetch("/words/about")).text();
    await owner.post("/words/about", fieldsIn(formIn(about, 'value="discard"')));
    await db.delete(textPlans).where(eq(textPlans.id, plan?.id ?? ""));
  });

  test("are published although an earlier plan fails for a fault; Today lists that plan", async () => {
    const id = randomUUID();
    await db.insert(textPlans).values({ id, goesOutAt: minutesAfter(-60), memberId: dana.id });
    await db.insert(textPlanTexts).values({ planId: id, kind: "unheard-of", record: "1", values: {}, base: {} });
    await save("/words/about", { "hero.text": "After the fault." });
    await publish(["page:about"], later);
    for (const minute of [1, 2, 4]) await sweepTextPlans(shop, minutesAfter(minute));
    expect(await owner.text("/")).toContain("Planned words did not go out");
    expect(await onShop("/about")).toContain("After the fault.");
    const [own] = await db.select().from(textPlans).orderBy(desc(textPlans.plannedAt)).limit(1);
    await db.delete(textPlans).where(inArray(textPlans.id, [id, own?.id ?? ""]));
  });

  test("become drafts again when their plan is stopped; a second plan for a text offers to replace the first plan for that text, and no other plan", async () => {
    await save("/words/contact", { headline: "Elsewhere" });
    await publish(["page:contact"], later);
    const [others] = await db.select().from(textPlans).orderBy(desc(textPlans.plannedAt)).limit(1);
    await save("/words/about", { "hero.text": "First." });
    await publish(["page:about"], later);
    await save("/words/about", { "hero.text": "Second." });
    const page = await (await owner.fetch("/words/publish")).text();
    const replaces = /name="(replaces:[^"]+)"/.exec(page)?.[1] ?? "";
    expect(wordsIn(page)).toMatch(/In place of what is planned for .*: About/);
    expect(page.match(/name="replaces:/g)).toHaveLength(1);
    await stopPlan(shop, dana, { id: others?.id ?? "", submission: randomUUID() });
    await publish(["page:about"], { ...later, [replaces]: "yes" });
    expect((await states()).toSorted()).toEqual(["failed", "over", "planned", "stopped", "stopped"]);

    const plans = await (await owner.fetch("/words/plans")).text();
    const stopped = await owner.post("/words/plans", fieldsIn(formIn(plans, 'value="stop:')));
    expect(stopped.status).toBe(302);
    expect(await form("/words/about")).toMatchObject({ "hero.text": "Second." });
    await sweepTextPlans(shop, minutesAfter(1));
    expect(await onShop("/about")).not.toContain("Second.");
  });

  test.each([
    [{ goesOutAt: "2031-11-02T01:30" }, "The clock shows this hour twice on that day."],
    [{ goesOutAt: "2031-03-09T02:30" }, "The clock skips this hour on that day."],
    [{ goesOutAt: "0031-03-09T02:30" }, "Choose a day and a time."],
    [{ goesOutAt: "2020-01-01T00:00" }, "This is over."],
    [{ goesOutAt: "" }, "Choose a day and a time."],
    [{ goesOutAt: "2031-11-28T00:00", endsAt: "2031-11-27T00:00" }, "This is before it begins."],
    [{ when: "now", goesOutAt: "2031-11-28T00:00" }, "A moment is filled in: choose"],
    [{ when: "now", endsAt: "2031-11-28T00:00" }, "A moment is filled in: choose"],
  ])(
    "are refused for the time %o with an error beside its field, which keeps the typed value",
    async (typed, words) => {
      const answer = await publish(["page:about"], { when: "later", ...typed });
      const html = await answer.text();
      expect([answer.status, wordsIn(html).includes(words)]).toEqual([422, true]);
      expect(fieldsIn(formIn(html, "together"))).toMatchObject(typed);
    },
  );

  test("in an hour that occurs twice are published at the occurrence that the member chose", async () => {
    const second = { when: "later", goesOutAt: "2031-11-02T01:30", goesOutTurn: "second" };
    await save("/words/about", { "hero.text": "In the second hour." });
    expect((await publish(["page:about"], second)).status).toBe(302);
    const [plan] = await db.select().from(textPlans).orderBy(desc(textPlans.plannedAt)).limit(1);
    expect(plan?.goesOutAt.toISOString()).toBe("2031-11-02T08:30:00.000Z");
    expect(await owner.text("/words?show=planned")).toMatch(/About.*Planned, November 2/);
    await stopPlan(shop, dana, { id: plan?.id ?? "", submission: randomUUID() });
  });

  test("replace earlier plans for the same field only, and keep the other fields of those plans", async () => {
    const offered = async (only = "") => {
      const page = await (await owner.fetch(`/words/publish${only && `?only=${only}`}`)).text();
      return [...page.matchAll(/name="(replaces:[^"]+)"/g)].map(([, name = ""]) => name);
    };
    await save("/words/contact", { headline: "Write to us soon" });
    await save("/words/about", { "hero.title": "A planned title", "hero.text": "A planned text." });
    await publish(["page:about", "page:contact"], later);

    await save(HOME, { "parts.hero.kicker": "One week only" });
    expect(await offered()).toEqual([]);
    await save("/words/about", { "hero.text": "Another text." });
    const [both = ""] = await offered("page:about");
    expect(both).toMatch(/^replaces:/);
    expect(wordsIn(await (await owner.fetch("/words/publish")).text())).not.toMatch(/In place of [^.]*Contact/);
    expect(await offered("page:home")).toEqual([]);

    const [before] = await db.select().from(textPlans).where(eq(textPlans.state, "planned"));
    await publish(["page:about"], { ...later, goesOutAt: "2031-11-29T00:00", [both]: "yes" });
    const texts = await db
      .select()
      .from(textPlanTexts)
      .where(eq(textPlanTexts.planId, before?.id ?? ""));
    expect(Object.fromEntries(texts.map(({ record, values }) => [record, values]))).toEqual({
      about: { "hero.title": "A planned title" },
      contact: { headline: "Write to us soon" },
    });
    for (const { id } of await db.select().from(textPlans).where(eq(textPlans.state, "planned")))
      await stopPlan(shop, dana, { id, submission: randomUUID() });
    for (const path of [HOME, "/words/about", "/words/contact"])
      await owner.post(path, fieldsIn(formIn(await (await owner.fetch(path)).text(), 'value="discard"')));
  });

  test("of one field can have only one plan for the same time: a second plan, also one sent at the same moment, gets an error that names the first plan, and can replace it", async () => {
    const taken = "About is planned for this moment already, by Dana.";
    const at = { ...later, goesOutAt: "2031-12-24T00:00" };
    await save("/words/about", { "hero.text": "Dana's Christmas." });
    const [first, other] = [await publishForm(), await publishForm(lee)];
    const both = await Promise.all([
      publish(["page:about"], at, owner, first),
      publish(["page:about"], at, lee, other),
    ]);
    const refused = both.find(({ status }) => status !== 302);
    expect(both.map(({ status }) => status).toSorted()).toEqual([302, 409]);
    expect(wordsIn((await refused?.text()) ?? "")).toMatch(/About is planned for this moment already, by (Dana|Lee)\./);
    for (const { id } of await db.select().from(textPlans).where(eq(textPlans.state, "planned")))
      await stopPlan(shop, dana, { id, submission: randomUUID() });

    await publish(["page:about"], at);
    await save("/words/about", { "hero.title": "Another field." });
    expect((await publish(["page:about"], at, lee)).status).toBe(302);
    await save("/words/about", { "hero.text": "Lee's Christmas." });
    const second = await publish(["page:about"], at, lee);
    const html = await second.text();
    expect([second.status, wordsIn(html).includes(taken)]).toEqual([409, true]);
    expect(fieldsIn(formIn(html, "together"))).toMatchObject(at);
    const replaces = /name="(replaces:[^"]+)"/.exec(html)?.[1] ?? "";
    expect((await publish(["page:about"], { ...at, [replaces]: "yes" }, lee)).status).toBe(302);
    const planned = await db.select().from(textPlans).where(eq(textPlans.state, "planned"));
    expect(planned.map(({ memberId }) => memberId)).toEqual([leeMember.id, leeMember.id]);
    for (const { id } of planned) await stopPlan(shop, dana, { id, submission: randomUUID() });
    await owner.post(
      "/words/about",
      fieldsIn(formIn(await (await owner.fetch("/words/about")).text(), 'value="discard"')),
    );
  });

  test("of one field in overlapping plans are published in turn: a plan does not treat what an earlier plan published or withdrew as a conflicting change", async () => {
    const original = await onShop("/about");
    await save("/words/about", { "hero.text": "Friday to Monday." });
    await publish(["page:about"], { ...later, endsAt: "2031-12-01T00:00" });
    await save("/words/about", { "hero.text": "Saturday to Tuesday." });
    await publish(["page:about"], { ...later, goesOutAt: "2031-11-29T00:00", endsAt: "2031-12-02T00:00" });
    const on = async (day: string) => {
      await sweepTextPlans(shop, new Date(`${day}T07:00:00Z`));
      return onShop("/about");
    };
    expect(await on("2031-11-28")).toContain("Friday to Monday.");
    expect(await on("2031-11-29")).toContain("Saturday to Tuesday.");
    expect(await on("2031-12-01")).toContain("Saturday to Tuesday.");
    expect(await on("2031-12-02")).toBe(original);
    expect((await db.select().from(textPlans)).filter(({ note, seenAt }) => note !== "" && seenAt === null)).toEqual(
      [],
    );
  });

  test("have two possible moments for a time in the hour that is repeated when clocks are set back", () => {
    expect(momentsOf("2031-11-02T01:30", "America/Denver").map((at) => at.toISOString())).toEqual([
      "2031-11-02T07:30:00.000Z",
      "2031-11-02T08:30:00.000Z",
    ]);
    expect(momentsOf("2031-07-02T01:30", "America/Denver")).toHaveLength(1);
  });
});

describe("a plan of a member who is removed", () => {
  test("waits until another member takes it over, as Today says; what it published before ends by itself", async () => {
    await db.delete(textPlans);
    await save(HOME, { "parts.hero.title": "Left behind" });
    await publish(["page:home"], { ...later, goesOutAt: "2033-03-01T00:00", endsAt: "2033-04-01T00:00" }, lee);
    const due = new Date("2033-03-02T00:00:00Z");
    const gone = (endedAt: Date | null) =>
      db.update(memberAccounts).set({ endedAt }).where(eq(memberAccounts.id, leeMember.id));
    await gone(new Date());
    await sweepTextPlans(shop, due);
    await sweepTextPlans(shop, due);
    expect([await states(), (await onShop("/")).includes("Left behind")]).toEqual([["planned"], false]);
    expect(await owner.text("/")).toMatch(/Planned words did not go out.*Lee, who planned it, is no longer here/s);

    const list = await (await owner.fetch("/words/plans")).text();
    const taken = await owner.post("/words/plans", fieldsIn(formIn(list, 'value="take:')));
    expect(taken.status).toBe(302);
    expect(shop.payloads.at(-1)?.name).toBe("sweep-word-plans");
    await sweepTextPlans(shop, due);
    expect([await states(), (await onShop("/")).includes("Left behind")]).toEqual([["out"], true]);
    expect(await owner.text("/")).not.toContain("who planned it");

    await db.update(textPlans).set({ memberId: leeMember.id });
    await sweepTextPlans(shop, new Date("2033-04-02T00:00:00Z"));
    expect([await states(), (await onShop("/")).includes("Left behind")]).toEqual([["over"], false]);
    await gone(null);
  });
});

describe("a preview", () => {
  const local = { ...shop, address: "http://localhost" };
  const door = testBackOffice(local, { shopPages: pages });
  const seenBy = async (path: string, cookie = "") =>
    door.fetch(new Request(`http://localhost/back-office${path}`, { headers: { cookie } }));

  test("for a later time shows the texts planned until then", async () => {
    const cookie = await (await testMember(local, "editor")).cookie();
    await save(HOME, { "parts.hero.title": "LAST CALL" });
    await publish(["page:home"], { ...later, endsAt: "2031-12-01T00:00" });
    const at = async (moment: string) => (await seenBy(`/words/look/home?at=${moment}`, cookie)).text();
    expect(await at("2031-11-27T09:00")).toContain("FINAL");
    expect(await at("2031-11-29T09:00")).toContain("LAST");
    expect(await at("2031-12-01T09:00")).not.toContain("LAST");
    expect(await at("2031-11-29T09:00")).toContain("as on");
  });

  test("that is shared for a later time has its own draft alone, not what is planned of other texts, nor articles that come out until then", async () => {
    await save(HOME, { "parts.hero.title": "WHISPERED" });
    await publish(["page:home"], { ...later, goesOutAt: "2032-01-10T00:00", endsAt: "2032-02-01T00:00" });
    const [category] = await db.select({ id: blogCategories.id }).from(blogCategories).limit(1);
    await db.insert(posts).values({
      id: crypto.randomUUID(),
      slug: "not-told-yet",
      title: "Not told yet",
      description: "Soon.",
      content: "<p>Soon.</p>",
      categoryId: category?.id ?? "",
      publishedAt: new Date("2032-01-12T12:00:00Z"),
    });
    const at = new Date("2032-01-15T12:00:00Z");
    const shared = async (words: TextId) => (await seenBy(`/shown/${await showDraft(shop, dana, words, at)}`)).text();
    const home = { kind: "page", id: "home" } as const;
    expect(await shared(home)).toContain("WHISPERED");
    const others = [await shared({ kind: "menu", id: "main" }), await shared({ kind: "page", id: "blogs" })];
    expect(
      others.map((page) => [page.length > 1000, page.includes("WHISPERED"), page.includes("Not told yet")]),
    ).toEqual([
      [true, false, false],
      [true, false, false],
    ]);
  });

  test("can be shared for an hour, shows one draft only, and can be withdrawn", async () => {
    await save("/words/contact", { headline: "Only here" });
    const page = await (await owner.fetch("/words/contact")).text();
    const made = await owner.post("/words/contact", fieldsIn(formIn(page, 'value="look"')));
    const [, path = ""] = /\/back-office(\/shown\/[\w-]+)/.exec(await made.text()) ?? [];
    const seen = await seenBy(path);
    expect([seen.status, seen.headers.get("x-robots-tag"), seen.headers.get("cache-control")]).toEqual([
      200,
      "noindex, nofollow",
      "no-store",
    ]);
    const html = await seen.text();
    expect(html).toContain("Only here");
    expect(html).not.toContain("<script");
    expect(html).not.toContain("/back-office");
    expect((await seenBy("/shown/guessed")).status).toBe(404);

    await db.update(shownDrafts).set({ expiresAt: sql`now() - interval '1 second'` });
    expect((await seenBy(path)).status).toBe(404);
    await db.update(shownDrafts).set({ expiresAt: sql`now() + interval '1 hour'` });
    const again = await (await owner.fetch("/words/contact")).text();
    await owner.post("/words/contact", fieldsIn(formIn(again, 'value="unlook"')));
    expect((await seenBy(path)).status).toBe(404);
  });

  test("shared for an hour shows a chapter in the state to which its draft moves it", async () => {
    const [chapter] = await db.select().from(chapters).where(eq(chapters.kind, "chapter")).limit(1);
    const path = `/words/chapters/${chapter?.id}`;
    await save(path, { state: "NV", name: "Far from home" });
    const made = await owner.post(path, fieldsIn(formIn(await (await owner.fetch(path)).text(), 'value="look"')));
    const [, shared = ""] = /\/back-office(\/shown\/[\w-]+)/.exec(await made.text()) ?? [];
    expect(await (await seenBy(shared)).text()).toContain("Far from home");
  });
});

test("[B-108] a text whose default has changed is listed with both texts, and the shop's text stays on the shop", async () => {
  const now = await readShippedTexts();
  await noteShippedTexts(db, now);
  expect(await newerDefaults(shop, dana, now)).toEqual([]);
  await save("/words/about", { "hero.text": "Our own words." });
  await publish(["page:about"]);
  expect(await newerDefaults(shop, dana, now)).toEqual([]);

  const about = now.get("page about");
  if (!about) throw new Error("The page about is not shipped.");
  const newer = new Map([
    ...now,
    ["page about", { ...about, values: { ...about.values, "hero.text": "Newer words." } }],
  ]);
  await noteShippedTexts(db, newer);
  const fields = [{ field: "hero.text", own: "Our own words.", shipped: "Newer words." }];
  expect(await newerDefaults(shop, dana, newer)).toEqual([{ kind: "page", id: "about", fields }]);
  expect(await onShop("/about")).toContain("Our own words.");

  // The Health page reads the default texts of this release itself; another stored digest stands for the default of an earlier
  // release.
  await db.update(shippedTexts).set({ digest: "earlier" }).where(eq(shippedTexts.record, "about"));
  expect(await owner.text("/words?show=newer")).toMatch(/Newer default ?1.*About.*The default is newer/);
  expect(await owner.text("/system")).toMatch(/Newer default words .*About.*Our own words\./);
  const page = await (await owner.fetch("/words/about")).text();
  const taken = await owner.post("/words/about", { ...fieldsIn(formIn(page, 'value="default"')), takes: "shipped" });
  expect([taken.status, await onShop("/about")]).toEqual([302, expect.stringContaining("Our own words.")]);
  expect(await form("/words/about")).toMatchObject({ "hero.text": about.values["hero.text"] });
  expect(await owner.text("/system")).not.toContain("Newer default words");
});

test("[B-64] a link can be nested under another, leads to the address with its product's current name, and disappears while the product is unpublished", async () => {
  const [product] = await db.select().from(products).where(eq(products.publishedStatus, "published")).limit(1);
  if (!product) throw new Error("There is no product.");
  const MENU = "/words/main-menu";
  const opened = await form(MENU);
  const count = Object.keys(opened).filter((name) => /^row:\d+:label$/.test(name) && opened[name]).length;
  const added = {
    [`row:${count}:label`]: "The one",
    [`row:${count}:href`]: productAddress(product),
    [`row:${count}:under`]: "yes",
    [`row:${count}:place`]: "4",
  };
  const first = await save(MENU, { "row:0:under": "yes" });
  expect([first.status, wordsIn(await first.text()).includes("No link stands above this one.")]).toEqual([422, true]);
  expect((await save(MENU, added)).status).toBe(302);
  await publish(["menu:main"]);
  const link = async () => /<a[^>]*padding-inline-start[^>]*href="([^"]*)"[^>]*>The one/.exec(await onShop("/"))?.[1];
  expect(await link()).toBe(productAddress(product));

  await db.update(products).set({ name: "Renamed Thing" }).where(eq(products.id, product.id));
  expect(await link()).toBe(productAddress({ id: product.id, name: "Renamed Thing" }));
  await db.update(products).set({ publishedStatus: "draft" }).where(eq(products.id, product.id));
  expect(await onShop("/")).not.toContain("The one");
  await db.update(products).set({ publishedStatus: "published" }).where(eq(products.id, product.id));
});
