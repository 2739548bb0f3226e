import { describe, expect, test } from "vitest";
import { drawnGiftCardCode, groupedCode } from "~/shop/gift-cards/gift-card-code";
import { changeGiftCard } from "~/shop/gift-cards/gift-cards.server";
import { giftCards } from "~/shop/gift-cards/gift-cards.tables";
import { cardBooks, openCard } from "~/testing/gift-cards.server";
import { sellGiftCards } from "~/testing/gift-card-product.server";
import { posted } from "~/testing/posted-form.server";
import { eventually } from "~/testing/eventually";
import { openShopProcess } from "~/testing/shop-process.server";
import { openReadablePages } from "~/testing/read-pages.server";
import { eq } from "drizzle-orm";
import { action } from "./balance.page";
import { giftCardLinks } from "../letter-links.server";

const { shop, ask } = await openReadablePages();
const { db, sealer } = shop;

const asked = (code: string) =>
  ask("/gift-card", {
    method: "POST",
    body: new URLSearchParams({ code }),
    headers: {
      origin: shop.address,
      "content-type": "application/x-www-form-urlencoded",
    },
  });
const textOf = async (response: Response) => (await response.text()).replaceAll(/<script[^]*?<\/script>/g, "");
const close = (id: string) => db.update(giftCards).set({ state: "closed" }).where(eq(giftCards.id, id));

describe("the page with the balance of a gift card", () => {
  test("says what is left by the code, and is neither kept nor listed", async () => {
    const card = await openCard(shop, 33_50);
    const page = await ask("/gift-card");
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(await page.text()).toContain('content="noindex"');

    const answer = await asked(groupedCode(card.code).toLowerCase());
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(await textOf(answer)).toContain(
      `Gift card ending ${card.lastFour}: $33.50 left. It is a test card and pays for test orders only.`,
    );
  });

  test("names what is wrong beside the field, and keeps what was typed", async () => {
    const card = await openCard(shop, 10_00);
    await close(card.id);
    const unknown = drawnGiftCardCode(() => 0);
    for (const [code, status, words] of [
      [card.code, 409, "This gift card was closed. Please write to us."],
      [unknown, 422, "There is no gift card with this code."],
      [unknown.replace(/^2/, "3"), 422, "This code seems mistyped."],
    ] as const) {
      const answer = await asked(code);
      const text = await textOf(answer);
      expect(answer.status).toBe(status);
      expect(text).toMatch(new RegExp(`field__msg[^]*${words}`));
      expect(text).toContain(`value="${code}"`);
    }
  });

  test("[B-128] who guesses is stopped, and others still read their balance", async () => {
    const card = await openCard(shop, 10_00);
    const { perNetwork } = shop.settings().formLimits;
    const from = (code: string, network: string) => posted(action, shop, "/gift-card", { code }, { from: network });
    let last: unknown;
    for (let tried = 0; tried <= perNetwork; tried += 1)
      last = await from(
        drawnGiftCardCode(() => 0),
        "198.51.100.7",
      );
    expect(last).toMatchObject({ init: { status: 429 } });
    expect(await from(card.code, "198.51.100.7")).toMatchObject({ init: { status: 429 } });
    expect(await from(card.code, "198.51.101.8")).toMatchObject({ data: { ok: true } });
  });
});

describe("the gift card to print", () => {
  const pathOf = async (id: string) =>
    new URL(await giftCardLinks.address({ db, sealer, address: shop.address }, id)).pathname;

  test("shows the code as text and as a QR code to who has the link, changes nothing, and is kept by nobody", async () => {
    const card = await openCard(shop, 12_40);
    await db
      .update(giftCards)
      .set({ recipient: "Ari <b>", words: "Ride!\nSoon & far" })
      .where(eq(giftCards.id, card.id));
    const before = await cardBooks(shop, card);
    const page = await ask(await pathOf(card.id));
    const text = await page.text();
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(text).toContain(groupedCode(card.code));
    expect(text).toContain("<svg");
    expect(text).toContain("For Ari &lt;b&gt;.");
    expect(text).toContain("Soon &amp; far");
    expect(text).not.toContain("<script");
    expect(await cardBooks(shop, card)).toEqual(before);
  });

  test("a link ends with its code, and no other link opens one; a closed card shows none", async () => {
    const card = await openCard(shop, 12_40);
    const path = await pathOf(card.id);
    expect((await ask(path.replace(/.$/, path.endsWith("A") ? "B" : "A"))).status).toBe(404);
    await close(card.id);
    const closed = await (await ask(path)).text();
    expect(closed).toContain("This card was closed");
    expect(closed).not.toContain(groupedCode(card.code));
    for (const promise of ["$12.40", "To spend at", "It does not end"]) expect(closed).not.toContain(promise);

    const [row] = await db.select().from(giftCards).where(eq(giftCards.id, card.id));
    await db.transaction((tx) =>
      changeGiftCard(tx, { id: card.id, version: row?.version ?? 0 }, () => ({ state: "open", replaces: sealer })),
    );
    expect((await ask(path)).status).toBe(404);
    expect((await ask(await pathOf(card.id))).status).toBe(200);
  });
});

describe("[B-129] the page on which gift cards are bought", () => {
  const dataOf = async (path: string) => (await (await ask(path)).json()) as { _id: string; kind?: string }[];

  test("has amounts, for whom, words and day, and nothing that only goods have", async () => {
    const page = await ask("/gift-cards");
    const text = await textOf(page);
    expect(page.status).toBe(200);
    for (const words of ["$25", "$250", "Their e-mail address", "Your words", "Day of the letter", "Choose an amount"])
      expect(text).toContain(words);
    for (const words of ["Size guide", "Only 4 left", "No reviews yet", "Free returns"])
      expect(text).not.toContain(words);
    expect((await ask("/product/gift-card-giftcard")).headers.get("location")).toBe("/gift-cards");
  });

  test("is found by search, sitemap, and footer, and looked up by its id alone", async () => {
    expect(await textOf(await ask("/search?query=gift+card"))).toContain('href="/gift-cards"');
    expect(await (await ask("/sitemap.xml")).text()).toContain(`${shop.address}/gift-cards</loc>`);
    expect(await textOf(await ask("/faqs"))).toMatch(/href="[^"]*\/gift-cards"[^>]*>Gift Cards</);
    expect((await dataOf("/api/products?ids=giftcard")).map(({ _id, kind }) => [_id, kind])).toEqual([
      ["giftcard", "gift-card"],
    ]);
    for (const path of [
      "/api/products?limit=100",
      "/api/products?ids=giftcard&sizes=%2450",
      "/api/products?search=gift",
    ])
      expect((await dataOf(path)).map(({ _id }) => _id)).not.toContain("giftcard");
    expect(await (await ask("/products.xml")).text()).not.toContain("giftcard");
  });

  test("says kindly that none are sold while they are switched off, and nothing leads there", async () => {
    const { get, html, close } = await openShopProcess(shop);
    expect(await html("/cart")).toContain("gift-cards");
    await sellGiftCards(shop, undefined, false);
    try {
      await eventually(async () => expect((await get("/gift-cards")).status).toBe(404));
      expect(await html("/gift-cards")).toContain("No gift cards at present");
      for (const path of ["/", "/cart", "/sitemap.xml", "/search?query=gift+card"])
        expect([path, await html(path)]).toEqual([path, expect.not.stringMatching(/gift-cards["<]/)]);
      expect(await (await get("/api/products?ids=giftcard")).json()).toEqual([]);
    } finally {
      await close();
      await sellGiftCards(shop);
    }
  });
});
