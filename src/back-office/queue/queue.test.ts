import { eq, sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { productAddress } from "~/shop/catalog/product";
import { productById } from "~/shop/catalog/catalog.server";
import { comments, posts } from "~/shop/blog/blog.tables";
import { communitySignups } from "~/shop/community/community.tables";
import { reasonsToHide } from "~/shop/moderation";
import { mailAnswer } from "~/shop/reviews/answer-question.server";
import { questions, reviews } from "~/shop/reviews/reviews.tables";
import { openShopProcess } from "~/testing/shop-process.server";
import { eventually } from "~/testing/eventually";
import { memberAs } from "~/testing/members.server";
import { officeAs, wordsIn } from "~/testing/back-office-as.server";
import { fieldIn } from "~/testing/sign-in.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const editor = officeAs(shop, memberAs("editor", "Ines"));
const manager = officeAs(shop, memberAs("manager", "Sam"));
const bookkeeper = officeAs(shop, memberAs("bookkeeper", "Kim"));
const packer = officeAs(shop, memberAs("packer", "Pat"));
type Office = typeof editor;

/** Id of the product "Outlaw Leather Jacket". */
const jacket = "89bfd678d7e19124ca884351";

let clock = Date.parse("2026-11-01T10:00:00Z");
const nextMoment = () => new Date((clock += 60_000));

const wrote = async (id: string, more: Partial<typeof reviews.$inferInsert> = {}) => {
  const review = { productId: jacket, rating: 2, title: `Title ${id}`, author: "Terry", content: `Words ${id}` };
  await db.insert(reviews).values({ id, ...review, requestKey: id, writtenAt: nextMoment(), ...more });
};
const asked = async (id: string, more: Partial<typeof questions.$inferInsert> = {}) => {
  const question = { productId: jacket, author: "Nora", question: `Does it ${id}?` };
  await db.insert(questions).values({ id, ...question, requestKey: id, askedAt: nextMoment(), ...more });
};

/** Opens an entry as a member; returns the page's text and the hidden fields of its forms. */
async function opened(office: Office, name: string, part = "all") {
  const html = await (await office.fetch(`/queue/${part}/${name}`)).text();
  const fields = { submission: fieldIn(html, "submission"), version: fieldIn(html, "version") };
  return {
    html,
    words: wordsIn(html),
    decide: ({ verdict = "", ...more }: Record<string, string>, by = office) =>
      by.post(`/queue/${part}/${name}`, { ...fields, form: verdict, ...more }),
  };
}
const decided = async (name: string, more: Record<string, string>, office = editor) => {
  const response = await (await opened(office, name)).decide(more);
  return { status: response.status, to: response.headers.get("location") ?? "" };
};
const stateOf = async (id: string) => (await db.select().from(reviews).where(eq(reviews.id, id)))[0];

test("waiting entries of all kinds are listed oldest first, and each part lists its own kind", async () => {
  await db.delete(reviews).where(eq(reviews.state, "waiting"));
  await wrote("first");
  await asked("creak");
  const [post] = await db.select().from(posts).limit(1);
  await db.insert(comments).values({
    postId: post?.id ?? "",
    name: "Lou",
    email: "lou@example.com",
    message: "Nice",
    requestKey: "q",
    sentAt: nextMoment(),
  });
  await db
    .insert(communitySignups)
    .values({ name: "Elko", email: "elko@example.com", state: "NV", joinedAt: nextMoment() });
  await wrote("last");

  const text = await editor.text("/queue");
  expect(text).toContain("5 wait, oldest first.");
  const order = [
    "Title first",
    "Does it creak?",
    `On "${post?.title}"`,
    "Wants to join the community in Nevada",
    "Title last",
  ];
  expect(order.map((words) => text.indexOf(words))).toEqual(
    order.map((words) => text.indexOf(words)).toSorted((a, b) => a - b),
  );
  expect(await editor.text("/queue/questions")).toContain("Question by Nora");
  expect(await editor.text("/queue/sign-ups")).toContain("Sign-up by Elko");
  expect(text).not.toContain("example.com");
});

describe("[B-65] a verdict", () => {
  test("to approve puts the review on the shop, counts it for its product, and opens the next entry", async () => {
    const before = await productById(db, jacket);
    const { status, to } = await decided("review-first", { verdict: "approve" });

    expect(status).toBe(302);
    expect(to).toMatch(/^\/back-office\/queue\/all\?after=review-first&done=[\da-f-]{36}$/);
    expect(await stateOf("first")).toMatchObject({ state: "approved", version: 2 });
    const after = await productById(db, jacket);
    expect(after?.reviews.count).toBe((before?.reviews.count ?? 0) + 1);
    const page = await editor.text(to.replace("/back-office", ""));
    expect(page).toContain("The review is on the shop. Undo");
    expect(page).toContain("Question by Nora");
  });

  test("to hide needs a reason, and a low rating is not among the reasons; the hidden text stays stored", async () => {
    expect((await decided("review-last", { verdict: "hide" })).status).toBe(422);
    expect((await decided("review-last", { verdict: "hide", reason: "stars" })).status).toBe(422);
    expect(await (await (await opened(editor, "review-last")).decide({ verdict: "hide" })).text()).toContain(
      "Choose why. Stars are no reason.",
    );
    expect(await stateOf("last")).toMatchObject({ state: "waiting" });

    expect((await decided("review-last", { verdict: "hide", reason: "elsewhere" })).status).toBe(302);
    expect(await stateOf("last")).toMatchObject({
      state: "refused",
      hiddenBecause: "elsewhere",
      content: "Words last",
    });
    expect(reasonsToHide).toHaveLength(6);
    expect(await editor.text("/queue/decided/review-last")).toContain("Hidden: it is not about this product");
  });

  test("[B-22] can be undone from the message and from the log", async () => {
    await wrote("back");
    const act = /done=(.*)$/.exec((await decided("review-back", { verdict: "approve" })).to)?.[1] ?? "";
    const undone = await manager.post(`/log/${act}`, { submission: crypto.randomUUID(), back: "/queue/all" });
    expect(undone.status).toBe(302);
    expect(await stateOf("back")).toMatchObject({ state: "waiting", hiddenBecause: null });
    expect(await manager.text(`/log/${act}`)).toMatch(/Review of [^.]+ Waits for you On the shop/);
  });

  test("can also hide an approved review", async () => {
    await decided("review-back", { verdict: "approve" });
    const count = (await productById(db, jacket))?.reviews.count ?? 0;
    const page = await opened(editor, "review-back", "decided");
    expect((await page.decide({ verdict: "hide", reason: "person" })).headers.get("location")).toContain(
      "/queue/decided/",
    );
    expect((await productById(db, jacket))?.reviews.count).toBe(count - 1);
    expect(await editor.text(`/queue/decided?product=${jacket}`)).toContain("Review, 2 stars");
  });

  test("by a second member on the same entry is not applied, and the second member gets a message", async () => {
    await wrote("both");
    const [one, other] = [await opened(editor, "review-both"), await opened(manager, "review-both")];
    await one.decide({ verdict: "approve" });
    const late = await other.decide({ verdict: "hide", reason: "insult" });

    expect(late.status).toBe(409);
    expect(wordsIn(await late.text())).toMatch(
      /decided about this at .*, after you opened it\. It is: on the shop\. Nothing of yours was done\./,
    );
    expect(await stateOf("both")).toMatchObject({ state: "approved" });
  });

  test("[B-21] sent twice by the same form has one effect, also at the same moment", async () => {
    await wrote("twice");
    const page = await opened(editor, "review-twice");
    const answers = await Promise.all([1, 2, 3].map(() => page.decide({ verdict: "approve" })));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(await stateOf("twice")).toMatchObject({ version: 2 });
  });

  test("[B-12] needs the right to moderate; other members get 403, which is logged", async () => {
    await wrote("theirs");
    expect((await opened(bookkeeper, "review-theirs")).html).not.toContain('name="version"');
    const page = await opened(editor, "review-theirs");
    expect((await page.decide({ verdict: "approve" }, bookkeeper)).status).toBe(403);
    expect((await page.decide({ verdict: "approve" }, packer)).status).toBe(403);
    expect((await packer.fetch("/queue")).status).toBe(403);
    const { rows } = await db.execute(sql`select from member_events where kind = 'right-denied'`);
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect(await stateOf("theirs")).toMatchObject({ state: "waiting" });
  });

  test("an unknown entry and an invalid verdict are refused", async () => {
    expect((await editor.fetch("/queue/all/review-none")).status).toBe(404);
    expect((await editor.fetch("/queue/all/comment-x")).status).toBe(404);
    expect((await editor.fetch("/queue/nonsense")).status).toBe(404);
    expect((await decided("review-theirs", { verdict: "delete" })).status).toBe(400);
    expect((await decided("question-creak", { verdict: "answer", answer: "a\0b" })).status).toBe(422);
    expect((await decided("question-creak", { verdict: "answer", answer: " " })).status).toBe(422);
  });
});

describe("[B-66] an answer", () => {
  test("publishes the question with the shop's answer, and is mailed once to the shopper who asked", async () => {
    await asked("fit", { email: "nora@example.com" });
    expect((await opened(editor, "question-fit")).words).toContain("Does it fit?");
    const { status } = await decided("question-fit", { verdict: "answer", answer: "It does.\nTwo sizes up." });
    expect(status).toBe(302);
    const [question] = await db.select().from(questions).where(eq(questions.id, "fit"));
    expect(question).toMatchObject({ state: "approved" });
    expect(question?.answers).toMatchObject([
      { staff: true, author: shop.settings().shopName, content: "It does.\nTwo sizes up." },
    ]);
    const letters = () => shop.letters.filter(({ to }) => to === "nora@example.com");
    expect(shop.payloads.filter(({ name }) => name === "mail-question-answer")).toEqual([
      { name: "mail-question-answer", payload: { id: "fit" } },
    ]);

    await mailAnswer(shop, { id: "fit" });
    await mailAnswer(shop, { id: "fit" });
    expect(letters()).toHaveLength(1);
    expect(letters()[0]).toMatchObject({ replyTo: shop.settings().supportEmail });
    expect(letters()[0]?.text).toContain("It does.");

    await decided("question-fit", { verdict: "answer", answer: "It does, truly." });
    expect((await db.select().from(questions).where(eq(questions.id, "fit")))[0]?.answers).toHaveLength(1);
    expect(shop.payloads.filter(({ name }) => name === "mail-question-answer")).toHaveLength(1);
  });

  test("that was undone before its letter was sent is not mailed", async () => {
    await asked("stay", { email: "stay@example.com" });
    const { to } = await decided("question-stay", { verdict: "answer", answer: "Yes." });
    const act = /done=(.*)$/.exec(to)?.[1] ?? "";
    await manager.post(`/log/${act}`, { submission: crypto.randomUUID() });
    await mailAnswer(shop, { id: "stay" });
    expect((await db.select().from(questions).where(eq(questions.id, "stay")))[0]).toMatchObject({
      state: "waiting",
      answers: [],
    });
    expect(shop.letters.filter(({ to: address }) => address === "stay@example.com")).toEqual([]);
  });

  test("to a review is shown below the review", async () => {
    await wrote("said");
    await decided("review-said", { verdict: "answer", answer: "We sent you another box." });
    expect(await stateOf("said")).toMatchObject({ state: "approved", answer: "We sent you another box." });
  });
});

test("[B-63] the back office, the shop and letters show markup of shoppers and in answers as plain text", async () => {
  const evil = `<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>`;
  await wrote("evil", { title: evil, author: evil, content: evil });
  await asked("evil", { question: evil, author: evil, email: "evil@example.com" });
  for (const path of ["/queue/all/review-evil", "/queue/all/question-evil", "/queue"]) {
    const html = await (await editor.fetch(path)).text();
    expect(html).not.toMatch(/<script>alert|<img src=x|href="javascript:/);
  }
  await decided("review-evil", { verdict: "answer", answer: evil });
  await decided("question-evil", { verdict: "answer", answer: evil });
  await mailAnswer(shop, { id: "evil" });
  const letter = shop.letters.find(({ to }) => to === "evil@example.com");
  expect(letter?.html).toContain("&lt;script&gt;");
  expect(letter?.html).not.toMatch(/<script>alert|<img src=x|href="javascript:/);
  const product = await productById(db, jacket);
  const page = await publicPages();
  const html = await page.html(product ? productAddress(product) : "/");
  expect(html).toContain("&lt;script&gt;alert(1)");
  expect(html).not.toMatch(/<script>alert|<img src=x|href="javascript:/);
  await page.close();
});

const publicPages = () => openShopProcess({ ...shop, address: "https://shop.example" });

test("[B-65] after a verdict the review and its count in structured data are shown by every process of the shop", async () => {
  const processes = await Promise.all([publicPages(), publicPages()]);
  onTestFinished(async () => void (await Promise.all(processes.map(({ close }) => close()))));
  await wrote("counted", { content: "Seen by every process", rating: 1 });
  const path = productAddress((await productById(db, jacket)) ?? { id: jacket, name: "" });
  const seen = () => Promise.all(processes.map(({ html }) => html(path)));
  const ratings = (html: string) => Number(/"reviewCount":(\d+)/.exec(html)?.[1] ?? 0);
  const before = (await seen()).map(ratings);

  await decided("review-counted", { verdict: "approve" });
  await eventually(async () => {
    for (const [index, html] of (await seen()).entries()) {
      expect(html).toContain("Seen by every process");
      expect(ratings(html)).toBe((before[index] ?? 0) + 1);
    }
  });
});

test("with 5,000 waiting entries the next entry is found by an index", async () => {
  await db.execute(sql`
    insert into reviews (id, product_id, rating, author, content, request_key, written_at)
    select 'many' || n, ${jacket}, 3, 'Many', 'Many', 'many' || n, timestamptz '2026-11-02' + n * interval '1 second'
    from generate_series(1, 5000) n`);
  await shop.asOwner("analyze reviews");
  const { rows } = await db.execute<{ "QUERY PLAN": string }>(sql`
    explain select * from reviews where state = 'waiting' and (written_at, id) > (timestamptz '2026-11-02 00:30:00', 'many1')
    order by written_at, id limit 9`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("reviews_waiting");
  expect(plan).not.toMatch(/Seq Scan|Sort/);

  const next = await editor.fetch("/queue/all?after=review-many2500");
  expect(await next.text()).toContain("review-many2501");
});
