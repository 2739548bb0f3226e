import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { reminderLetters } from "~/shop/checkout/reminders/reminders.tables";
import { stepCounts } from "~/shop/bag/step-counts.tables";
import { searchedWords, searchesByDay } from "~/shop/catalog/search/search-counts.tables";
import { cents } from "~/shop/money";
import { orders } from "~/shop/orders/orders.tables";
import { balanceEntries, payouts } from "~/shop/payments/payouts.tables";
import { officeAs } from "~/testing/back-office-as.server";
import { memberAs } from "~/testing/members.server";
import { jo } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const owner = officeAs(shop, memberAs("owner", "Dana"));
const november = "period=own&from=2026-11-01&to=2026-11-25&beside=none";

async function file(path: string, query = november): Promise<Record<string, string>[]> {
  const answer = await owner.fetch(`${path}?${query}`);
  expect(answer.status).toBe(200);
  return parse(Buffer.from(await answer.arrayBuffer()), { bom: true, columns: true });
}

test("[B-99] screen, print version and files show fees and payouts by payout and by day", async () => {
  const entry = { gateway: "stripe", practice: false, at: new Date("2026-11-10T12:00:00Z"), day: "2026-11-10" };
  await db.insert(balanceEntries).values([
    {
      ...entry,
      id: "txn_1",
      kind: "payment",
      amount: cents(100_00),
      fee: cents(3_20),
      expected: cents(100_00),
      payoutId: "po_1",
    },
    {
      ...entry,
      id: "txn_2",
      kind: "refund",
      amount: cents(-20_00),
      fee: cents(0),
      expected: cents(-20_00),
      payoutId: "po_1",
    },
    { ...entry, id: "txn_3", kind: "dispute", amount: cents(-10_00), fee: cents(15_00), expected: cents(-10_00) },
  ]);
  const payout = { gateway: "stripe", practice: false, at: entry.at, isWhole: true };
  await db
    .insert(payouts)
    .values({ ...payout, id: "po_1", amount: cents(61_80), arrives: "2026-11-13", state: "arrived" });

  const page = await owner.text(`/figures/payouts?${november}`);
  expect(page).toContain("$15.00 less than its movements");
  expect(page).toContain("1 movement at the gateway does not match.");
  const [sent, ...others] = await file("/figures/payouts/file/payouts");
  expect(others).toEqual([]);
  const [waits] = await file("/figures/payouts/file/payouts", "period=own&from=2026-11-01&to=2040-01-01&beside=none");
  expect([waits?.["At the bank"], waits?.["Given back"], waits?.["To the bank"]]).toEqual([
    "Not paid out yet",
    "-10",
    "-25",
  ]);
  expect([sent?.["Paid by shoppers"], sent?.["Gateway keeps"], sent?.["To the bank"], sent?.["Gateway sent"]]).toEqual([
    "100",
    "-3.2",
    "76.8",
    "61.8",
  ]);
  const [day] = await file("/figures/payouts/file/fees");
  expect([day?.["Gateway keeps"], day?.["Left"]]).toEqual(["-18.2", "51.8"]);
  const year = await owner.text("/figures/payouts?period=own&from=2025-11-26&to=2026-11-25&beside=none");
  expect(year).toContain("A row is a week. The file has every day.");
  expect(year).toContain("Nov 4 to Nov 10, 2026 3 $100.00");
  const paper = await owner.text(`/figures/payouts/print?${november}`);
  expect(paper).toContain("Paid out to the bank");
  expect(paper).toContain("Fri, November 13 Nov 10, practice $100.00");
  expect((await officeAs(shop, memberAs("packer")).fetch("/figures/payouts")).status).toBe(403);
});

test("[B-101] the screen of searches lists words that enough networks searched for, and only counts other searches", async () => {
  const seen = "2026-11-20";
  await db.insert(searchedWords).values([
    { key: "a", words: "heated gloves", networks: 7, seen },
    { key: "b", words: null, networks: 1, seen },
  ]);
  await db.insert(searchesByDay).values([
    { day: seen, key: "a", found: false, times: 12 },
    { day: seen, key: "a", found: true, times: 2 },
    { day: seen, key: "b", found: false, times: 3 },
    { day: "2026-10-01", key: "a", found: false, times: 40 },
  ]);
  const page = await owner.text(`/figures/searches?${november}`);
  expect(page).toContain("3 searches for other words, 3 of them without a result, are only counted.");
  expect(await file("/figures/searches/file/without")).toMatchObject([{ Words: "heated gloves", Times: "12" }]);
});

test("the screen of steps says that it does not count persons, and shows each step's share of the step before", async () => {
  const day = "2026-11-20";
  await db.insert(stepCounts).values([
    { day, step: "bag", times: 40 },
    { day, step: "checkout", times: 10 },
  ]);
  expect(await owner.text(`/figures/steps?${november}`)).toContain("These are counts, not persons");
  const rows = await file("/figures/steps/file/steps");
  expect(rows.map(({ Step, Times }) => [Step, Times]).slice(0, 2)).toEqual([
    ["Bags with goods", "40"],
    ["Checkouts begun", "10"],
  ]);
  expect(rows[1]?.["Part of the step before"]).toBe("0.25");
});

test("the screen of steps says how many reminders were sent and how many came back, and nothing where none ever was", async () => {
  const screen = `/figures/steps?${november}`;
  expect(await owner.text(screen)).not.toContain("Reminders of unfinished checkouts");
  const sentAt = new Date("2026-11-20T12:00:00Z");
  const letter = (more: object) => ({ id: crypto.randomUUID(), enqueuedAt: sentAt, sentAt, ...more });
  await db
    .insert(reminderLetters)
    .values([
      letter({ cameBackAt: sentAt }),
      letter({}),
      letter({ sentAt: null }),
      letter({ sentAt: new Date("2026-10-01T12:00:00Z") }),
    ]);
  expect(await owner.text(screen)).toContain("Whether a letter was opened");
  expect(await file("/figures/steps/file/reminders")).toMatchObject([
    { What: "Reminders sent", Times: "2" },
    { What: "Came back", Times: "1", "Part of those sent": "0.5" },
  ]);
});

test("the screen of payouts shows on which day a payout in transit should arrive, also after the period", async () => {
  const today = new Date();
  const friday = new Date(today.getTime() + ((12 - today.getUTCDay()) % 7 || 7) * DAY).toISOString().slice(0, 10);
  const payout = { gateway: "stripe", practice: false, at: today, isWhole: true };
  await db
    .insert(payouts)
    .values({ ...payout, id: "po_2", amount: cents(44_10), arrives: friday, state: "on-its-way" });
  for (const path of ["/figures/payouts", "/figures"])
    expect(await owner.text(path)).toMatch(/\$44\.10 should reach the bank on Fri, /);
  expect(await owner.text(`/figures/payouts?${november}`)).not.toContain("$44.10");
});

test("money with the gateway is shown with the day on which it should reach the bank: on the screen, on paper and in the file", async () => {
  const entry = { gateway: "stripe", practice: false, kind: "payment" as const, at: new Date(), day: "2026-11-20" };
  const held = { ...entry, amount: cents(50_00), fee: cents(1_75), expected: cents(50_00) };
  await db.insert(balanceEntries).values([
    { ...held, id: "held_1", availableOn: "2039-12-02" },
    { ...held, id: "held_2", availableOn: "2039-12-03" },
    { ...held, id: "held_3", availableOn: "2039-12-04" },
  ]);
  for (const path of ["/figures/payouts", "/figures/payouts/print", "/figures"])
    expect([path, await owner.text(path)]).toEqual([
      path,
      expect.stringMatching(/Expected Mon, December 5 .*\$96\.50.*Expected Fri, December 2 .*\$48\.25/),
    ]);
  const rows = await file("/figures/payouts/file/payouts", "period=30");
  expect(
    rows.filter(({ Match }) => Match?.startsWith("Expected")).map((row) => [row["At the bank"], row["To the bank"]]),
  ).toEqual([
    ["2039-12-05", "96.5"],
    ["2039-12-02", "48.25"],
  ]);
});

test("in a shop with only sample orders the screens of figures say that these are not counted", async () => {
  const money = {
    orderValue: cents(89_99),
    discount: cents(0),
    deliveryFee: cents(0),
    tax: cents(0),
    total: cents(89_99),
  };
  const sample = { number: "10000001", state: "paid" as const, paidAt: new Date(), sample: true, ...jo, ...money };
  await db.insert(orders).values(sample);
  for (const path of ["/", "/figures", "/figures/sales"])
    expect([path, await owner.text(path)]).toEqual([path, expect.stringContaining("Sample orders are not counted.")]);
  expect(await owner.text("/figures/stock")).not.toContain("Sample orders");
});
