import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { erasePerson } from "~/privacy/erase-person.server";
import { memberRecord } from "~/shop/audit/member-record.server";
import { addNote } from "~/shop/orders/order-acts.server";
import { shownNumber } from "~/shop/orders/order-number";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { officeAs, place, wordsIn } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { jo } from "~/testing/riders.server";
import { fieldIn } from "~/testing/sign-in.server";
import { recordKinds } from "../record-kinds.server";
import { personAddress } from "./person-key";

const { shop, bought, seen, ups } = await openBoughtOrders();
const owner = memberAs("owner", "Olga");
const office = officeAs(shop, owner);
const manager = officeAs(shop, memberAs("manager", "Sam"));
const address = `${personAddress(shop, jo.email)}/erase`;

test("[B-70] an owner erases a person: what is open is named first, notes are read, and the answer says what stays and what is left to do", async () => {
  const number = await bought();
  await addNote(shop, owner, { submission: crypto.randomUUID(), number, version: 0 }, "Wears M in tees");
  expect(await manager.text(personAddress(shop, jo.email))).not.toContain("Erase this person");
  expect((await manager.fetch(address)).status).toBe(403);
  expect(await office.text(personAddress(shop, jo.email))).toContain("Erase this person");

  const open = await office.text(address);
  expect(open).toContain(`${shownNumber(number)} is not paid or not shipped yet`);
  expect(open).not.toContain("Erase for good");
  expect((await office.post(address, { submission: crypto.randomUUID(), read: "yes" })).status).toBe(409);

  await shipParcel(shop, await seen(number), ups);
  const html = await (await office.fetch(address)).text();
  expect(wordsIn(html)).toContain("go from 1 order");
  expect(wordsIn(html)).toContain("Wears M in tees");
  const submission = fieldIn(html, "submission");
  const unread = await office.post(address, { submission });
  expect([unread.status, await unread.text()]).toEqual([422, expect.stringContaining("Say that you have read this.")]);

  const done = await office.post(address, { submission, read: "yes" });
  const page = place(done);
  expect(page).toMatch(/^\/erasures\/[\w-]+\?done=/);
  expect(await office.text(page)).toMatch(/under way.*The person is being erased, with the names on 1 order/);
  const id = /erasures\/([\w-]+)/.exec(page)?.[1] ?? "";
  await erasePerson(shop, id, new Date());

  const erased = await office.text(`/erasures/${id}`);
  expect(erased).toContain("Done");
  expect(erased).toContain(shownNumber(number));
  expect(erased).toContain("At the payment provider");
  expect(await office.text(`/orders/${number}`)).not.toMatch(/Delacroix|Sandstone|Wears M/);
  expect(await office.text(personAddress(shop, jo.email))).toContain("Nothing was bought or written with this address");
  expect(await office.text("/log")).toContain("A person");
  expect((await office.fetch("/erasures/nothing")).status).toBe(404);
});

test("[B-111] each kind of record whose changes hold a shopper's data is among those that an erasure takes out of the log", async () => {
  const erasing = await readFile("migrations/functions/blank_orders.sql", "utf8");
  const holding = recordKinds.filter(({ fields }) => Object.values(fields).some(({ isPrivate }) => isPrivate));
  const ofShoppers = holding.map(({ kind }) => kind).filter((kind) => kind !== memberRecord.kind);
  expect(ofShoppers).toContain("order-address");
  expect(ofShoppers.filter((kind) => !erasing.includes(`'${kind}'`))).toEqual([]);
});
