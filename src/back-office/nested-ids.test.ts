import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addNote } from "~/shop/orders/order-acts.server";
import { audit } from "~/shop/audit/audit.tables";
import { letters, orderNotes, parcels } from "~/shop/orders/orders.tables";
import { openSession, sessionsOf } from "~/shop/members/sessions.server";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldIn, testMember } from "~/testing/sign-in.server";

const { shop, db, bought, shipped, seen } = await openBoughtOrders();
const dana = await testMember(shop, "owner");
const office = officeAs(shop, dana);

/** What an act may move of another order: its parcels, notes and letters, and the log. */
const standing = async () => [
  await db.select().from(parcels).orderBy(parcels.id),
  await db.select().from(orderNotes).orderBy(orderNotes.id),
  await db.$count(audit),
  shop.enqueued.length,
];

test("an act on one order takes no parcel, note, letter or refund of another one", async () => {
  const [mine, other] = [await bought(), await shipped()];
  const { version } = await seen(other);
  await addNote(shop, dana, { submission: crypto.randomUUID(), number: other, version }, "Rings twice");
  const [note] = await db.select().from(orderNotes);
  const [parcel] = await db.select().from(parcels);
  const [letter] = await db
    .insert(letters)
    .values({
      orderNumber: other,
      kind: "shipped",
      onceKey: "a letter of the other order",
      recipient: "jo@x.example",
      subject: "Hello",
      text: "Hello",
      html: "",
    })
    .returning();
  const page = await (await office.fetch(`/orders/${mine}`)).text();
  const form = { submission: fieldIn(page, "submission"), version: fieldIn(page, "version") };
  const before = await standing();

  const foreign: [path: string, fields: Record<string, string>][] = [
    [`/orders/${mine}`, { intent: "away", target: String(note?.id), version: String(note?.version) }],
    [`/orders/${mine}`, { intent: "away", target: crypto.randomUUID() }],
    [`/orders/${mine}`, { intent: "arrived", target: String(parcel?.id) }],
    [`/orders/${mine}`, { intent: "arrived", target: crypto.randomUUID() }],
    [`/orders/${mine}`, { intent: "handled", target: crypto.randomUUID() }],
    [`/orders/${mine}/parcels/${parcel?.id}`, { carrier: "UPS", tracking: "1Z000" }],
    [`/orders/${mine}/letters/${letter?.id}`, { where: "order" }],
  ];
  for (const [path, fields] of foreign) {
    const response = await office.post(path, { ...form, ...fields });
    expect([path, fields, [404, 409].includes(response.status)]).toEqual([path, fields, true]);
  }
  expect(await standing()).toEqual(before);
  expect((await office.fetch(`/orders/${mine}/parcels/${parcel?.id}`)).status).toBe(404);
  expect((await office.fetch(`/orders/${mine}/letters/${letter?.id}`)).status).toBe(404);
});

test("a session is ended on the page of its own member only, and a passkey taken away by its own member only", async () => {
  const [kim, lee] = [await testMember(shop, "packer", "Kim"), await testMember(shop, "editor", "Lee")];
  await openSession(db, { memberId: kim.id, agent: "Firefox on Linux" }, new Date());
  const [session] = await sessionsOf(db, kim.id, new Date());
  await office.post(`/members/${lee.id}`, { session: session?.id ?? "" });
  expect(await sessionsOf(db, kim.id, new Date())).toHaveLength(1);

  await db.execute(sql`insert into member_passkeys (id, member_id, rp_id, public_key, counter, transports, is_backed_up, name)
    values ('of-kim', ${kim.id}, 'localhost', 'key', 0, '{}', false, 'Phone')`);
  await officeAs(shop, lee).post("/account", { intent: "remove-passkey", passkey: "of-kim" });
  const { rows } = await db.execute(sql`select id from member_passkeys where member_id = ${kim.id}`);
  expect(rows).toHaveLength(1);
});
