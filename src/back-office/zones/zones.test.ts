import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { acts } from "~/shop/audit/acts.server";
import { settingRecord } from "~/shop/audit/settings-record.server";
import { undo } from "~/shop/audit/undo.server";
import { orderDraftOf } from "~/shop/bag/order-draft";
import { openDelivery } from "~/shop/delivery-terms.server";
import { variants } from "~/shop/catalog/catalog.tables";
import { cents } from "~/shop/money";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { orders } from "~/shop/orders/orders.tables";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { Refusal } from "~/shop/refusal";
import { quoteOrder } from "~/shop/orders/quoting/quote-order.server";
import { settings } from "~/shop/settings.tables";
import { officeAs } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { variantId } from "~/testing/made-orders.server";
import { cards, draftRequestFor, jo, payWith } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { zoneWith } from "~/testing/zones";
import { parseZone } from "./parse-zone";

const shop = await openTestShop();
const dana = officeAs(shop, memberAs("owner", "Dana"));
const sam = officeAs(shop, memberAs("manager", "Sam"));
const packer = officeAs(shop, memberAs("packer"));
type Office = typeof dana;

const LIST = "/settings/zones";
const NEW = `${LIST}/new`;
const html = async (office: Office, path: string) => (await office.fetch(path)).text();
const opened = async (office: Office, path: string) => fieldsIn(formIn(await html(office, path), 'name="words"'));
const save = async (office: Office, path: string, values: Record<string, string>) =>
  office.post(path.split("?")[0] ?? path, { ...(await opened(office, path)), ...values });
const zones = () => shop.settings().deliveryZones;
const pathOf = (name: string) => `${LIST}/${zones().find((zone) => zone.name === name)?.id}`;

const { items } = await draftRequestFor(shop, [["Sprocket Tee", "M", "Ash"]]);
async function feeTo(postalCode: string, street = ""): Promise<number | string> {
  const quoted = quoteOrder(shop, { items, address: { postalCode, street } }, new Date());
  return quoted.then(({ summary }) => summary.deliveryFee).catch((error: Error) => error.message);
}

test("[B-114] a member makes a zone from a set of places, and the next quote, bag and text follow", async () => {
  expect(await dana.text(LIST)).toContain("All states and DC");
  expect(await feeTo("99501")).toBe(3_99);

  const made = await save(dana, `${NEW}?set=far`, { price: "14.90", daysLeast: "5", daysMost: "12" });
  expect(made.status).toBe(302);
  expect(zones()).toMatchObject([{ name: "Alaska and Hawaii", states: ["AK", "HI"], price: 14_90 }]);
  expect([await feeTo("99501"), await feeTo("96813"), await feeTo("86001")]).toEqual([14_90, 14_90, 3_99]);
  expect(openDelivery(shop).usualPlaces).toBe("the 48 states");
  const list = await dana.text(LIST);
  expect(list).toContain("48 states and DC");
  expect(list).toContain("Alaska, Hawaii. $14.90. 5 to 12 business days");
  expect(await dana.text("/settings")).toContain("48 states and DC at the flat fee, and 1 zone");
});

test("a zone by weight, PO boxes and a place that is not delivered to", async () => {
  await save(dana, `${NEW}?set=boxes`, {});
  const steps = { by: "weight", price: "34.90", "most-0": "6 lb", "step-0": "19.90" };
  await save(dana, `${NEW}?set=territories`, steps);
  await save(dana, `${NEW}?set=military`, { delivers: "no", words: "Write to us, we quote freight." });

  expect(zones().find(({ name }) => name === "Territories")).toMatchObject({
    by: "weight",
    price: 34_90,
    steps: [{ most: 6_00, price: 19_90 }],
  });
  expect([await feeTo("80202", "PO Box 12"), await feeTo("99501", "PO Box 12")]).toEqual([3_99, 14_90]);
  expect(await feeTo("96910")).toBe(19_90);
  expect(await feeTo("09012")).toBe("Write to us, we quote freight.");
  const fields = await opened(dana, pathOf("Territories"));
  expect(fields).toMatchObject({ "most-0": "6", "step-0": "19.90", price: "34.90", by: "weight", "place-GU": "yes" });
});

test("a trial of an address says the price, the zone and what the checkout says", async () => {
  const tried = async (query: string) => await dana.text(`${LIST}?${query}`);

  expect(await tried("zip=96910&value=50&weight=8")).toContain("$34.90. By the zone Territories.");
  expect(await tried("zip=99501&value=50")).toContain(
    "To Anchorage, AK 99501: $14.90. 5 to 12 business days on the road.",
  );
  expect(await tried("zip=86001&value=300")).toContain("free. In no zone.");
  expect(await tried("zip=09012")).toContain('not delivered. The checkout says: "Write to us, we quote freight."');
  expect(await tried("zip=1")).toContain("Write five digits.");
  expect(await tried("zip=86001&value=x&weight=y")).toContain("Write pounds, such as 2 or 2.5.");
});

test("a bag at a shop with zones shows from which fee delivery costs, and the checkout asks at its address", async () => {
  const bag = items.map((item) => ({ ...item, name: "", image: "" }));
  const summary = () => orderDraftOf(bag, null, openDelivery(shop).terms).orderSummary;
  expect(summary()).toMatchObject({ deliveryFee: 3.99 });
  await save(dana, NEW, { name: "Home", zips: "86001, 860", price: "1.50" });
  expect(summary()).toMatchObject({ deliveryFee: 1.5 });
  expect(await feeTo("86001")).toBe(cents(1_50));
});

const ticked = { kind: "places", "place-OH": "yes", name: "Ohio", delivers: "yes", by: "one" };
test.each([
  ["without a name", { ...ticked, name: " ", price: "1" }, "name"],
  ["without a place", { ...ticked, "place-OH": "", price: "1" }, "places"],
  ["without a price", { ...ticked, price: "" }, "price"],
  ["with a price that is none", { ...ticked, price: "three" }, "price"],
  ["with a price below 0", { ...ticked, price: "-1" }, "price"],
  ["with a ZIP that is none", { ...ticked, price: "1", zips: "967, Hawaii" }, "zips"],
  ["by weight without a step", { ...ticked, by: "weight", price: "1" }, "most-0"],
  ["with a step of no weight", { ...ticked, by: "weight", price: "1", "most-0": "0", "step-0": "1" }, "most-0"],
  ["with a step without a price", { ...ticked, by: "value", price: "1", "most-0": "50" }, "step-0"],
  [
    "with steps that fall",
    { ...ticked, by: "value", price: "1", "most-0": "50", "step-0": "1", "most-1": "40", "step-1": "2" },
    "most-1",
  ],
  ["as its state, but no PO boxes", { ...ticked, by: "place" }, "by"],
  ["with days that fall", { ...ticked, price: "1", daysLeast: "9", daysMost: "3" }, "daysMost"],
  [
    "with a faster method without a price",
    { ...ticked, price: "1", fasterName: "Fast", fasterLeast: "1" },
    "fasterPrice",
  ],
  ["with a faster method without days", { ...ticked, price: "1", fasterPrice: "9" }, "fasterLeast"],
  [
    "with a faster method that is markup",
    { ...ticked, price: "1", fasterName: "<b>", fasterPrice: "9", fasterMost: "2" },
    "fasterName",
  ],
  ["with 0 days", { ...ticked, price: "1", daysLeast: "0" }, "daysLeast"],
  ["with a state of another zone", { ...ticked, price: "1", "place-AK": "yes" }, "places"],
  ["with a ZIP of another zone", { ...ticked, price: "1", zips: "837" }, "zips"],
  ["with PO boxes again", { ...ticked, kind: "boxes", by: "place" }, "kind"],
  ["with words that are markup", { ...ticked, delivers: "no", words: "<b>no</b>" }, "words"],
])("a zone %s is refused at its field", (_, typed, field) => {
  const others = [
    zoneWith({ name: "Alaska", states: ["AK"], zips: ["837"] }),
    zoneWith({ name: "Boxes", boxes: true, by: "place" }),
  ];
  expect(Object.keys(parseZone(typed, "1", others).errors ?? {})).toEqual([field]);
});

test("a zone gets a faster method, which its form, its line and the trial show", async () => {
  const fast = { ...ticked, price: "5", fasterPrice: "19.90", fasterLeast: "1", fasterMost: "2" };
  expect((await save(dana, NEW, fast)).status).toBe(302);

  expect(zones().at(-1)?.faster).toEqual({ name: "Expedited", price: 19_90, days: { least: 1, most: 2 } });
  expect(textOf(await html(dana, LIST))).toContain("Expedited: $19.90, 1 to 2 business days");
  expect(await opened(dana, pathOf("Ohio"))).toMatchObject({
    fasterName: "Expedited",
    fasterPrice: "19.90",
    fasterMost: "2",
  });
  expect(await dana.text(`${LIST}?zip=43201&value=300`)).toContain("Expedited: $15.91, 1 to 2 business days.");
  const remove = fieldsIn(formIn(await html(dana, pathOf("Ohio")), 'value="remove"'));
  expect((await dana.post(pathOf("Ohio"), remove)).status).toBe(302);
});

test("a refused form keeps what was typed", async () => {
  const refused = await save(dana, NEW, { ...ticked, price: "three", "place-AK": "yes" });
  const answer = await refused.text();

  expect(refused.status).toBe(422);
  expect(textOf(answer)).toContain("Alaska is in the zone Alaska and Hawaii, too. Take it out of one of them.");
  expect(fieldsIn(formIn(answer, 'name="words"'))).toMatchObject({ name: "Ohio", price: "three", "place-OH": "yes" });
});

test("two members change two zones at once and both are saved; of one zone the second is told", async () => {
  const [alaska, boxes] = [pathOf("Alaska and Hawaii"), pathOf("PO boxes")];
  const [danas, sams, sams2] = [await opened(dana, alaska), await opened(sam, boxes), await opened(sam, alaska)];
  const both = await Promise.all([
    dana.post(alaska, { ...danas, price: "15.90" }),
    sam.post(boxes, { ...sams, name: "Post boxes" }),
  ]);
  expect(both.map(({ status }) => status)).toEqual([302, 302]);
  expect(await feeTo("99501")).toBe(15_90);
  expect(zones().map(({ name }) => name)).toContain("Post boxes");

  const late = await sam.post(alaska, { ...sams2, price: "1.00" });
  expect(late.status).toBe(409);
  expect(textOf(await late.text())).toContain("Somebody changed this zone after you opened it.");
  expect(await feeTo("99501")).toBe(15_90);
});

test("a zone is taken out and put back by undo, and the log says it in words", async () => {
  const path = pathOf("Alaska and Hawaii");
  const remove = fieldsIn(formIn(await html(dana, path), 'value="remove"'));
  expect((await dana.post(path, remove)).status).toBe(302);
  expect(await feeTo("99501")).toBe(3_99);

  expect(await dana.text("/log")).toContain("Delivery zones");
  const owner = memberAs("owner", "Dana");
  const kinds = [settingRecord];
  const [act] = await acts(shop, owner, kinds, { record: "deliveryZones" }, 1);
  await undo(shop, owner, kinds, { of: { act: act?.act ?? "" }, submission: randomUUID() });
  await shop.reloadSettings();
  expect(await feeTo("99501")).toBe(15_90);
});

test("of 200 who pay while their zone gets another price and is taken out, each pays what was shown or is told the new sum", async () => {
  await shop.db
    .update(variants)
    .set({ stock: null })
    .where(eq(variants.id, await variantId(shop)));
  await save(dana, NEW, { name: "Idaho", "place-ID": "yes", price: "9.00" });
  const path = pathOf("Idaho");
  const customer = { ...jo, city: "Boise", postalCode: "83702" };
  const { summary } = await quoteOrder(shop, { items, address: { postalCode: "83702" } }, new Date());
  const wish = await draftRequestFor(shop, [["Sprocket Tee", "M", "Ash"]], { customer, amount: summary.total });
  expect(summary.total).toBe(36_00 + 9_00);

  /** Buys a tee; returns the sums of order and payment, or the code of the refusal with the new total. */
  const buy = async (place: number): Promise<string> => {
    const asked = draftOrder(shop, { ...wish, network: `192.0.2.${place}` });
    const request = await asked.catch((error: Refusal) => error);
    if (request instanceof Refusal)
      return `${request.code} ${(request.details as { summary: { total: number } }).summary.total}`;
    await payWith(shop, cards.good, request.clientSecret);
    const { number } = await settleOrder(shop, request.id);
    const [order] = await shop.db.select().from(orders).where(eq(orders.number, number));
    return `paid ${request.amount} for ${order?.total} with ${order?.deliveryFee}`;
  };
  const some = (from: number, count: number) => Array.from({ length: count }, (_, at) => buy(from + at));
  const first = some(0, 40);
  await Promise.race(first);
  const dearer = { ...(await opened(dana, path)), price: "12.00" };
  const [changed, ...early] = await Promise.all([dana.post(path, dearer), ...first, ...some(40, 100)]);
  const out = fieldsIn(formIn(await html(dana, path), 'value="remove"'));
  const [removed, ...late] = await Promise.all([dana.post(path, out), ...some(140, 60)]);

  expect([changed.status, removed.status]).toEqual([302, 302]);
  const PAID = "paid 4500 for 4500 with 900";
  const [DEARER, FLAT] = ["prices-changed 48", "prices-changed 39.99"];
  expect([early.length + late.length, early.includes(PAID)]).toEqual([200, true]);
  expect(early.filter((outcome) => outcome !== PAID && outcome !== DEARER)).toEqual([]);
  expect(late.filter((outcome) => outcome !== DEARER && outcome !== FLAT)).toEqual([]);
  expect(await buy(200)).toBe(FLAT);
  expect(zones().map(({ name }) => name)).not.toContain("Idaho");
});

test("zones need the right to change settings, and an unknown zone is not found", async () => {
  expect((await packer.fetch(LIST)).status).toBe(403);
  expect((await dana.fetch(`${LIST}/none`)).status).toBe(404);
});

test("zones that cannot be read any more stop the checkout until they are stored anew", async () => {
  const { value } = (await shop.db.select().from(settings).where(eq(settings.name, "deliveryZones")))[0] ?? {};
  const put = async (stored: unknown) => {
    await shop.db.update(settings).set({ value: stored }).where(eq(settings.name, "deliveryZones"));
    await shop.reloadSettings();
  };
  await put([{ id: "1", name: "broken" }]);
  await expect(quoteOrder(shop, { items, address: { postalCode: "86001" } }, new Date())).rejects.toMatchObject({
    code: "checkout-stopped",
  });
  await put(value);
  expect(await feeTo("86001")).toBe(1_50);
});

test("usual zones are offered until they are made, without places of other zones", async () => {
  const offered = async () =>
    [...(await html(dana, LIST)).matchAll(/href="[^"]*zones\/new\?set=(\w+)"/g)].map(([, set]) => set);
  await shop.db.delete(settings);
  await shop.reloadSettings();
  expect(await offered()).toEqual(["far", "military", "territories", "boxes"]);
  await save(dana, NEW, { name: "Far", "place-AK": "yes", price: "1" });
  expect(await offered()).toEqual(["far", "military", "territories", "boxes"]);
  await save(dana, `${NEW}?set=boxes`, {});
  await save(dana, `${NEW}?set=military`, { price: "1" });
  expect(await offered()).toEqual(["far", "territories"]);
  const fields = await opened(dana, `${NEW}?set=far`);
  expect([fields["place-AK"] ?? "", fields["place-HI"]]).toEqual(["", "yes"]);
});
