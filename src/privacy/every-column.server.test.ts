import { getTableName, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { allTables } from "~/backup/all-tables.server";
import { marksOf } from "~/platform/marks.tables";
import { openErasures } from "~/testing/erased-lives.server";
import { riderNamed } from "~/testing/lived-in.server";
import { made, wishFor } from "~/testing/made-orders.server";
import { columnsWith, fillRows, personalColumns, rowsOfPerson } from "~/testing/personal-rows.server";
import { everythingOf, MOST_ROWS } from "./held-rows.server";
import { noteRequest } from "./person-requests.server";

const { shop, db, owner, lived, settleAll, erase } = await openErasures();

const OTHER = "lichenstone";

/** Columns of a person's rows that keep what they have, by the reason. */
const KEPT: Record<string, string[]> = {
  "what was bought: goods, sizes, colors": [
    "lost_pieces.color lost_pieces.size order_lines.color order_lines.image order_lines.name order_lines.product_id order_lines.size",
    "order_lines.sku order_replacements.color order_replacements.name order_replacements.product_id order_replacements.size",
    "order_changes.plan return_lines.exchange_for sale_events.category sale_events.color sale_events.product sale_events.product_id",
    "sale_events.size sale_events.sku discount_codes.product_ids orders.discount_product_ids",
  ],
  "the search finds an order by its goods and its number": ["order_search.text"],
  "a reason of a return out of a list": ["return_lines.reason"],
  "amounts, tax and how they came": [
    "order_facts.money order_lines.kind_for_tax order_taxes.kind order_taxes.mark order_taxes.name order_taxes.rule order_taxes.source",
    "payments.currency payments.method sale_events.tax_kind sandbox_requests.currency sandbox_requests.method refunds.cause refunds.code",
    "orders.delivery_method orders.delivery_zone orders.discount_code orders.discount_kind order_offers.sentence sale_events.code tax_reports.lines",
  ],
  "the state, and the place whose tax was charged": [
    "orders.country orders.region orders.state order_taxes.place order_taxes.state sale_events.state",
  ],
  "ids at the gateway and the tax service, by which the merchant erases there": [
    "disputes.id disputes.reason payments.gateway payments.gateway_id refunds.gateway_id sale_events.dispute_id sandbox_requests.client_secret",
    "sandbox_requests.id sandbox_requests.status tax_reports.transaction",
  ],
  "who of the shop did what, and when a thing happened": [
    "audit.action audit.field audit.member_id made_orders.member_id order_changes.member_id order_events.actor",
    "order_events.kind order_notes.member_id order_facts.shipping order_facts.standing letters.kind parcels.carrier",
    "person_requests.member_id person_requests.noted_by refunds.member_id gift_cards.member_id gift_card_entries.member_id",
  ],
  "a reason in the log: that of an act on an order stands where an erasure takes it out": ["audit.reason"],
  "a gift card is its bearer's, whoever that is": [
    "gift_cards.code_hash gift_cards.last_four gift_cards.sealed_code gift_card_lines.code_hash gift_card_lines.last_four gift_card_lines.sealed_code",
  ],
  "keys of the program, random or of numbers": [
    "letters.once_key order_events.once_key orders.draft_key returns.request_key subscriptions.token",
  ],
};
const kept = Object.values(KEPT).flatMap((lines) => lines.flatMap((line) => line.split(" ")));

/** A job that is still to be done knows its person until then. */
const OPEN_JOBS = ["pgboss.job.data", "pgboss.job_common.data"];

/** Every table that is marked as a person's is among everything of the person, with the count of its rows and the newest ones. */
async function isAllShown(email: string): Promise<void> {
  const held = await everythingOf(shop, owner, email);
  const marked = allTables.filter((table) => "copied" in (marksOf(table)?.whose ?? {}));
  expect(held.map(({ name }) => name).toSorted()).toEqual(marked.map((table) => getTableName(table)).toSorted());
  const conditions = await rowsOfPerson(db, email);
  const counted = new Map<string, number>();
  for (const { name } of held) {
    const count = sql.raw(`select count(*)::int as count from "${name}" where ${conditions.get(name)}`);
    counted.set(name, (await db.execute<{ count: number }>(count)).rows[0]?.count ?? 0);
  }
  expect(new Map(held.map(({ name, count }) => [name, count]))).toEqual(counted);
  expect(held.flatMap(({ name, count }) => (count > 0 ? [] : [name]))).toEqual(["erasures"]);
  const shown = held.filter(({ isCopied }) => isCopied);
  expect(shown.map(({ name, rows }) => [name, rows.length])).toEqual(
    shown.map(({ name, count }) => [name, Math.min(count, MOST_ROWS)]),
  );
}

test("[B-111] every text, JSON and file of a person's rows is filled, and an erasure leaves only what the list names, each with its reason", async () => {
  const token = "quillfeather";
  const rider = riderNamed(token);
  const { email } = rider;
  const numbers = await lived(token, () => true);
  await made(shop, owner, await wishFor(shop, 1, { customer: rider }));
  const request = { submission: crypto.randomUUID(), kind: "copy", email, cameAt: new Date() } as const;
  await noteRequest(shop, owner, request, new Date());
  const [first] = numbers;
  for (const statement of [
    "insert into return_labels (return_number, kind, file) select number, 'pdf', 'x' from returns limit 1",
    `insert into beyond_half_holds values ('${first}', 1, now(), now())`,
    `insert into order_delays (id, order_number, told_at, promised, new_day) values (gen_random_uuid(), '${first}', now(), now(), now())`,
    `insert into review_letters (order_number) values ('${first}')`,
    `insert into recalls (id, title, words, case_number, product_ids, variant_ids, first_day, last_day, unreachable, member_id)
      values ('5b0c3b0e-0000-4000-8000-000000000009', 'x', 'x', 'x', '[]', '[]', now(), now(), 0, 'x')`,
    `insert into recall_letters (recall_id, email, order_number, pieces) values ('5b0c3b0e-0000-4000-8000-000000000009', '${email}', '${first}', 1)`,
    `insert into checkout_reminders (key, email, bag, network, asked_at, changed_at)
      values ('x', '${email}', '[{"product": "x", "size": "M", "color": "x", "quantity": 1}]', 'x', now(), now())`,
    `insert into order_offers (order_number, position, offer_id, turn, sentence, amount_cents, of_discount_cents)
      values ('${first}', 0, gen_random_uuid(), 0, 'x', 1, 1)`,
    `insert into tax_reports (order_number, kind) values ('${first}', 'sale')`,
    `insert into gift_cards (code_hash, sealed_code, last_four, live, email, send_on, sent_at) values ('x', 'x', '7KQ2', false, '${email}', now(), now())`,
    `insert into gift_card_entries (card_id, kind, amount_cents) select id, 'given', 100 from gift_cards`,
    `insert into gift_card_lines (order_number, position, card_id, code_hash, sealed_code, last_four, email, send_on)
      values ('${first}', 0, gen_random_uuid(), 'x', 'x', '7KQ2', '${email}', now())`,
    // Store credit has no id of a gateway, which is filled below.
    "update refunds set onto = 'gateway'",
    `update payments set claimed_by = '${email}' where order_number = '${first}'`,
    `select pgboss.create_queue('own', '{"policy": "standard"}')`,
    ...["completed", "failed", "cancelled", "created"].map(
      (state) => `insert into pgboss.job (name, state, data) values ('own', '${state}', '{"email": "${email}"}')`,
    ),
  ])
    await shop.asOwner(statement);

  const { refused, empty } = await fillRows(shop, email, { personal: token, other: OTHER });
  // The erasure makes the row of this table itself.
  expect(empty).toEqual(["erasures"]);
  const personal = personalColumns().filter((column) => column !== "erasures.email");
  expect(refused.filter((column) => personal.includes(column.split(" ")[0] ?? ""))).toEqual([]);
  expect(await columnsWith(db, token)).toEqual(expect.arrayContaining(personal));

  await isAllShown(email);
  await settleAll(email);
  await erase(email);
  expect(await columnsWith(db, token)).toEqual(OPEN_JOBS);
  const { rows: jobs } = await db.execute(sql`select state from pgboss.job where strpos(data::text, ${token}) > 0`);
  expect(jobs).toEqual([{ state: "created" }]);
  expect(await columnsWith(db, OTHER)).toEqual(kept.toSorted());
});

/** Keys of an order's events that name nobody: ids, amounts, pieces, standings. */
const KEYS_OF_EVENTS =
  "amount answer answerBy calledOff cameBy carrier cause changeId comes delayId delivery difference disputeId endsOn fees giftCard goes goodwill inOutbox lines lost newDay parcelId paymentId promised refundId restock return until".split(
    " ",
  );

test("events of orders have no details besides those that an erasure takes out and those that name nobody", async () => {
  const { rows } = await db.execute<{ key: string }>(
    sql`select distinct key from order_events cross join lateral jsonb_object_keys(details) as key`,
  );
  expect(rows.map(({ key }) => key).toSorted()).toEqual(KEYS_OF_EVENTS);
});
