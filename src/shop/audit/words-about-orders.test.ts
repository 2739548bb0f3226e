import { eq, inArray } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { journal, migrateTo } from "~/platform/migrations.server";
import { askErasure, erasePerson } from "~/privacy/erase-person.server";
import { cents } from "~/shop/money";
import { giftCards } from "~/shop/gift-cards/gift-cards.tables";
import { giveGiftCard, replaceGiftCard } from "~/shop/orders/gift-cards/give-gift-card.server";
import { cancelAsMember, correctTracking, shipAsMember } from "~/shop/orders/order-acts.server";
import { shipPasted } from "~/shop/orders/parcels/many-parcels.server";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { EXECUTE_REFUND, type ExecuteRefund } from "~/shop/orders/refunds/request-refund.server";
import { parcels } from "~/shop/orders/orders.tables";
import { dayAfter, dayIn } from "~/shop/shop-time";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { columnsWith } from "~/testing/personal-rows.server";
import { jo } from "~/testing/riders.server";
import { administer, databaseAddresses, dropDatabase } from "~/testing/test-database";
import { audit, KINDS_OF_ORDERS } from "./audit.tables";

const { shop, db, bought, rowOf } = await openBoughtOrders();
const owner = memberAs("owner", "Olga");
const form = async (number: string) => ({
  submission: crypto.randomUUID(),
  number,
  version: (await rowOf(number)).version,
});

test("tracking numbers and reasons of acts on orders stand in the log where an erasure takes them out, and the log still reads", async () => {
  const token = "QUILLFEATHER";
  const rider = { ...jo, email: "logged@example.com" };
  const buy = () => bought(undefined, { customer: rider });
  const [single, pasted, cancelled] = [await buy(), await buy(), await buy()];
  await shipAsMember(shop, owner, await form(single), { carrier: "UPS", trackingNumber: `1Z${token}1` });
  const [parcel] = await db.select().from(parcels).where(eq(parcels.orderNumber, single));
  const corrected = { parcelId: parcel?.id ?? 0, carrier: "UPS", trackingNumber: `1Z${token}2`, tells: false };
  await correctTracking(shop, owner, await form(single), corrected);
  const text = `${pasted} 1Z${token}3`;
  await shipPasted(shop, owner, crypto.randomUUID(), { text, carrier: "UPS" });
  const cancelling = await form(cancelled);
  await cancelAsMember(shop, owner, cancelling, `${token} rang`);

  const rows = await db
    .select()
    .from(audit)
    .where(inArray(audit.kind, [...KINDS_OF_ORDERS]));
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter((row) => JSON.stringify(row).includes(token))).toEqual([]);
  const log = officeAs(shop, owner);
  expect(await log.text("/log")).toContain(`1Z${token}2`);
  expect(await log.text(`/log/${cancelling.submission}`)).toContain(`${token} rang`);

  const refunds = shop.payloads.filter(({ name }) => name === EXECUTE_REFUND);
  for (const { payload } of refunds) await executeRefund(shop, (payload as ExecuteRefund).refundId);
  const id = await askErasure(shop, owner, { submission: crypto.randomUUID(), email: rider.email, withWords: false });
  await erasePerson(shop, id, new Date());
  expect(await columnsWith(db, token.toLowerCase())).toEqual([]);
  expect((await log.fetch("/log")).status).toBe(200);
  expect(await log.text("/log")).not.toContain(token);
});

test("reasons of acts on a gift card stand in the log where an erasure of its recipient takes them out", async () => {
  const token = "PLUMEGIFT";
  const email = "gifted@example.com";
  const given = {
    amount: cents(50_00),
    email,
    recipient: token,
    words: token,
    sendOn: dayAfter(dayIn(new Date(), "UTC"), 9),
  };
  const id = await giveGiftCard(shop, owner, { submission: crypto.randomUUID(), ...given, reason: `${token} waited` });
  const replacing = { submission: crypto.randomUUID(), id, version: 1 };
  await replaceGiftCard(shop, owner, replacing, { reason: `${token} lost it` });
  const rows = await db.select().from(audit).where(eq(audit.record, id));
  expect(rows.filter((row) => JSON.stringify(row).includes(token))).toEqual([]);
  const log = officeAs(shop, owner);
  expect(await log.text(`/log/${replacing.submission}`)).toContain(`${token} lost it`);

  // A card whose letter waits for its day refuses the erasure.
  await db.update(giftCards).set({ sentAt: new Date() }).where(eq(giftCards.id, id));
  const erasure = await askErasure(shop, owner, { submission: crypto.randomUUID(), email, withWords: false });
  await erasePerson(shop, erasure, new Date());
  expect(await columnsWith(db, token.toLowerCase())).toEqual([]);
  expect(await log.text(`/log/${replacing.submission}`)).not.toContain(token);
});

describe("the migration that moves the words of earlier releases", () => {
  const [server, roles] = [inject("databaseServer"), inject("databaseRoles")];
  const name = `words_about_orders_${process.pid}`;
  const addresses = databaseAddresses(server, name, roles);
  let owner: pg.Client;

  beforeAll(async () => {
    await administer(server, `create database ${name} owner shop_owner_${roles}`);
  });
  afterAll(async () => {
    await owner.end();
    await dropDatabase(server, name);
  });

  test("takes tracking numbers and reasons out of the log, those of erased orders for good, and leaves amounts and other reasons", async () => {
    const place = (await journal()).findIndex(({ tag }) => tag.endsWith("consent-and-words-about-orders"));
    await migrateTo(addresses, place);
    owner = new pg.Client({ connectionString: addresses.ownerUrl });
    await owner.connect();
    for (const [number, email] of [
      ["10000001", "jo@example.com"],
      ["10000002", ""],
    ])
      await owner.query(
        `insert into orders (number, state, email, name, phone, address, city, postal_code, region, order_value_cents,
          discount_cents, delivery_fee_cents, tax_cents, total_cents, paid_at)
        values ($1, 'shipped', $2, 'x', '', '', '', '860', 'AZ', 100, 0, 0, 0, 100, now())`,
        [number, email],
      );
    for (const [kind, record, field, next, reason] of [
      ["order", "10000001", "parcel", '"UPS 1ZOLD"', ""],
      ["parcels", "10000002", "parcel", '{"trackingNumber": "1ZGONE"}', ""],
      ["order", "10000001", "refund", "500", "Jo was sad"],
      ["order-email", "10000002", "email", null, "Gone rang"],
      ["stock", "7", "level", "3", "Found behind the shelf"],
    ])
      await owner.query(
        `insert into audit (submission, action, kind, record, version, field, new, reason, is_private)
        values (gen_random_uuid(), 'x', $1, $2, 1, $3, $4::jsonb, $5, $1 = 'order-email')`,
        [kind, record, field, next, reason],
      );
    await owner.query(
      "insert into audit_shopper_data (audit_id, new) select id, '\"jo@x.example\"' from audit where kind = 'order-email'",
    );

    await migrateTo(addresses, place + 1);

    const { rows } = await owner.query(`select audit.new, audit.reason, own.new as own, own.reason as why, is_private
      from audit left join audit_shopper_data as own on audit_id = id order by id`);
    expect(rows).toEqual([
      { new: null, reason: "", own: "UPS 1ZOLD", why: null, is_private: true },
      { new: null, reason: "", own: null, why: null, is_private: true },
      { new: 500, reason: "", own: null, why: "Jo was sad", is_private: false },
      { new: null, reason: "", own: "jo@x.example", why: null, is_private: true },
      { new: 3, reason: "Found behind the shelf", own: null, why: null, is_private: false },
    ]);
    await expect(owner.query("update audit set reason = 'x'")).rejects.toThrow("append-only");
    await expect(owner.query("update audit_shopper_data set reason = 'x'")).rejects.toThrow("append-only");
  });
});
