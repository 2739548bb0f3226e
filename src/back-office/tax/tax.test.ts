import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { memberAccounts } from "~/shop/members/members.tables";
import { taxStates } from "~/shop/tax/tax.tables";
import { storedStates } from "~/shop/tax/stored-states.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { headingsOf, sectionOf, textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const [dana, sam] = [memberAs("owner", "Dana"), memberAs("manager", "Sam")];
const [owner, manager] = [officeAs(shop, dana), officeAs(shop, sam)];
await db.insert(memberAccounts).values([dana, sam].map((member) => ({ ...member, passkeyUser: member.id })));

const opened = async (state: string, office = owner, mark = 'name="stateRate"') =>
  fieldsIn(formIn(await (await office.fetch(`/settings/tax/${state}`)).text(), mark));
const saved = async (state: string, fields: Record<string, string>, office = owner) =>
  office.post(`/settings/tax/${state}`, { ...(await opened(state, office)), ...fields });
const turned = async (state: string, turn: string) =>
  owner.post(`/settings/tax/${state}`, await opened(state, owner, `value="${turn}"`));
const valuesOf = async (state: string) => (await storedStates(db, state))[0]?.values;
const undone = async (answer: Response) => {
  const html = await (await owner.fetch(place(answer))).text();
  const form = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(html);
  return owner.post(form?.[1]?.replace("/back-office", "") ?? "", fieldsIn(form?.[0] ?? ""));
};

const NEW_YORK = {
  stateRate: "4",
  localRate: "4.00",
  source: "The state's table of July 1",
  delivery: "by-share",
  "clothing.treatment": "exempt-below",
  "clothing.amount": "110.00",
  "clothing.stateOnly": "yes",
  "footwear.treatment": "exempt-below",
  "footwear.amount": "110",
  "footwear.stateOnly": "yes",
};

test("[B-73] while no state is set to collect, the screens say that no tax is charged", async () => {
  expect(shop.taxes()).toBeNull();
  expect(await owner.text("/settings/tax")).toContain(
    "You charge no sales tax anywhere Register with a state before you collect.",
  );
  expect(await owner.text("/settings")).toContain("You charge no sales tax anywhere");
});

test("what the ticks of a state's form say is plain: who taxes, and what", async () => {
  const page = await (await owner.fetch("/settings/tax/NY")).text();
  const ticks = [...page.matchAll(/<input[^>]*type="checkbox"[^>]*>\s*<span>(.*?)<\/span>\s*<\/label>/gs)].map(
    ([, label = ""]) => textOf(label.replace(/<span class="vh">.*$/s, "")).trim(),
  );
  expect(new Set(ticks)).toEqual(
    new Set(["The county taxes it all the same", "Only with something taxed in the order", "The fee itself is taxed"]),
  );
  // Each rule names its goods for who hears the form instead of seeing it.
  for (const of of ["Clothing", "Footwear", "Protective", "Accessories"])
    expect(textOf(page)).toContain(`The county taxes it all the same: ${of}`);
});

test("[B-73] a state's rates are saved; the shop uses them as soon as collecting is started, and undo stops collecting", async () => {
  const first = await turned("NY", "start");
  expect(first.status).toBe(422);
  expect(await first.text()).toContain("New York is not ticked yet. Write its rate first");

  expect((await saved("NY", NEW_YORK)).status).toBe(302);
  expect(shop.taxes()).toBeNull();
  const ticked = await turned("NY", "start");
  expect(ticked.status).toBe(302);
  expect(shop.taxes()?.states.NY).toMatchObject({
    stateRate: 40_000,
    localRate: 40_000,
    delivery: "by-share",
    source: "The state's table of July 1",
  });
  expect(shop.taxes()?.states.NY?.rules.filter(({ treatment }) => treatment !== "taxed")).toEqual([
    expect.objectContaining({ kind: "clothing", treatment: "exempt-below", amount: 110_00, part: "state" }),
    expect.objectContaining({ kind: "footwear", treatment: "exempt-below", amount: 110_00, part: "state" }),
  ]);
  expect(await opened("NY")).toMatchObject({ ...NEW_YORK, stateRate: "4.00", "footwear.amount": "110.00" });

  const page = await owner.text("/settings/tax");
  expect(page).toContain("You collect in 1 state");
  expect(page).toContain("4.00% and 4.00% local The state's table of July 1");
  expect(page).toContain("Exempt below $110.00, state part");
  expect(page).toContain("50 others: no tax line anywhere");
  expect(await owner.text("/settings")).toContain("Collected in 1 state");
  expect(await owner.text("/log")).toContain("Sales tax of New York: collected");

  expect((await undone(ticked)).status).toBe(302);
  expect(shop.taxes()).toBeNull();
  await turned("NY", "start");
});

test.each([
  ["stateRate", { stateRate: "800" }, "A rate is a percentage from 0 to 25."],
  ["localRate", { localRate: "-1" }, "Write a rate in percent"],
  ["stateRate", { stateRate: "" }, "a rule without a rate taxes nothing"],
  ["clothing.amount", { "clothing.amount": "" }, "Write the amount a piece"],
  ["clothing.amount", { "clothing.amount": "0" }, "Write an amount above 0."],
  ["protective", { "protective.treatment": "free" }, "Choose what holds."],
  ["delivery", { delivery: "never" }, "Choose how delivery is taxed."],
  ["since", { since: "2026-02-30" }, "Write a day"],
  ["source", { source: "Al\u202Ebany" }, "invisible character"],
  ["dated:0.from", { "dated:0.kind": "clothing", "dated:0.treatment": "exempt" }, "Write its first or last day."],
  [
    "dated:0.to",
    {
      "dated:0.kind": "clothing",
      "dated:0.treatment": "exempt",
      "dated:0.from": "2026-08-07",
      "dated:0.to": "2026-08-01",
    },
    "The last day comes before the first.",
  ],
  ["fee:0.name", { "fee:0.amount": "0.50" }, "Name the fee"],
  ["fee:0.amount", { "fee:0.name": "Retail delivery fee" }, "Write what it costs an order."],
])("an invalid value stays in its field, with an error message beside it: %s", async (_, fields, words) => {
  const before = await valuesOf("NY");
  const answer = await saved("NY", fields);
  const html = await answer.text();
  expect(answer.status).toBe(422);
  expect(textOf(html)).toContain(words);
  expect(fieldsIn(formIn(html, 'name="source"'))).toMatchObject(
    Object.fromEntries(Object.entries(fields).filter(([name]) => !name.endsWith("treatment") && name !== "delivery")),
  );
  expect(await valuesOf("NY")).toEqual(before);
});

test("the usual rules of a state are filled in by one click, marked until a member has checked them, and the act can be undone", async () => {
  expect(await owner.text("/settings/tax/PA")).toContain(
    "Usual in Pennsylvania, not promised Clothing exempt; Footwear exempt; Protective taxed; Accessories taxed; delivery taxed.",
  );
  const filled = await turned("PA", "usual");
  const rules = { clothing: { treatment: "exempt" }, footwear: { treatment: "exempt" }, delivery: "with-taxed" };
  expect(await valuesOf("PA")).toMatchObject({ ...rules, stateRate: null, registered: false, isUnchecked: true });
  await saved("PA", { stateRate: "6" });
  await turned("PA", "start");
  expect(await owner.text("/settings/tax")).toContain("usual rules, to be checked");
  expect(await owner.text("/settings/tax/PA")).toContain("are the usual ones, not promised: check them");

  await turned("PA", "checked");
  expect(await valuesOf("PA")).toMatchObject({ ...rules, isUnchecked: false });
  expect(await owner.text("/settings/tax")).not.toContain("to be checked");
  expect(await owner.text("/settings/tax/PA")).not.toContain("not promised");
  await turned("PA", "stop");

  const again = await turned("OH", "usual");
  expect((await undone(again)).status).toBe(302);
  expect(await valuesOf("OH")).toMatchObject({ delivery: "not", isUnchecked: false });
  expect(await owner.text("/settings/tax/OR")).not.toContain("not promised");
  expect(filled.status).toBe(302);
});

test("where the tax on delivery is in doubt, the usual rules leave it as it is, and the page says why", async () => {
  await saved("SC", { delivery: "by-share", "footwear.treatment": "exempt" });
  const before = await owner.text("/settings/tax/SC");
  expect(before).toContain("Accessories taxed. They take the place of the rules by kind below");
  const why = "No rule is filled in here: it is taxed where the goods become the shopper's as they arrive";
  expect(before).toContain(why);
  await turned("SC", "usual");
  expect(await valuesOf("SC")).toMatchObject({
    delivery: "by-share",
    footwear: { treatment: "taxed" },
    isUnchecked: true,
  });
  expect(await owner.text("/settings/tax/SC")).toContain(why);
  expect(await owner.text("/settings/tax/TX")).not.toContain("No rule is filled in here");
});

test("dated rules and fees are shown as typed, and an emptied row is removed", async () => {
  const rows = {
    "dated:0.kind": "clothing",
    "dated:0.treatment": "exempt",
    "dated:0.from": "2026-08-01",
    "dated:0.to": "2026-08-07",
    "dated:0.cap": "100.00",
    "dated:0.name": "Back to school",
    "fee:0.name": "Retail delivery fee",
    "fee:0.amount": "0.50",
    "fee:0.fromValue": "100.00",
    "fee:0.onlyWithTaxed": "yes",
  };
  const both = await saved("MN", { stateRate: "6.875", "fee:0.from": "2026-01-01", ...rows });
  expect(both.status).toBe(302);
  expect(await opened("MN")).toMatchObject(rows);
  expect(await valuesOf("MN")).toMatchObject({
    dated: [{ kind: "clothing", treatment: "exempt", cap: 100_00, from: "2026-08-01", to: "2026-08-07" }],
    fees: [{ name: "Retail delivery fee", amount: 50, fromValue: 100_00, onlyWithTaxed: true, taxed: false }],
  });
  const emptied = await saved("MN", { "dated:0.kind": "", "fee:0.name": "", "fee:0.amount": "" });
  expect(await valuesOf("MN")).toMatchObject({ dated: [], fees: [] });
  await undone(emptied);
  expect(await opened("MN")).toMatchObject(rows);
});

test("[B-15] changes of one state by two members are merged by field; if both changed a field the second chooses", async () => {
  const mine = await opened("NY");
  await saved("NY", { stateRate: "4.25", delivery: "not" }, manager);
  const merged = await owner.post("/settings/tax/NY", { ...mine, "accessory.treatment": "exempt" });
  expect(merged.status).toBe(409);
  const choice = fieldsIn(formIn(await merged.text(), "mine"));
  expect((await owner.post("/settings/tax/NY", choice)).status).toBe(302);
  expect(await valuesOf("NY")).toMatchObject({
    stateRate: 42_500,
    delivery: "not",
    accessory: { treatment: "exempt" },
    clothing: { treatment: "exempt-below", amount: 110_00 },
  });

  const again = await opened("NY");
  await saved("NY", { stateRate: "4" }, manager);
  const asked = await owner.post("/settings/tax/NY", { ...again, stateRate: "4.5" });
  expect(asked.status).toBe(409);
  expect(textOf(await asked.text())).toContain("4.50%");
});

test("rates older than a quarter are marked until a member confirms them", async () => {
  await db.update(taxStates).set({ day: "2020-01-01" }).where(eq(taxStates.state, "NY"));
  await shop.reloadTaxes();
  expect(await owner.text("/")).toMatch(/Rates of sales tax are [\d,]+ days old New York\./);
  expect(await owner.text("/settings/tax")).toMatch(/The rates of New York are [\d,]+ days old/);
  expect((await turned("NY", "still")).status).toBe(302);
  expect(await owner.text("/settings/tax")).not.toContain("days old");
  expect(await owner.text("/log")).toContain("Sales tax of New York: day of the rates");
});

const tried = async (state: string, query: string) => {
  const html = await (await owner.fetch(`/settings/tax${state}?${query}`)).text();
  return textOf(sectionOf(html, "Try it"));
};

test("the calculator shows each step of the tax computation without an order, for a helmet and a tee sent to Albany", async () => {
  await saved("NY", NEW_YORK);
  const words = await tried(
    "/NY",
    "name=Helmet&kind=protective&price=329.00&quantity=1&name=Tee&kind=clothing&price=34&quantity=1&to=12207",
  );
  expect(words).toContain("Protective, taxed: 4.00% state and 4.00% local of $329.00$26.32");
  expect(words).toContain("exempt below $110.00, state part: the state's part falls away, 4.00% local of $34.00$1.36");
  expect(words).toContain("Order value$363.00");
  expect(words).toContain("Sales tax and fees$27.68");
  expect(words).toContain("Total$390.68");
  expect(words).toContain("By your rates: The state's table of July 1");
});

test("the calculator finds a product with its price and kind, and names missing data", async () => {
  const found = await tried("", "add=Outlaw+Leather+Jacket&to=");
  expect(found).toContain("Outlaw Leather Jacket");
  expect(found).toContain("Write a city with its state, or a ZIP.");
  expect(await tried("", "add=no+such+thing&to=12207")).toContain("Nothing is called so.");
  expect(await tried("", "price=12,5&kind=clothing&quantity=1&to=12207")).toContain("Write dollars");
  expect(await tried("", "to=12207")).toContain("Add a product, or type a price and its kind.");
  expect(await tried("", "price=10&kind=clothing&quantity=1&to=97201")).toContain("You do not collect in Oregon");
});

test("the product form asks the question that decides the tax kind, and shows how collecting states tax that kind", async () => {
  const { rows } = await db.execute<{ id: string }>(sql`select id from products where name = 'Outlaw Leather Jacket'`);
  const path = `/goods/${rows[0]?.id}`;
  const page = await owner.text(path);
  expect(page).toContain("Would somebody wear this when not riding?");
  expect(page).toContain("Exempt below $110.00, state part in New York.");
  await turned("NY", "stop");
  expect(await owner.text(path)).not.toContain("in New York");
  await turned("NY", "start");
  expect(await officeAs(shop, memberAs("editor")).text(path)).toContain(
    "Exempt below $110.00, state part in New York.",
  );
});

test("[B-12] members without the right to change settings can read rates but not save them; a packer cannot see them", async () => {
  const fields = await opened("NY");
  const bookkeeper = officeAs(shop, memberAs("bookkeeper"));
  const html = await (await bookkeeper.fetch("/settings/tax/NY")).text();
  expect(headingsOf(html, 1)).toEqual(["New York"]);
  expect(html).not.toContain("Stop collecting here");
  expect((await bookkeeper.post("/settings/tax/NY", { ...fields, stateRate: "1" })).status).toBe(403);
  const packer = officeAs(shop, memberAs("packer"));
  for (const path of ["/settings/tax", "/settings/tax/NY"]) expect((await packer.fetch(path)).status).toBe(403);
  expect((await owner.fetch("/settings/tax/XX")).status).toBe(404);
});

test("[B-89] Stripe computes the tax only if Stripe takes the payments, and only once each kind has one of Stripe's codes", async () => {
  const page = await owner.text("/settings/tax/service");
  expect(page).toContain("This can be switched on once the shop has keys of Stripe.");
  const form = async (office: typeof owner) =>
    fieldsIn(formIn(await (await office.fetch("/settings/tax/service")).text(), 'name="clothing"'));
  const refused = await owner.post("/settings/tax/service", { ...(await form(owner)), by: "yes" });
  expect([refused.status, shop.settings().taxService.by]).toEqual([422, "own"]);

  const listed = [{ id: "txcd_30011000", name: "Clothing & Footwear", description: "" }];
  const service = { codes: async () => listed } as unknown as NonNullable<typeof shop.payments.taxService>;
  const atStripe = officeAs({ ...shop, payments: { ...shop.payments, taxService: service } }, dana);
  const chosen = { clothing: "txcd_30011000", footwear: "txcd_30011000", protective: "txcd_11111111", accessory: "" };
  const wrong = await atStripe.post("/settings/tax/service", { ...(await form(atStripe)), ...chosen, by: "yes" });
  const words = textOf(await wrong.text());
  expect(wrong.status).toBe(422);
  expect(words).toContain("Choose one of Stripe's list");
  expect(words).toContain("Choose what Stripe calls it: it is never guessed.");

  const all = { ...chosen, protective: "txcd_30011000", accessory: "txcd_30011000" };
  const saved = await atStripe.post("/settings/tax/service", { ...(await form(atStripe)), ...all, by: "yes" });
  expect([saved.status, shop.settings().taxService.by]).toEqual([302, "stripe"]);
  expect(await atStripe.text("/settings/tax")).toContain("Let Stripe work it out on");
  expect((await undone(saved)).status).toBe(302);
  expect(shop.settings().taxService.by).toBe("own");
});
