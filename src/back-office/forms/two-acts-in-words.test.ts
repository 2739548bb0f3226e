import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { noteShippedTexts, readShippedTexts } from "~/demo/shipped-texts.server";
import { messages } from "~/shop/contact/contact.tables";
import { missedAddresses } from "~/shop/redirects/redirects.tables";
import { questions, reviews } from "~/shop/reviews/reviews.tables";
import { dayIn } from "~/shop/shop-time";
import { shippedTexts } from "~/shop/publishing/shipped-texts.tables";
import { memberAccounts } from "~/shop/members/members.tables";
import { textPlans } from "~/shop/publishing/text-plans.tables";
import { place } from "~/testing/back-office-as.server";
import { postedForms } from "~/testing/walked-forms/posted-forms.server";
import { testMember } from "~/testing/sign-in.server";
import { walkForms } from "~/testing/walked-forms/walk-forms.server";
import { openWalkedShop } from "~/testing/walked-forms/walked-shop.server";

const HERE = "/words/old-addresses";

const walked = await openWalkedShop();
const { shop, db, office, one } = walked;
const short = () => randomUUID().slice(0, 8);
const product = await one<string>(sql`select id from products where name = 'Outlaw Leather Jacket'`);
await noteShippedTexts(db, await readShippedTexts());
/** Sends a form of a page as a member did before the walk. */
const does = async (page: string, name: string, typed: Record<string, string> = {}) => {
  const html = await (await office.fetch(page)).text();
  const form = postedForms(html, page).find(({ fields }) =>
    fields.some(([field, value]) => field === "form" && value.split(":")[0] === name),
  );
  if (!form) throw new Error(`${page} has no form ${name}.`);
  return office.post(form.to, [...form.fields.filter(([field]) => !(field in typed)), ...Object.entries(typed)]);
};
const publishes = async (record: string, typed: Record<string, string> = {}) => {
  const html = await (await office.fetch("/words/publish")).text();
  const form = postedForms(html, "/words/publish").find(({ to }) => to === "/words/publish");
  const fields = [...(form?.fields ?? []), [record, "yes"], ...Object.entries(typed)] as [string, string][];
  return office.post("/words/publish", fields);
};
const drafted = async (page: string, typed: Record<string, string>) => {
  await does(page, "save", typed);
  return page;
};
const contact = () => drafted("/words/contact", { headline: `Ask ${short()}` });
const planned = async () => {
  await contact();
  await publishes("page:contact", { when: "later", goesOutAt: "2031-11-28T00:00" });
  return "/words/plans";
};
const article = async () => `/words/articles/${await one<string>(sql`select id from posts order by id limit 1`)}`;
const oldAddress = async () => {
  const from = `/old-${short()}`;
  await office.post(HERE, { form: "add", submission: randomUUID(), from, to: "/faqs" });
  return from;
};
const missed = async () => {
  path = `/bag-${short()}`;
  const day = dayIn(new Date(), shop.settings().timeZone);
  await db.insert(missedAddresses).values({ path, day, times: 500 + (count += 1) });
  return HERE;
};
const question = async () => {
  const id = `walk${short()}`;
  const row = { productId: product, author: "Nora", question: "Does it creak?" };
  await db.insert(questions).values({ id, ...row, requestKey: id, askedAt: new Date() });
  return `/queue/all/question-${id}`;
};
const review = async (state: "waiting" | "approved") => {
  const id = `walk${short()}`;
  const row = { productId: product, rating: 4, title: "Warm", author: "Terry", content: "Warm and quiet." };
  await db.insert(reviews).values({ id, ...row, state, requestKey: id, writtenAt: new Date() });
  return `/queue/all/review-${id}`;
};
const message = async () => {
  const row = { name: "Jo", email: `${short()}@example.com`, message: "Do they run small?", requestKey: short() };
  const [stored] = await db.insert(messages).values(row).returning({ id: messages.id });
  return `/messages/${stored?.id}`;
};
let [path, count, lines, checked] = ["", 0, "", ""];
walkForms("words", walked, {
  "texts/text.page": {
    save: { at: () => "/words/contact", types: [{ headline: "Ask us" }, { headline: "Ask the shop" }] },
    discard: { at: contact, ends: true },
    default: {
      at: async () => {
        await drafted("/words/about", { "hero.text": `Our own ${short()}.` });
        await publishes("page:about");
        await db.update(shippedTexts).set({ digest: short() }).where(eq(shippedTexts.record, "about"));
        return "/words/about";
      },
      types: [{ takes: "shipped" }, { takes: "own" }],
      ends: true,
      isSilent: true,
    },
    look: { at: contact, isUnlogged: true },
    unlook: {
      at: async () => {
        await does(await contact(), "look");
        return "/words/contact";
      },
      isUnlogged: true,
      ends: true,
    },
    test: { at: () => "/words/letters/order-confirmed", isUnlogged: true },
    settle: {
      at: async () => {
        await contact();
        const done = await publishes("page:contact");
        const act = /done=([\w-]+)/.exec(place(done))?.[1] ?? "";
        await contact();
        await office.post(`/log/${act}`, { submission: randomUUID(), form: "all" });
        return "/words/contact";
      },
      ends: true,
      isUnlogged: true,
    },
  },
  "texts/versions.page": {
    form: {
      at: async () => {
        for (const _ of [1, 2]) {
          await contact();
          await publishes("page:contact");
        }
        return "/words/contact/versions";
      },
      types: [{ of: "1" }, { of: "2" }],
    },
  },
  "texts/publish.page": {
    form: {
      at: async () => {
        await contact();
        return "/words/publish";
      },
      types: [{ "page:contact": "yes" }, { "page:contact": "yes" }],
      ends: true,
    },
  },
  "texts/promises.page": {
    true: { at: () => "/promises", isUnlogged: true, ends: true },
    hide: { at: () => "/promises", ends: true },
  },
  "texts/plans.page": {
    stop: { at: planned, ends: true },
    seen: {
      at: async () => {
        await planned();
        await db.update(textPlans).set({ state: "failed", note: "It was incomplete." });
        return "/words/plans";
      },
      isUnlogged: true,
      ends: true,
    },
    take: {
      at: async () => {
        const gone = await testMember(shop, "editor", "Gone");
        await db.update(memberAccounts).set({ endedAt: new Date() }).where(eq(memberAccounts.id, gone.id));
        await planned();
        await db.update(textPlans).set({ memberId: gone.id }).where(eq(textPlans.state, "planned"));
        return "/words/plans";
      },
      ends: true,
    },
  },
  "texts/articles/article.page": {
    save: { at: article, types: [{ title: "Walked one" }, { title: "Walked two" }] },
    discard: { at: async () => drafted(await article(), { title: `Walked ${short()}` }), ends: true },
    settle: {
      at: async () => {
        const page = await drafted(await article(), { title: `Walked ${short()}` });
        const id = page.split("/").at(-1) ?? "";
        const done = await publishes(`article:${id}`);
        const act = /done=([\w-]+)/.exec(place(done))?.[1] ?? "";
        await drafted(page, { title: `Walked ${short()}` });
        await office.post(`/log/${act}`, { submission: randomUUID(), form: "all" });
        return page;
      },
      ends: true,
      isUnlogged: true,
    },
  },
  "texts/articles/categories.page": {
    add: { at: () => "/words/articles/categories", types: [{ name: "Walks" }, { name: "Rides" }] },
    rename: { at: () => "/words/articles/categories", types: [{ name: "Garage one" }, { name: "Garage two" }] },
  },
  "texts/faq-groups.page": {
    rename: { at: () => "/words/faq/groups", types: [{ name: "Shipping one" }, { name: "Shipping two" }] },
  },
  "texts/redirects/redirects.page": {
    add: {
      at: () => HERE,
      types: () => [
        { from: "/walk-one", to: "/faqs" },
        { from: "/walk-two", to: "/faqs" },
      ],
    },
    lead: {
      at: async () => {
        await missed();
        // Words of a product, so that the page offers it as the nearest one.
        const like = "/gauntlet-leather-gloves-sale";
        await db.update(missedAddresses).set({ path: like }).where(eq(missedAddresses.path, path));
        return HERE;
      },
      ends: true,
    },
    leave: { at: missed, isUnlogged: true, ends: true },
    remove: {
      at: async () => {
        path = await oldAddress();
        return HERE;
      },
      of: () => path,
      ends: true,
    },
  },
  "texts/redirects/read-redirects.page": {
    form: {
      at: async () => {
        lines = `/read-${short()},/faqs`;
        const asked = await office.post(`${HERE}/read`, { submission: randomUUID(), intent: "check", lines });
        checked = /name="checked" value="([^"]*)"/.exec(await asked.text())?.[1] ?? "";
        return `${HERE}/read`;
      },
      types: () => [
        { intent: "apply", lines, checked },
        { intent: "apply", lines, checked },
      ],
      ends: true,
    },
  },
  "queue/queue.page": {
    approve: { at: () => review("waiting"), ends: true },
    wait: { at: () => review("approved"), ends: true },
    hide: {
      at: () => review("waiting").then((page) => `${page}?open=hide`),
      types: [{ reason: "advertising" }, { reason: "advertising" }],
      ends: true,
    },
    answer: {
      at: () => question().then((page) => `${page}?open=answer`),
      types: [{ answer: "It does not." }, { answer: "Only when it is new." }],
    },
  },
  "messages/message.page": {
    answer: { at: message, types: [{ answer: "They do." }, { answer: "By half a size." }] },
    mail: {
      at: message,
      types: [
        { day: "2026-11-01", by: "us", words: "They do." },
        { day: "2026-11-02", by: "us", words: "By half a size." },
      ],
    },
    move: { at: message, types: [{ state: "done" }, { state: "waiting" }] },
  },
});
