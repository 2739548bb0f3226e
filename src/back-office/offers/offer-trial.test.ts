import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { cents, dollars } from "~/shop/money";
import type { OfferValues } from "~/shop/offers/offer";
import { createOffer } from "~/shop/offers/offer-list.server";
import { offers } from "~/shop/offers/offers.tables";
import { settings as settingRows } from "~/shop/settings.tables";
import { formatMoment } from "~/shop/wall-clock";
import { officeAs, place, wordsIn } from "~/testing/back-office-as.server";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { memberAs } from "~/testing/members.server";
import { allGoods, offerValues } from "~/testing/offers.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { triedBag } from "./offer-trial.server";
import "~/testing/draws";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const owner = officeAs(shop, dana);
const { pages } = testPages();
const app = testApp(shop, { pages });
// One network asks about 500 bags with codes.
await db.insert(settingRows).values({
  name: "formLimits",
  value: { seconds: 600, perNetwork: 100_000, perNetworkAndEmail: 10, perEmail: 150 },
});
await shop.reloadSettings();

interface Sold extends Record<string, unknown> {
  id: number;
  product: string;
  name: string;
  size: string;
  color: string;
}
const { rows: sold } = await db.execute<Sold>(sql`
  select v.id, v.product_id as product, p.name, v.size, v.color from variants v join products p on p.id = v.product_id
  where p.published_status = 'published' and p.kind = 'goods' and v.retired_at is null and (v.stock is null or v.stock > 0)
  order by v.id`);
const named = (name: string): Sold => {
  const found = sold.find((each) => each.name === name);
  if (!found) throw new Error(`The demo shop has no ${name}.`);
  return found;
};
const [tee, gloves, flask] = [named("Sprocket Tee"), named("Gauntlet Leather Gloves"), named("Steel Hip Flask")];
const only = (...goods: Sold[]) => ({ ...allGoods, productIds: goods.map(({ product }) => product) });

const make = (offer: OfferValues) => createOffer(shop, dana, { submission: randomUUID(), values: offer });
const thirdFree = offerValues(
  { kind: "buy-get", buy: 2, get: 1, percent: 100, gets: null, times: null },
  { goods: only(gloves) },
);
const tenOff = offerValues({ kind: "off-from-pieces", pieces: 3, off: { by: "percent", percent: 10 } });
const present = offerValues({
  kind: "present",
  from: cents(150_00),
  productId: flask.product,
  variantId: flask.id,
  called: "Hip flask",
});
const code = { code: "TRIAL15", kind: "percent" as const, percent: 15 };
await db.insert(discountCodes).values(code);

beforeEach(async () => {
  await db.delete(offers);
  await shop.reloadOffers();
});

/** Answers of a rider's bag and checkout about goods, through the calls that the shop's pages make. */
async function asRider(
  items: { product: string; size: string; color: string; quantity: number }[],
  of: { code: string; zip: string },
) {
  const post = async (path: string, body: object) => {
    const answer = await app.fetch(
      new Request(`${shop.address}/api/pay/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    return { status: answer.status, body: (await answer.json()) as never };
  };
  const bag = (await post("offers", { items })).body as {
    lines: ((typeof items)[number] & { present?: true })[];
    soldOut: string[];
  };
  const lines: typeof bag.lines = bag.lines.length > 0 ? bag.lines : items;
  const quoted = await post("quote", {
    items: lines.map(({ product, size, color, quantity, present: isPresent }) => ({
      product,
      size,
      color,
      quantity,
      ...(isPresent && { present: true }),
    })),
    ...(of.code && { discountCode: of.code }),
    address: { postalCode: of.zip },
  });
  return { ...quoted, soldOut: bag.soldOut };
}

interface Quoted {
  lines: { name: string; price: number; quantity: number }[];
  summary: Record<string, unknown>;
  offers?: { given: { sentence: string; amount: number; shares: number[] }[]; missing: string[]; codeLeftOut?: true };
}

test(
  "[B-134] the trial of a bag answers as bag and checkout do, for 500 drawn bags, with and without a code",
  { timeout: 240_000 },
  async () => {
    await collectIn(shop, "AZ", { stateRate: 56_000 as never });
    await make(thirdFree);
    await make({ ...present, isWithoutCodes: false });
    await make(
      offerValues(
        { kind: "buy-get", buy: 1, get: 1, percent: 50, gets: only(tee), times: 2 },
        { goods: only(gloves, flask) },
      ),
    );
    await make(
      offerValues(
        { kind: "off-from-value", from: cents(400_00), off: { by: "amount", amount: cents(35_01) } },
        { isWithoutCodes: true },
      ),
    );
    await make(tenOff);
    await make({ ...tenOff, isOn: false });
    const some = [tee, gloves, flask, ...sold.filter((_, place) => place % 9 === 0)];
    const line = fc.record({ of: fc.constantFrom(...some), quantity: fc.integer({ min: 1, max: 5 }) });
    const bags = fc.record({
      lines: fc.uniqueArray(line, { minLength: 1, maxLength: 5, selector: ({ of }) => of.id }),
      code: fc.constantFrom("", code.code),
      zip: fc.constantFrom("85001", "10001", "99501"),
    });
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(bags, async ({ lines, code: typed, zip }) => {
        const items = lines.map(({ of: { product, size, color }, quantity }) => ({ product, size, color, quantity }));
        const [rider, tried] = await Promise.all([
          asRider(items, { code: typed, zip }),
          triedBag(shop, { items, code: typed, zip }, new Date()),
        ]);
        expect(rider.status).toBe(200);
        const { summary, offers: told, lines: quoted } = rider.body as unknown as Quoted;
        expect({
          lines: tried.lines.map(({ name, price, quantity }) => ({ name, price: dollars(price), quantity })),
          sums: [tried.summary.orderValue, tried.summary.discount, tried.summary.deliveryFee, tried.summary.total].map(
            dollars,
          ),
          given: tried.given.map(({ sentence, amount, shares }) => ({
            sentence,
            amount: dollars(amount),
            shares: shares.map(dollars),
          })),
          isCodeLeftOut: tried.isCodeLeftOut,
        }).toEqual({
          lines: quoted.map(({ name, price, quantity }) => ({ name, price, quantity })),
          sums: ["orderValue", "discount", "deliveryFee", "total"].map((name) => summary[name]),
          given: (told?.given ?? []).map(({ sentence, amount, shares }) => ({ sentence, amount, shares })),
          isCodeLeftOut: told?.codeLeftOut ?? false,
        });
        // Each running offer takes something, or has a reason.
        const answered = new Set([...tried.given, ...tried.not].map(({ offer }) => offer));
        expect(answered.size).toBe(5);
        taken += tried.given.length;
      }),
      { numRuns: 500 },
    );
    expect(taken).toBeGreaterThan(200);
    await collectNowhere(shop);
  },
);

/** Screen after its form was sent with a code. */
const tryCode = (pieces: [Sold, number][], more: Record<string, string>) =>
  owner.post("/offers/try", [
    ...pieces.flatMap(([{ id }, count]): [string, string][] => [
      ["v", String(id)],
      ["n", String(count)],
    ]),
    ...Object.entries(more),
  ]);
const tryAddress = (pieces: [Sold, number][], more: Record<string, string> = {}) =>
  `/offers/try?${new URLSearchParams([
    ...pieces.flatMap(([{ id }, count]): [string, string][] => [
      ["v", String(id)],
      ["n", String(count)],
    ]),
    ...Object.entries(more),
  ])}`;

test("a member reads which offers take what, which do not and why, and what the rider reads", async () => {
  await make(thirdFree);
  await make({ ...tenOff, goods: only(tee) });
  const two = await owner.text(tryAddress([[gloves, 2]]));
  expect(two).toContain("Buy 2, the third free 1 more piece of its goods is missing.");
  expect(two).toContain("One more piece: the third free");
  expect(two).toContain("10% off from 3 pieces None of its goods is in the bag.");
  const bag: [Sold, number][] = [
    [gloves, 3],
    [tee, 3],
  ];
  const three = wordsIn(await (await tryCode(bag, { zip: "10001", code: "trial15" })).text());
  expect(three).toMatch(/Buy 2, the third free Takes \$[\d.]+ off/);
  expect(three).toMatch(/10% off from 3 pieces Takes \$[\d.]+ off/);
  expect(three).toContain("The code TRIAL15 counts on what the offers left.");
  expect(three).toContain("Sales tax and fees, by your own rates");
});

test("a moment decides which offers run, and says of the others why not", async () => {
  const begin = new Date(Date.now() + 48 * HOUR);
  await make({ ...tenOff, startsAt: begin.toISOString(), endsAt: new Date(begin.getTime() + HOUR).toISOString() });
  await make({ ...thirdFree, isOn: false });
  expect(await owner.text(tryAddress([[tee, 3]]))).toMatch(
    /10% off from 3 pieces It begins later\..*Buy 2, the third free It is off\./,
  );
  const at = (hours: number) =>
    formatMoment(new Date(begin.getTime() + hours * HOUR).toISOString(), shop.settings().timeZone);
  expect(await owner.text(tryAddress([[tee, 3]], { at: at(0.5) }))).toMatch(/10% off from 3 pieces Takes \$/);
  expect(await owner.text(tryAddress([[tee, 3]], { at: at(2) }))).toContain("10% off from 3 pieces It has ended.");
});

test("presents come into the bag of a trial, and one that is sold out is said to be", async () => {
  await make(present);
  const bag = tryAddress([[gloves, 3]]);
  expect(await owner.text(bag)).toMatch(/1 × Steel Hip Flask Present/);
  await db.execute(sql`update variants set stock = 0 where id = ${flask.id}`);
  expect(await owner.text(bag)).toContain("Hip flask is sold out");
  await db.execute(sql`update variants set stock = 3 where id = ${flask.id}`);
});

test("a code that gives more than offers which do not go with it leaves them out, and the trial says so", async () => {
  await make({ ...tenOff, isWithoutCodes: true });
  await make(thirdFree);
  await db.insert(discountCodes).values({ code: "TRIAL90", kind: "percent", percent: 90 });
  const html = wordsIn(await (await tryCode([[gloves, 3]], { code: "TRIAL90" })).text());
  expect(html).toContain("The code TRIAL90 takes more than the offers, which are left out.");
  expect(html).toContain("10% off from 3 pieces The code takes more, and not all offers go with codes.");
});

test.each([
  [{ code: "NOSUCH" }, "This code is not valid."],
  [{ zip: "123" }, "Write five digits, or leave it empty."],
  [{ zip: "00901" }, "deliver"],
  [{ at: "soon" }, "Write a day and a time, or leave it empty."],
])("what cannot be tried is said at its field, and the bag stays: %j", async (typed, words) => {
  await make(tenOff);
  const fields = typed as Record<string, string>;
  const sent = fields.code ? tryCode([[tee, 2]], fields) : owner.fetch(tryAddress([[tee, 2]], fields));
  const html = await (await sent).text();
  expect(html).toContain(words);
  expect(html).toContain(`value="${tee.id}"`);
  expect(html).not.toContain("What it costs");
});

test("a code stands in no address of the screen, and one in an address is not read", async () => {
  await make(tenOff);
  const html = await (await tryCode([[tee, 3]], { code: "TRIAL15", zip: "10001" })).text();
  expect(html).toContain(`value="TRIAL15"`);
  const addresses = [...html.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, address = ""]) => address);
  expect(addresses.some((address) => address.includes(`v=${tee.id}`) && address.includes("zip=10001"))).toBe(true);
  expect(addresses.filter((address) => /TRIAL15|code=/i.test(address))).toEqual([]);
  expect(await owner.text(tryAddress([[tee, 3]], { code: "TRIAL15" }))).not.toContain("The code");
  const without = await tryCode([[tee, 4]], { code: "", at: "", zip: "10001" });
  expect([without.status, place(without)]).toEqual([302, tryAddress([[tee, 4]], { zip: "10001" })]);
});

test("a trial reserves nothing, asks no tax service, and takes any address", async () => {
  await make(tenOff);
  const before = await db.execute(
    sql`select (select count(*) from orders) as orders, (select sum(stock) from variants) as stock, (select count(*) from audit) as acts`,
  );
  let asked = 0;
  const counting = {
    ...shop,
    payments: Object.assign(Object.create(shop.payments) as typeof shop.payments, {
      taxService: {
        patience: 1,
        mostLines: 99,
        quote: () => {
          asked += 1;
          throw new Error("asked");
        },
      },
    }),
  };
  await db.execute(
    sql`insert into settings (name, value) values ('taxService', '{"by":"stripe","codes":{"clothing":"txcd_20030000","footwear":"txcd_20030000","protective":"txcd_20030000","accessory":"txcd_20030000"}}')`,
  );
  await shop.reloadSettings();
  await collectIn(shop, "AZ", { stateRate: 56_000 as never });
  await triedBag(counting, { items: [{ ...tee, quantity: 3 }], code: "", zip: "85001" }, new Date());
  expect(asked).toBe(0);
  await db.delete(settingRows).where(eq(settingRows.name, "taxService"));
  await shop.reloadSettings();
  await collectNowhere(shop);
  for (const path of [
    "/offers/try?v=0&n=x&v=99999999&n=3&zip=%00&at=%00&code=%00",
    "/offers/try?q=%00",
    `/offers/try?${"v=1&n=1&".repeat(80)}`,
  ])
    expect([path.slice(0, 30), (await owner.fetch(path)).status]).toEqual([path.slice(0, 30), 200]);
  expect(
    (
      await db.execute(
        sql`select (select count(*) from orders) as orders, (select sum(stock) from variants) as stock, (select count(*) from audit) as acts`,
      )
    ).rows,
  ).toEqual(before.rows);
});
