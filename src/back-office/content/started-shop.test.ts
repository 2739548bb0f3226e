import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { hideInvented, inventedTexts } from "~/demo/invented-texts.server";
import { inventSamples } from "~/demo/samples.server";
import { startForReal } from "~/demo/start-for-real.server";
import { save } from "~/shop/audit/save.server";
import { products } from "~/shop/catalog/catalog.tables";
import type { SizeGuide } from "~/shop/catalog/size-guides/size-guide";
import { createSizeGuide } from "~/shop/catalog/size-guides/size-guides.server";
import { shopPromises } from "~/shop/publishing/promises.server";
import { filled } from "~/shop/settings";
import { allFaqs } from "~/shop/texts/faq-lines.server";
import { allLetterTexts } from "~/shop/texts/letters/letter-record.server";
import { allPageTexts, pageRecord } from "~/shop/texts/page-record.server";
import { sentencesOf } from "~/shop/texts/setting-quotes";
import { wordsIn } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { misplacedIn } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";

const { shop, db } = await openBoughtOrders();
const { pages } = testPages();
const owner = memberAs("owner");

/** Addresses that no link of the frame leads to. */
const ALSO =
  "/about /community /blogs /search /search?query=tee /search?query=unheard-of /checkout /shop/new-arrivals /success /newsletter /404 /shop/women /shop/headwear /shop/final-sale".split(
    " ",
  );

/** Words of a sentence that binds the shop. */
const BINDS =
  /\{(?:returnDays|damageReportDays|refundTime|shipsWithin|standardDelivery|expeditedDelivery|deliveryEstimate|deliveryFee|freeShippingOver|supportHours|replyWithin)\}|(?<!no )prepaid|free of charge|no cost|costs you nothing|street addresses|every state\b|guarantee\b|money back|may be donated|\d+ business days/i;

/** Sayings of the demo about people, places, numbers and offers that no shop has by itself. */
const INVENTED = [
  /50% OFF|half the price|final sale is|fundraising|Open Road Fund|Talonridge|Saltpan|pop-up rack/i,
  /expedited|(?<!back on(?:to)? a )gift cards?\b(?! balance| that was to pay| go into the same field| that you entered| leaves? by e-mail| with its code| of up to| of your order)|wholesale or group|custom pieces|artwork|another country|quote freight/i,
  /Redwater Flats|Switchback Road|cutting (?:room|table)|media and talent|chapter|meet-ups|ride dates|rally/i,
  /Full-grain leather, heavy denim|thirty thousand miles|Longer backs|Tops are cut|bugs on their chest/i,
  /Custom Orders|& Wholesale|exchange as the reason|name their pads|cut for everyone|has its own care notes/,
  /accounts are optional|footwear, accessories|boots, accessories/i,
  /within a season|New goods are on their way|boots and denim|garage nights|short films/i,
  /Best Sellers|What the others bought/i,
  /waist\/inside leg|between two sizes|between two, even|usual size|waist measurement in inches|regular length|measure one that fits/i,
  /\b1 (?:products|pieces|reviews|articles)\b/,
];

interface Page {
  status: number;
  html: string;
  words: string;
  /** Addresses in the shop that the page links to, without their fragments. */
  links: string[];
  from: string;
}

async function read(path: string, from: string): Promise<Page> {
  const answer = await testApp(shop, { pages }).fetch(new Request(new URL(path, shop.address)));
  const html = await answer.text();
  const hrefs = Array.from(html.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href = ""]) => href.replaceAll("&amp;", "&"));
  const links = hrefs.flatMap((href) => (href.startsWith("/") ? [href.replace(/#.*/, "")] : []));
  const title = /<title>([^<]*)/.exec(html)?.[1] ?? "";
  const described = Array.from(html.matchAll(/<meta [^>]*content="([^"]*)"/g), ([, text = ""]) => text).join(" ");
  return { status: answer.status, html, words: `${title} ${described} ${wordsIn(html)}`, links, from };
}

/** All public pages, found by following the links from the first page and from the addresses above. */
async function allPages(): Promise<Map<string, Page>> {
  const found = new Map<string, Page>();
  const waiting = ["/", ...ALSO].map((path) => ({ path, from: "the address bar" }));
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { path, from } = next;
    if (found.has(path) || path.startsWith("/api/")) continue;
    const page = await read(path, from);
    found.set(path, page);
    waiting.push(...page.links.map((link) => ({ path: link, from: path })));
  }
  return found;
}

describe("every public page of a shop that started for real with two products of its own", () => {
  let all: Map<string, Page>;

  beforeAll(async () => {
    await inventSamples(db, shop.settings());
    // Shops that were stocked before the address could be hidden have no word about it.
    await shop.asOwner("update pages set content = content #- '{headOffice,visibility}' where key = 'contact'");
    for (const name of ["Sprocket Tee", "Boot Socks"])
      await db.update(products).set({ sample: false, newArrivals: false }).where(eq(products.name, name));
    await startForReal(shop, owner, { submission: randomUUID(), shopName: shop.settings().shopName });
    const chosen = new Set((await inventedTexts(shop)).map(({ key }) => key));
    await hideInvented(shop, owner, { submission: randomUUID(), chosen });
    all = await allPages();
  }, 120_000);

  test("is found: more than thirty, from the first page on", () => {
    expect(all.size).toBeGreaterThan(30);
    expect([...all.keys()]).toEqual(expect.arrayContaining(["/", "/faqs", "/contact", "/return-policy", "/shop/men"]));
  });

  test("is there, whatever leads to it", () => {
    const dead = [...all].filter(([path, { status }]) => status !== (path === "/404" ? 404 : 200));
    expect(dead.map(([path, { status, from }]) => [path, status, from])).toEqual([]);
  });

  test("has every element where a browser leaves it", () => {
    const wrong = [...all].map(([path, { html }]) => [path, misplacedIn(html)]).filter(([, what]) => what?.length);
    expect(wrong).toEqual([]);
  });

  test("says nothing that the demo invented", () => {
    // The page of a gift card's balance is the program's own.
    const pages = [...all].filter(([path]) => path !== "/gift-card");
    const said = pages.flatMap(([path, { words }]) =>
      INVENTED.flatMap((pattern) => {
        const place = words.search(pattern);
        return place < 0 ? [] : [[path, words.slice(Math.max(0, place - 40), place + 80)]];
      }),
    );
    expect(said).toEqual([]);
  });

  test("and every letter promises only what the step What your shop promises asks about", async () => {
    const asked = new Set((await shopPromises(shop)).map(({ sentence }) => sentence));
    const said = [...all.values()].map(({ words }) => words).join(" ");
    const ofPages = [...(await allPageTexts(db)).values()].flatMap(({ texts }) => Object.values(texts));
    const ofAnswers = (await allFaqs(db)).filter(({ isShown }) => isShown).map(({ answer }) => answer);
    const ofLetters = (await allLetterTexts(db)).flatMap(({ texts }) => Object.values(texts));
    const binding = (texts: string[]) => texts.flatMap(sentencesOf).filter((sentence) => BINDS.test(sentence));
    const onPages = binding([...ofPages, ...ofAnswers]).filter((sentence) =>
      said.includes(filled(sentence, shop.settings())),
    );
    expect(onPages.length).toBeGreaterThan(40);
    expect([...onPages, ...binding(ofLetters)].filter((sentence) => !asked.has(sentence))).toEqual([]);
    for (const pattern of INVENTED) expect(ofLetters.filter((text) => pattern.test(text))).toEqual([]);
  });

  test("shows no mark of gift cards, which it does not sell", () => {
    const marked = [...all].flatMap(([path, { html }]) => (html.includes(">Gift card</li>") ? [path] : []));
    expect(all.get("/")?.html).toContain(">Mastercard</li>");
    expect(marked).toEqual([]);
  });

  test("leads to no collection, tab or category without goods", () => {
    const empty = new Set([...all].flatMap(([path, { words }]) => (/No Products Available/.test(words) ? [path] : [])));
    expect(empty).toContain("/shop/new-arrivals");
    const led = [...all].flatMap(([path, { links }]) =>
      links.flatMap((link) => (empty.has(link) && link !== path ? [[path, link]] : [])),
    );
    expect(led).toEqual([]);
    const men = all.get("/")?.links ?? [];
    expect(men).toContain("/shop/men");
    expect(men).not.toContain("/shop/women");
    expect(men).not.toContain("/shop/final-sale");
  });

  test("shows no size guide for goods without one, and the own one of others alone; the demo's comes back by itself", async () => {
    const address = (name: string) => [...all.keys()].find((path) => path.startsWith(`/product/${name}`)) ?? "";
    const [tee, socks] = [address("sprocket-tee"), address("boot-socks")];
    const guides = async () =>
      Promise.all([tee, socks].map(async (path) => /Size Guide/.test((await read(path, "")).words)));
    expect(await guides()).toEqual([false, false]);

    const table = { measures: ["Chest"], sizes: [{ size: "M", values: ["39"] }] };
    const guide: SizeGuide = { name: "Tees", words: "Laid flat.", unit: "in", table };
    const { id } = await createSizeGuide(shop, owner, randomUUID(), guide);
    await db.update(products).set({ sizeGuideId: id }).where(eq(products.name, "Sprocket Tee"));
    expect(await guides()).toEqual([true, false]);
    expect((await read(tee, "")).html).not.toContain("Find the tab that holds your waist");

    const texts = (await allPageTexts(db)).get("sizeGuide");
    const edit = { kind: pageRecord, id: "sizeGuide", version: texts?.version ?? 0, values: { visibility: "shown" } };
    expect(await save(shop, owner, { submission: randomUUID(), edits: [edit] })).toMatchObject({ saved: true });
    expect(await guides()).toEqual([true, true]);
    expect((await read(socks, "")).html).toContain("Find the tab that holds your waist");
    expect((await read(socks, "")).words).not.toMatch(/usual size|waist\/inside leg/);
  });
});
