import { randomUUID } from "node:crypto";
import { eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { clearDemoShop } from "~/demo/clear-demo.server";
import { inventedWords, withoutWords } from "~/demo/invented-words";
import { inventedTexts } from "~/demo/invented-texts.server";
import { readShippedTexts } from "~/demo/shipped-texts.server";
import { undo } from "~/shop/audit/undo.server";
import { audit } from "~/shop/audit/audit.tables";
import { posts } from "~/shop/blog/blog.tables";
import { chapters, events } from "~/shop/community/community.tables";
import { promiseTopics } from "~/shop/publishing/promises";
import { shopPromises } from "~/shop/publishing/promises.server";
import { faqs } from "~/shop/texts/texts.tables";
import { recordKinds } from "../record-kinds.server";
import { officeAs, place, wordsIn } from "~/testing/back-office-as.server";
import { memberAs } from "~/testing/members.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { fieldIn } from "~/testing/sign-in.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const { pages } = testPages();
const owner = officeAs(shop, memberAs("owner"));

/** Status and words of a public page, and its markup. */
async function seen(path: string) {
  const answer = await testApp(shop, { pages }).fetch(new Request(new URL(path, shop.address)));
  const html = await answer.text();
  return { status: answer.status, html, words: wordsIn(html) };
}

/** Sends the form of the invented texts with these ticked, or with all of them. */
async function hide(only?: (key: string) => boolean) {
  const html = await (await owner.fetch("/invented-texts")).text();
  const keys = Array.from(html.matchAll(/<input[^>]*name="chosen"[^>]*value="([^"]*)"/g), ([, key = ""]) => key);
  const chosen = keys.map((key) => key.replaceAll("&amp;", "&")).filter((key) => !only || only(key));
  return owner.post("/invented-texts", [
    ["submission", fieldIn(html, "submission")],
    ...chosen.map((key): [string, string] => ["chosen", key]),
  ]);
}

test("all words that go stand in the demo's texts, and nothing of their kind is left there afterwards", async () => {
  const texts = await readShippedTexts();
  const left = {
    faster: /expedited/i,
    offers:
      /gift card(?!s that you entered|s go into the same field)|custom item|custom order|wholesale agreement|another country|within a season|on their way|accounts are optional/i,
    rides: /ride dates|chapter|meet-up|fundrais|film/i,
  };
  for (const own of inventedWords) {
    const text = String(texts.get(`${own.kind} ${own.id}`)?.values[own.field]);
    for (const [from] of own.words) expect(text).toContain(from);
    expect(withoutWords(text, own)).not.toMatch(left[own.group as keyof typeof left]);
  }
});

test("the demo shop shows what it invented, and a form without a tick hides nothing", async () => {
  expect((await seen("/")).words).toContain("50% OFF");
  const page = await owner.text("/invented-texts");
  expect(page).toMatch(/Chapters and meet-ups 69.*Events 10.*Articles 12/);
  expect((await hide(() => false)).status).toBe(422);
  expect((await owner.fetch("/")).status).toBe(200);
});

test("after the demo goods are gone the ticked texts are hidden in one act, and the shop's pages promise nothing", async () => {
  await clearDemoShop(shop, memberAs("owner"), randomUUID());
  expect(await owner.text("/")).toContain("Add your first product, or bring your file");
  const answer = await hide();
  expect([place(answer), answer.status, answer.status < 400 ? "" : wordsIn(await answer.text()).slice(0, 900)]).toEqual(
    [expect.stringMatching(/^\/?\?/), 302, ""],
  );
  expect(await inventedTexts(shop)).toEqual([]);

  const home = await seen("/");
  expect(home.status).toBe(200);
  expect(home.html).toMatch(/<h1/);
  for (const path of ["/", "/about", "/community", "/blogs", "/faqs", "/terms-&-conditions", "/return-policy"]) {
    const { status, html, words } = await seen(path);
    expect([path, status]).toEqual([path, 200]);
    expect([
      path,
      /50% OFF|meet-ups in all 50|fundraising\.example|Open Road Fund|Talonridge|pop-up rack/i.exec(html)?.[0],
    ]).toEqual([path, undefined]);
    expect([path, /expedited|custom pieces|wholesale or group/i.exec(words)?.[0]]).toEqual([path, undefined]);
  }
  expect((await seen("/about")).words).toContain("Nothing is written here yet.");
  expect((await seen("/community")).words).toContain("No rides and no meetings are planned here yet.");
  expect((await seen("/blogs")).words).toContain("No articles here yet");
  const contact = await seen("/contact");
  expect(contact.html).not.toMatch(/href="\/(?:about|community|blogs)"/);
  expect(contact.words).not.toMatch(/what the others bought|ride dates/i);
  expect(await owner.text("/invented-texts")).toContain("No text that the demo invented stands on the shop any more.");
});

test("one hidden text comes back alone, then the whole act is taken back", async () => {
  const [row] = await db.select().from(audit).where(eq(audit.action, "hide-invented")).limit(1);
  const [chapter] = await db.select({ id: chapters.id }).from(chapters).orderBy(chapters.id).limit(1);
  const form = await (await owner.fetch(`/words/chapters/${chapter?.id ?? ""}`)).text();
  expect(wordsIn(form)).toContain("On the shop");

  const undone = { of: { act: row?.submission ?? "" }, submission: randomUUID() };
  expect(await undo(shop, memberAs("owner"), recordKinds, undone)).toMatchObject({ saved: true });
  expect(await db.$count(chapters, eq(chapters.hidden, false))).toBe(69);
  expect(await db.$count(events, eq(events.hidden, false))).toBe(10);
  expect(await db.$count(posts, isNotNull(posts.publishedAt))).toBe(12);
  expect((await seen("/")).words).toContain("50% OFF");
  expect((await seen("/")).html).toMatch(/href="\/community"/);
});

test("a text that a member changed is the member's own, and is not in the list", async () => {
  const before = await inventedTexts(shop);
  const [first] = await db.select().from(events).orderBy(events.id).limit(1);
  await db
    .update(events)
    .set({ description: "Ours." })
    .where(eq(events.id, first?.id ?? ""));
  const after = await inventedTexts(shop);
  expect(after.length).toBe(before.length - 1);
});

test("every sentence that binds is read: true, changed, or off the shop", async () => {
  const open = await shopPromises(shop);
  expect(new Set(open.map(({ topic }) => topic))).toEqual(new Set(Object.keys(promiseTopics)));
  const label = open.find(({ topic, text }) => topic === "label" && text.kind === "faq");
  const html = await (await owner.fetch("/promises")).text();
  expect(wordsIn(html)).toContain("A prepaid label follows your return number by e-mail within 2 business days.");
  const submission = fieldIn(html, "submission");
  const hidden = await owner.post("/promises", { submission, form: `hide:${label?.key ?? ""}`, key: label?.key ?? "" });
  expect(place(hidden)).toMatch(/^\/promises\?/);
  const [answer] = await db
    .select()
    .from(faqs)
    .where(eq(faqs.id, label?.text.id ?? ""));
  expect(answer?.answer).toMatch(/^Within the United States, we do\. The delivery/);

  const unread = "Help is promised at support@ironmesa.example, which came with the demo";
  expect(wordsIn(html)).toContain(unread);
  const settings = () => ({ ...shop.settings(), supportEmail: "help@redrock.example" });
  expect(await officeAs({ ...shop, settings }, memberAs("owner")).text("/promises")).not.toContain(unread);

  const rest = (await shopPromises(shop)).map(({ key }) => key);
  const said = await owner.post("/promises", { submission, form: "true:all", key: rest.slice(0, 30).join(" ") });
  expect(place(said)).toMatch(/^\/promises/);
  const now = await shopPromises(shop);
  expect(now.filter(({ isTrue }) => isTrue)).toHaveLength(30);
  expect(now.some(({ key }) => key === label?.key)).toBe(false);
});

test("a topic of a hundred sentences is read in one act", async () => {
  const [answer] = await db.select().from(faqs).where(isNotNull(faqs.publishedAt)).limit(1);
  const sentences = Array.from({ length: 100 }, (_, n) => `Case ${n} has {returnDays} days.`).join(" ");
  await db
    .update(faqs)
    .set({ answer: sentences })
    .where(eq(faqs.id, answer?.id ?? ""));
  const html = await (await owner.fetch("/promises")).text();
  const all = fieldsIn(formIn(html, 'value="true:returns"'));
  expect(all.key?.split(" ").length).toBeGreaterThanOrEqual(100);
  expect(place(await owner.post("/promises", all))).toMatch(/^\/promises/);
  const open = (await shopPromises(shop)).filter(({ topic, isTrue }) => topic === "returns" && !isTrue);
  expect(open).toEqual([]);
});
