import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { askErasure, erasePerson } from "~/privacy/erase-person.server";
import { cancelAsMember, correctTracking, shipAsMember } from "~/shop/orders/order-acts.server";
import { shipPasted } from "~/shop/orders/parcels/many-parcels.server";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { EXECUTE_REFUND, type ExecuteRefund } from "~/shop/orders/refunds/request-refund.server";
import { parcels } from "~/shop/orders/orders.tables";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { columnsWith } from "~/testing/personal-rows.server";
import { jo } from "~/testing/riders.server";
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
