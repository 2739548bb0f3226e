import { and, eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { audit } from "~/shop/audit/audit.tables";
import { memberAccounts } from "~/shop/members/members.tables";
import { products } from "~/shop/catalog/catalog.tables";
import { productAddress } from "~/shop/catalog/product";
import { menuRecord } from "~/shop/texts/menu-record.server";
import { pageForms } from "~/shop/texts/page-forms";
import { allPageTexts } from "~/shop/texts/page-record.server";
import { faqs, pages as pageRows, revisions } from "~/shop/texts/texts.tables";
import { drafts } from "~/shop/publishing/drafts.tables";
import { FIXED_PAGES, leadsSomewhere } from "~/shop/publishing/leads-somewhere.server";
import { checkedDraft } from "~/shop/publishing/checked-draft.server";
import routes from "~/routes";
import { openShopProcess } from "~/testing/shop-process.server";
import { officeAs, place, wordsIn } from "~/testing/back-office-as.server";
import { eventually } from "~/testing/eventually";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";

const address = "https://shop.example";
const shop = { ...(await openTestShop()), address };
const { db } = shop;
const [dana, ines] = [memberAs("owner", "Dana"), memberAs("editor", "Ines")];
const [owner, editor] = [officeAs(shop, dana), officeAs(shop, ines)];
await db.insert(memberAccounts).values([dana, ines].map((member) => ({ ...member, passkeyUser: member.id })));
const { pages } = testPages();
const processes = await Promise.all(
  [1, 2].map(async () => {
    const process = await openShopProcess(shop);
    return { ...process, text: async (path: string) => wordsIn(await process.html(path)) };
  }),
);
afterAll(() => Promise.all(processes.map(({ close }) => close())));
const onShop = (path: string) => processes[0]?.text(path) ?? "";

const RETURNS = "/words/return-policy";
type Office = typeof owner;
const save = async (
  path: string,
  fields: Record<string, string>,
  office: Office = owner,
  opened?: Record<string, string>,
) => office.post(path, { ...(opened ?? (await form(path, office))), ...fields });
const form = async (path: string, office: Office = owner) =>
  fieldsIn(formIn(await (await office.fetch(path)).text(), 'value="save"'));
const publish = async (names: string[], office: Office = owner) => {
  const page = await (await office.fetch("/words/publish")).text();
  const { submission = "" } = fieldsIn(formIn(page, "together"));
  return office.post("/words/publish", { submission, ...Object.fromEntries(names.map((name) => [name, "yes"])) });
};
const press = async (path: string, name: string, office: Office = owner) =>
  office.post(path, fieldsIn(formIn(await (await office.fetch(path)).text(), `value="${name}"`)));
const undoLast = async (answer: Response) => {
  const html = await (await owner.fetch(place(answer))).text();
  const undo = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(html);
  return owner.post(undo?.[1]?.replace("/back-office", "") ?? "", fieldsIn(undo?.[0] ?? ""));
};
const draftOf = async (kind: string, record: string) =>
  (
    await db
      .select()
      .from(drafts)
      .where(and(eq(drafts.kind, kind), eq(drafts.record, record)))
  )[0]?.values;

test("a version that is none is refused before it is looked for", async () => {
  expect((await save(RETURNS, { liveVersion: "9".repeat(20) })).status).toBe(400);
});

test("every page that has texts has a form, and every stored text passes the checks before publishing", async () => {
  const list = await owner.text("/words");
  for (const { name } of pageForms) expect(list).toContain(name);
  const texts = await allPageTexts(db);
  for (const { key, slug } of pageForms) {
    const values = texts.get(key)?.texts ?? {};
    expect([slug, Object.keys(values).length > 0]).toEqual([slug, true]);
    const draft = { fields: Object.keys(values), memberId: "", begunAt: new Date(), changedAt: new Date(), newer: [] };
    expect([
      slug,
      (await checkedDraft(db, shop.settings(), { kind: "page", id: key }, { values, draft })).complaints,
    ]).toEqual([slug, []]);
    expect((await owner.fetch(`/words/${slug}`)).status).toBe(200);
  }
  expect((await owner.fetch("/words/nothing")).status).toBe(404);
});

test("a changed text is a draft first; when it is published two processes show it at once and clear only the cache entries with it; its earlier version can be restored", async () => {
  const before = await onShop("/return-policy");
  await Promise.all(processes.flatMap(({ text }) => [text("/return-policy"), text("/about")]));
  const opened = await form(RETURNS);
  expect(opened.markdown).toContain("{returnDays} days");
  const saved = await save(RETURNS, { markdown: `${opened.markdown}\n\n## 99. Brass bands\n\nWe send one along.` });
  expect([saved.status, place(saved).split("?")[0]]).toEqual([302, RETURNS]);
  expect(await owner.text(place(saved))).toContain("The draft of Return policy is saved. The shop stays as it is.");
  expect(await onShop("/return-policy")).toBe(before);
  expect(await owner.text("/words?show=drafts")).toMatch(/Return policy.*Draft, 1 change/);

  for (const { dropped } of processes) dropped.length = 0;
  const published = await publish(["page:policy:returns"]);
  expect(published.status).toBe(302);
  for (const { text } of processes)
    await eventually(async () => expect(await text("/return-policy")).toContain("We send one along."));
  for (const { dropped } of processes)
    expect(new Set(dropped)).toEqual(new Set(["table:pages", "text:policy:returns"]));
  expect(await draftOf("page", "policy:returns")).toEqual({});
  expect(await owner.text("/log")).toContain("Return policy: text");

  const versions = await (await owner.fetch(`${RETURNS}/versions`)).text();
  expect(wordsIn(versions)).toMatch(/On the shop now.*As delivered/);
  const restored = await owner.post(`${RETURNS}/versions`, { ...fieldsIn(formIn(versions, 'name="of"')), of: "1" });
  expect(restored.status).toBe(302);
  expect(await onShop("/return-policy")).toContain("We send one along.");
  expect(await draftOf("page", "policy:returns")).toEqual({ markdown: opened.markdown });
  await publish(["page:policy:returns"]);
  await eventually(async () => expect(await onShop("/return-policy")).toBe(before));
});

test("a change of home clears only home from the cache, and a change of texts beside every product clears only product pages", async () => {
  const [product] = await db.select().from(products).where(eq(products.publishedStatus, "published")).limit(1);
  const shown = ["/", "/about", "/community", "/faqs", "/shop/men", product ? productAddress(product) : ""];
  const renderedAgain = async () => {
    await Promise.all(processes.flatMap(({ text }) => shown.map(text)));
    return processes.map(({ rendered }) => rendered.splice(0));
  };
  await renderedAgain();
  expect(await renderedAgain()).toEqual([[], []]);
  await save("/words/home", { "parts.hero.text": "One day only." });
  await publish(["page:home"]);
  for (const { text } of processes) await eventually(async () => expect(await text("/")).toContain("One day only."));
  expect((await renderedAgain()).map((paths) => new Set(paths))).toEqual([new Set(["/"]), new Set(["/"])]);

  await save("/words/words-of-a-product", { "brandStory.heading": "Ride. Repeat." });
  await publish(["page:productPage"]);
  const address = shown.at(-1) ?? "";
  for (const { text } of processes) await eventually(async () => expect(await text(address)).toContain("Repeat."));
  expect((await renderedAgain()).map((paths) => new Set(paths))).toEqual([new Set([address]), new Set([address])]);
});

test("a page whose texts no member changed has their defaults without a stored row; publishing a change stores a row", async () => {
  await db.delete(pageRows).where(eq(pageRows.key, "wishlist"));
  await eventually(async () => expect(await onShop("/wishlist")).toContain("Wishlist"));
  expect(await owner.text("/words")).toContain("Wishlist");
  expect(await form("/words/wishlist")).toMatchObject({ heading: "Wishlist", "unsold.text": expect.any(String) });
  await save("/words/wishlist", { heading: "Kept for later" });
  expect(await onShop("/wishlist")).not.toContain("Kept for later");
  const published = await publish(["page:wishlist"]);
  await eventually(async () => expect(await onShop("/wishlist")).toContain("Kept for later"));
  const versions = wordsIn(await (await owner.fetch("/words/wishlist/versions")).text());
  expect(versions).toMatch(/On the shop now/);
  await undoLast(published);
  await eventually(async () => expect(await onShop("/wishlist")).not.toContain("Kept for later"));
});

test("a table of sizes is edited as one line per row, and every line needs the same number of cells", async () => {
  const name = "tabs.0.tables.0.rows";
  const { [name]: rows = "" } = await form("/words/size-guide");
  expect(rows.split("\n")[0]).toMatch(/^Women's \| XS \|/);
  const refused = await save("/words/size-guide", { [name]: `${rows}\nWomen's | M` });
  expect([refused.status, (await refused.text()).includes("as many cells in each line")]).toEqual([422, true]);
  await save("/words/size-guide", { [name]: rows.replace("XS", "2XS") });
  await publish(["page:sizeGuide"]);
  const [row] = await db.select().from(pageRows).where(eq(pageRows.key, "sizeGuide"));
  expect(JSON.stringify(row?.content)).toContain(`"rows":[["Women's","2XS",`);
});

test("[B-22] undo of a publication puts the earlier text on the shop, and undo of a discarded draft restores the draft", async () => {
  const before = await onShop("/about");
  await save("/words/about", { "hero.text": "Nine words, and we agree on none of them." });
  const published = await publish(["page:about"]);
  await eventually(async () => expect(await onShop("/about")).toContain("Nine words"));
  await undoLast(published);
  await eventually(async () => expect(await onShop("/about")).toBe(before));

  await save("/words/about", { "hero.text": "A draft." });
  const discarded = await press("/words/about", "discard");
  expect([discarded.status, await draftOf("page", "about")]).toEqual([302, {}]);
  await undoLast(discarded);
  expect(await draftOf("page", "about")).toEqual({ "hero.text": "A draft." });
  await press("/words/about", "discard");
});

describe("[B-103] two members", () => {
  test("can draft two different fields of a page, and both are kept; for the same field the second chooses a value", async () => {
    const [mine, theirs] = [await form("/words/home"), await form("/words/home", editor)];
    expect((await save("/words/home", { "parts.hero.kicker": "Ines' line" }, editor, theirs)).status).toBe(302);
    const refused = await save("/words/home", { "parts.hero.title": "DANA'S SALE" }, owner, mine);
    const html = await refused.text();
    expect(refused.status).toBe(409);
    expect(wordsIn(html)).toMatch(/Only you changed it: FINAL SALE DANA'S SALE/);
    expect((await owner.post("/words/home", fieldsIn(formIn(html, "mine")))).status).toBe(302);
    expect(await draftOf("page", "home")).toEqual({
      "parts.hero.kicker": "Ines' line",
      "parts.hero.title": "DANA'S SALE",
    });

    const asked = await save("/words/home", { "parts.hero.kicker": "Dana's line" }, owner, mine);
    const question = await asked.text();
    expect([asked.status, wordsIn(question).includes("Ines' line"), wordsIn(question).includes("Dana's line")]).toEqual(
      [409, true, true],
    );
    await owner.post("/words/home", { ...fieldsIn(formIn(question, "mine")), "take:parts.hero.kicker": "theirs" });
    expect(await draftOf("page", "home")).toMatchObject({ "parts.hero.kicker": "Ines' line" });
    await press("/words/home", "discard");
  });

  test("cannot publish a draft whose text was changed on the shop after it was begun, until one chooses which text to keep", async () => {
    await save("/words/contact", { headline: "Dana asks" });
    await publish(["page:contact"]);
    await save("/words/contact", { headline: "The draft's" });
    // Undoing the publication puts the earlier text on the shop again.
    const [act] = await db
      .select()
      .from(audit)
      .where(and(eq(audit.kind, "page"), eq(audit.record, "contact")));
    const log = await (await owner.fetch(`/log/${act?.submission}`)).text();
    const undo = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(log.slice(log.indexOf("<main")));
    await owner.post(undo?.[1]?.replace("/back-office", "") ?? "", fieldsIn(undo?.[0] ?? ""));

    const refused = await publish(["page:contact"]);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("something is missing in Contact"),
    ]);
    const page = await (await owner.fetch("/words/contact")).text();
    expect(wordsIn(page)).toContain("words changed after this draft began");
    expect((await owner.post("/words/contact", fieldsIn(formIn(page, 'value="settle"')))).status).toBe(302);
    expect((await publish(["page:contact"])).status).toBe(302);
    await eventually(async () => expect(await onShop("/contact")).toContain("The draft's"));
  });

  test("get both texts to choose from if one sends a form opened before the other published", async () => {
    const mine = await form("/words/start-a-return");
    await save("/words/start-a-return", { heading: "Send it back" }, editor);
    await publish(["page:returnStart"], editor);
    const refused = await save("/words/start-a-return", { heading: "Back it goes" }, owner, mine);
    expect(refused.status).toBe(409);
    expect(wordsIn(await refused.text())).toMatch(/Send it back[\s\S]*Back it goes|Back it goes[\s\S]*Send it back/);
  });
});

test("[B-104] several drafts are published at the same moment; if one fails its checks none is published", async () => {
  const path = await newQuestion();
  await save(path, { question: "Do you ship anvils?", answer: "Only {returnDayz} a year.", isShown: "yes" });
  await save("/words/not-found", { title: "Lost?" });
  const id = path.split("/").at(-1) ?? "";
  const both = [`faq:${id}`, "page:notFound"];
  const refused = await publish(both);
  expect(refused.status).toBe(422);
  expect(wordsIn(await refused.text())).toContain("{returnDayz} is no setting");
  expect((await db.select().from(pageRows).where(eq(pageRows.key, "notFound")))[0]?.content).toMatchObject({
    title: "Page Not Found",
  });

  await save(path, { answer: "Only {returnDays} a year." });
  expect((await publish(both)).status).toBe(302);
  await eventually(async () => expect(await onShop("/faqs")).toContain("Do you ship anvils? Only 30 a year."));
  await eventually(async () => expect(await onShop("/nowhere")).toContain("Lost?"));
  const acts = await db
    .select({ act: audit.submission })
    .from(audit)
    .where(and(eq(audit.action, "publish"), sql`${audit.record} in ('notFound', ${id})`));
  expect(new Set(acts.map(({ act }) => act)).size).toBe(1);
});

const newQuestion = async () => {
  const html = await (await owner.fetch("/words/faq")).text();
  return /\/words\/faq\/[\da-f]{24}(?="[^>]*>Write a question)/.exec(html)?.[0] ?? "";
};

test("a draft that another member has published meanwhile is not published again, and a message says so", async () => {
  await save("/words/about", { "hero.text": "Ours, once." }, editor);
  const mine = await (await owner.fetch("/words/publish")).text();
  expect((await publish(["page:about"], editor)).status).toBe(302);
  const { submission = "" } = fieldsIn(formIn(mine, "together"));
  const versions = () => db.$count(revisions, and(eq(revisions.entity, "page"), eq(revisions.key, "about")));
  const before = await versions();
  const late = await owner.post("/words/publish", { submission, "page:about": "yes" });
  expect([late.status, wordsIn(await late.text())]).toEqual([
    409,
    expect.stringContaining("There is no draft of this any more"),
  ]);
  expect(await versions()).toBe(before);
});

test("a question that is set to hidden disappears from the shop when it is published; a new question needs a text", async () => {
  const [row] = await db
    .select()
    .from(faqs)
    .where(sql`${faqs.question} like 'How do I place an order%'`);
  const path = `/words/faq/${row?.id}`;
  const { isShown: _shown, ...opened } = await form(path);
  expect((await owner.post(path, opened)).status).toBe(302);
  expect(await onShop("/faqs")).toContain("How do I place an order?");
  await publish([`faq:${row?.id}`]);
  await eventually(async () => expect(await onShop("/faqs")).not.toContain("How do I place an order?"));
  expect(await owner.text("/words?show=hidden")).toMatch(/Questions and answers.*1 question hidden/);

  const next = await newQuestion();
  await save(next, { answer: "An answer to nothing.", isShown: "yes" });
  expect(await (await publish([`faq:${next.split("/").at(-1)}`])).text()).toContain("Write the question.");
  await press(next, "discard");
  expect(await db.$count(faqs, eq(faqs.id, next.split("/").at(-1) ?? ""))).toBe(0);
});

test.each([
  [RETURNS, "markdown", "x".repeat(200_000), "A text has at most 40,000 letters. Take some out, or make two of it."],
  [RETURNS, "markdown", " ", "Write something here."],
  ["/words/home", "parts.hero.buttons.0.href", "javascript:alert(1)", "nothing that runs"],
  ["/words/home", "parts.hero.title", "", "Write something here."],
  ["/words/home", "parts.hero.title", "a\u202eb", "invisible character"],
])(
  "the form %s refuses an invalid value of %s with an error beside the field, and keeps the typed value",
  async (path, field, typed, words) => {
    const answer = await save(path, { [field]: typed });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain(words);
    expect(fieldsIn(formIn(html, 'value="save"'))[field]?.trim()).toBe(typed.trim());
  },
);

test("saving an unchanged form changes nothing, not even a byte of the stored text", async () => {
  const stored = await db.select({ key: pageRows.key, content: pageRows.content }).from(pageRows).orderBy(pageRows.key);
  const count = await db.$count(audit);
  for (const { slug, key } of pageForms) {
    const opened = await form(`/words/${slug}`);
    const typed = Object.fromEntries(
      Object.entries(opened).map(([name, text]) => [name, text.replaceAll("\n", "\r\n")]),
    );
    expect([slug, (await owner.post(`/words/${slug}`, typed)).status]).toEqual([slug, 302]);
    expect([slug, (await draftOf("page", key)) ?? {}]).toEqual([slug, {}]);
  }
  expect(await db.$count(audit)).toBe(count);
  expect(
    await db.select({ key: pageRows.key, content: pageRows.content }).from(pageRows).orderBy(pageRows.key),
  ).toEqual(stored);
});

test("members can preview a page with its draft, without scripts and uncached; the page on the shop does not change", async () => {
  const local = { ...shop, address: "http://localhost" };
  const door = testBackOffice(local, { shopPages: pages });
  const path = "http://localhost/back-office/words/look/about";
  await save("/words/about", { "hero.text": "Seen by members only." });
  expect((await door.fetch(new Request(path))).status).toBe(302);

  const member = await testMember(local, "editor");
  const seen = await door.fetch(new Request(`${path}?framed=1`, { headers: { cookie: await member.cookie() } }));
  const html = await seen.text();
  expect([seen.status, seen.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(seen.headers.get("content-security-policy")).toMatch(/form-action 'none'; frame-ancestors 'self'/);
  expect(html).toContain("Seen by members only.");
  expect(html).not.toContain("<script");
  expect(await onShop("/about")).not.toContain("Seen by members only.");
  await press("/words/about", "discard");
});

test("[B-12] a member without the right to change texts can only read them; without the right to read them the page is refused", async () => {
  const opened = await form(RETURNS);
  const reader = officeAs(shop, memberAs("bookkeeper"));
  const html = await (await reader.fetch(RETURNS)).text();
  expect(wordsIn(html)).toContain("You may read this.");
  expect((await reader.post(RETURNS, { ...opened, markdown: "# Mine" })).status).toBe(403);
  expect(
    (await reader.post("/words/publish", { submission: opened.submission ?? "", "page:home": "yes" })).status,
  ).toBe(403);
  expect((await officeAs(shop, memberAs("packer")).fetch("/words")).status).toBe(403);
});

test("the search in the list of texts finds a sentence of any text", async () => {
  expect(await owner.text("/words?q=tire%20store")).toMatch(/About … .*tire store/);
  expect(await owner.text("/words?q=zzzz")).toContain("No text says");
});

test("a text that was published more than once has more than one stored version, each with its whole text", async () => {
  const rows = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.entity, "page"), eq(revisions.key, "policy:returns")));
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.every(({ content }) => typeof (content as { markdown: unknown }).markdown === "string")).toBe(true);
});

describe("a link's address", () => {
  test("is known for every page of the shop with a fixed address", () => {
    const fixed = routes.flatMap(({ path, index, file }) =>
      (index || path) && file.endsWith(".tsx") && !path?.includes(":") && path !== "*" ? [`/${path ?? ""}`] : [],
    );
    expect([...FIXED_PAGES].toSorted()).toEqual(fixed.toSorted());
  });

  test.each([
    ["/shop/men?size=M#top", true],
    ["/shop/boots", false],
    ["/faqs/", true],
    ["/terms-&-conditions", true],
    ["/nowhere", false],
    ["/product/nothing-123", false],
    ["/blog/%E0%A4%A", false],
    ["https://example.com", true],
  ])("%s leads to a page: %s", async (href, leads) => {
    expect(await leadsSomewhere(db, href)).toBe(leads);
  });
});

describe("a menu", () => {
  const MENU = "/words/header-links";

  test("can be renamed, reordered by position fields and added to in a draft; publishing shows the menu, and undo restores the earlier one", async () => {
    const before = await onShop("/about");
    const opened = await form(MENU);
    expect(opened["row:0:label"]).toBe("Women");
    const count = Object.keys(opened).filter((name) => /^row:\d+:label$/.test(name) && opened[name]).length;
    const saved = await save(MENU, {
      "row:0:label": "Fresh",
      "row:0:place": "3",
      [`row:${count}:label`]: "Journal",
      [`row:${count}:href`]: "/blogs",
    });
    expect([saved.status, await onShop("/about")]).toEqual([302, before]);
    for (const { dropped } of processes) dropped.length = 0;
    const published = await publish(["menu:sticky"]);
    await eventually(async () => expect(await onShop("/about")).toMatch(/Men ?New ?Fresh ?Sale ?Journal/));
    for (const { dropped } of processes) expect(new Set(dropped)).toEqual(new Set(["table:menu_links", "frame"]));
    await undoLast(published);
    await eventually(async () => expect(await onShop("/about")).toBe(before));
  });

  test("that its page does not show is drawn beside its form, with its settings filled in", async () => {
    expect(await owner.text("/words/foot-menu")).toMatch(/Iron Mesa About Community Blogs .*Drawn as it is typed\./);
    expect(await owner.text(MENU)).not.toContain("Drawn as it is typed.");
  });

  test.each([
    [{ "row:1:label": "" }, "Write the words of this link."],
    [{ "row:1:href": "" }, "Write where this leads"],
    [{ "row:1:href": "javascript:alert(1)" }, "Write where this leads"],
    [{ "row:1:label": "Women" }, "Two links have the same words."],
  ])(
    "refuses a link without a name, without an address, with a script or with a name used twice: %o",
    async (fields, words) => {
      const answer = await save(MENU, fields);
      const html = await answer.text();
      expect([answer.status, html.includes(words)]).toEqual([422, true]);
      expect(fieldsIn(formIn(html, 'value="save"'))).toMatchObject(fields);
    },
  );

  test.each([
    ["itself", [{ id: "a", parent: "a" }], "A link cannot stand under itself."],
    [
      "one that stands under it",
      [
        { id: "a", parent: "b" },
        { id: "b", parent: "a" },
      ],
      "only one step deep",
    ],
  ])("refuses a link that is nested under %s, also in a forged form", (_, rows, words) => {
    const link = { label: "Men", href: "/shop/men", heading: "", icon: "", target: "" };
    const sent = rows.map((row, place) => ({ ...link, label: `Men ${place}`, ...row }));
    expect(menuRecord.fields.rows?.schema.safeParse(sent).error?.issues[0]?.message).toContain(words);
  });

  test("with a link to a missing page cannot be published; an empty row deletes a message of the strip", async () => {
    await save(MENU, { "row:0:href": "/shop/boots" });
    expect(wordsIn(await (await publish(["menu:sticky"])).text())).toContain('"/shop/boots" leads to nothing.');
    await press(MENU, "discard");

    const strip = "/words/strip";
    await save(strip, { "row:0:label": "", "row:0:href": "" });
    await publish(["menu:banners"]);
    await eventually(async () => expect(await onShop("/about")).not.toContain("Free US standard shipping from"));
    expect(await onShop("/about")).toContain("return guarantee");
    const empty = await save(strip, { "row:0:label": "", "row:0:href": "" });
    expect([empty.status, (await empty.text()).includes("Keep at least one.")]).toEqual([422, true]);
  });
});
