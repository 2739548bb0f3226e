import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { chapters, events, socialPosts, videos } from "~/shop/community/community.tables";
import { memberAccounts } from "~/shop/members/members.tables";
import { openShopProcess } from "~/testing/shop-process.server";
import { officeAs, place, wordsIn } from "~/testing/back-office-as.server";
import { eventually } from "~/testing/eventually";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";

const address = "https://shop.example";
const shop = { ...(await openTestShop()), address };
const { db } = shop;
const dana = memberAs("owner", "Dana");
const owner = officeAs(shop, dana);
await db.insert(memberAccounts).values({ ...dana, passkeyUser: dana.id });
const processes = await Promise.all(
  [1, 2].map(async () => {
    const process = await openShopProcess(shop);
    return { ...process, text: async (path: string) => wordsIn(await process.html(path)) };
  }),
);
afterAll(() => Promise.all(processes.map(({ close }) => close())));
const onShop = (path: string) => processes[0]?.text(path) ?? "";

const form = async (path: string) => fieldsIn(formIn(await (await owner.fetch(path)).text(), 'value="save"'));
const save = async (path: string, fields: Record<string, string>) =>
  owner.post(path, { ...(await form(path)), ...fields });
const publish = async (name: string) => {
  const page = await (await owner.fetch("/words/publish")).text();
  const { submission = "" } = fieldsIn(formIn(page, "together"));
  return owner.post("/words/publish", { submission, [name]: "yes" });
};
const undo = async (answer: Response) => {
  const html = await (await owner.fetch(place(answer))).text();
  const found = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(html);
  return owner.post(found?.[1]?.replace("/back-office", "") ?? "", fieldsIn(found?.[0] ?? ""));
};
const NEW = "0123456789abcdef01234567";

test("a new chapter is a draft; once it is published two processes show it within a second with the dates of its rule, and undo withdraws it", async () => {
  const before = await onShop("/community?state=WY");
  await Promise.all(processes.flatMap(({ text }) => [text("/community?state=WY"), text("/about")]));
  const path = `/words/chapters/${NEW}`;
  expect(await owner.text("/words/chapters")).toContain("Add a chapter");
  const wrong = await save(path, { name: "Brass Band Chapter", time: "25:00", state: "WY" });
  expect([wrong.status, wordsIn(await wrong.text())]).toEqual([422, expect.stringContaining("like 9:30 or 18:00")]);

  await save(path, { name: "Within {returnDays} days" });
  expect(await owner.text(path)).toContain("shoppers would see the braces");
  const saved = await save(path, {
    name: "Brass Band Chapter",
    city: "Casper",
    state: "WY",
    nth: "-1",
    weekday: "5",
    time: "9:30",
    isShown: "yes",
  });
  expect(await owner.text(place(saved))).toContain("Write where it meets.");
  await save(path, { meetAt: "The depot", description: "We ride to every parade.", isShown: "yes" });
  expect(await onShop("/community?state=WY")).toBe(before);
  expect(await owner.text("/words?show=drafts")).toMatch(/Chapters .*Draft, 1 change/);

  for (const { dropped } of processes) dropped.length = 0;
  const published = await publish(`chapter:${NEW}`);
  expect(await owner.text(place(published))).toContain('Chapter "Brass Band Chapter" is on the shop.');
  for (const { text } of processes)
    await eventually(async () =>
      expect(await text("/community?state=WY")).toMatch(/Brass Band Chapter .*9:30 am Meets last Friday of the month/),
    );
  for (const { dropped } of processes) expect(new Set(dropped)).toEqual(new Set(["table:chapters"]));

  await undo(published);
  await eventually(async () => expect(await onShop("/community?state=WY")).toBe(before));
  expect(await owner.text("/words/chapters?q=brass%20band")).toContain("Nothing here says");
  expect(await owner.text("/log")).toMatch(/Chapter "(?:without words|Brass Band Chapter)": /);
});

test("an event's dates follow its rule, or its own text if it has one; a hidden event has no calendar file", async () => {
  const [event] = await db.select().from(events).where(eq(events.name, "Rimrock Night Ride"));
  const path = `/words/events/${event?.id}`;
  expect(await form(path)).toMatchObject({ nth: "2", weekday: "6", month: "7", days: "1", rule: "" });
  await save(path, { month: "8", days: "3", startOffset: "-1" });
  await publish(`event:${event?.id}`);
  await eventually(async () =>
    expect(await onShop("/community")).toContain("second weekend of August, Friday to Sunday"),
  );
  await save(path, { rule: "when the moon is full" });
  await publish(`event:${event?.id}`);
  await eventually(async () => expect(await onShop("/community")).toContain("when the moon is full"));
  expect(await processes[0]?.html(`/community/events/${event?.id}`)).toContain("SUMMARY:Rimrock Night Ride");

  const shown = await form(path);
  delete shown.isShown;
  await owner.post(path, shown);
  await publish(`event:${event?.id}`);
  await eventually(async () => expect(await onShop("/community")).not.toContain("Rimrock Night Ride"));
  expect(await processes[0]?.html(`/community/events/${event?.id}`)).not.toContain("SUMMARY:");
});

test("a film gets another product by its address, and a riders' post another caption and picture, without other changes; a wrong address is refused", async () => {
  const [film, other] = await db.select().from(videos).orderBy(videos.position);
  const [post, second] = await db.select().from(socialPosts).where(eq(socialPosts.mediaType, "image")).limit(2);
  if (!film || !other || !post || !second) throw new Error("The demo shop has no films or posts.");
  const product = (await form(`/words/films/${other.id}`)).product ?? "";
  expect(product).toMatch(/^\/product\/[\w-]+$/);
  expect((await save(`/words/films/${film.id}`, { product: "/product/nothing" })).status).toBe(422);
  await save(`/words/films/${film.id}`, { product });
  await publish(`film:${film.id}`);
  const [changed] = await db.select().from(videos).where(eq(videos.id, film.id));
  expect(changed).toEqual({ ...film, productId: other.productId, version: film.version + 1 });

  await save(`/words/posts/${post.id}`, { caption: "Nobody was late." });
  await publish(`post:${post.id}`);
  const [kept] = await db.select().from(socialPosts).where(eq(socialPosts.id, post.id));
  expect(kept).toEqual({ ...post, caption: "Nobody was late.", version: post.version + 1 });

  const home = async () => (await processes[0]?.html("/"))?.split(second.mediaUrl).length ?? 0;
  const before = await home();
  expect(second.mediaUrl).not.toBe(post.mediaUrl);
  await save(`/words/posts/${post.id}`, { picture: second.mediaUrl });
  await publish(`post:${post.id}`);
  const [pictured] = await db.select().from(socialPosts).where(eq(socialPosts.id, post.id));
  expect(pictured).toEqual({ ...kept, mediaUrl: second.mediaUrl, version: post.version + 2 });
  await eventually(async () => expect(await home()).toBeGreaterThan(before));
  expect((await save(`/words/posts/${post.id}`, { picture: "javascript:alert(1)" })).status).toBe(422);
});

test("in a preview a chapter is listed in the state to which its draft moves it, and on the shop it is not", async () => {
  const [chapter] = await db
    .select()
    .from(chapters)
    .where(and(eq(chapters.state, "AZ"), eq(chapters.kind, "chapter")));
  const { previewWords } = await import("~/shop/publishing/preview-text.server");
  const { withPreviewedTexts } = await import("~/shop/texts/previewed-texts.server");
  const { chaptersIn } = await import("~/shop/community/community.server");
  await save(`/words/chapters/${chapter?.id}`, { state: "NV" });
  const texts = await previewWords({ db }, dana, () => true);
  const moved = await withPreviewedTexts(texts, () => chaptersIn(db, "NV"));
  expect(moved.map(({ id }) => id)).toContain(chapter?.id);
  expect((await chaptersIn(db, "NV")).map(({ id }) => id)).not.toContain(chapter?.id);
});
