import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { testMember } from "~/testing/sign-in.server";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { posted } from "~/testing/posted-form.server";
import { parcelsOf } from "~/shop/orders/parcels/parcels.server";
import { replacementsOf } from "~/shop/orders/parcels/replacements.server";
import { paperOrders } from "~/shop/orders/papers/paper-orders.server";
import { boxesOf } from "~/shop/orders/papers/papers";
import { action as orderStatus } from "~/shop/returns/order-status.page";
import { returnableOrder } from "~/shop/returns/returns.server";
import { refundsOf } from "~/shop/payments/refunds.server";

const { shop, db, shipped, tee } = await openBoughtOrders();
const manager = await testMember(shop, "manager", "Dana");
const dana = officeAs(shop, manager);
const pat = officeAs(shop, memberAs("packer", "Pat"));
const email = "jo.delacroix@example.com";
type Office = typeof dana;

/** Opens a page, sends its form with the given fields, and returns the text of the page to which it redirects. */
async function sent(office: Office, path: string, fields: Record<string, string>): Promise<string> {
  const response = await office.post(path, { ...(await opened(office, path)), ...fields });
  expect([response.status, path]).toEqual([302, path]);
  return office.text(response.headers.get("location")?.replace("/back-office", "") ?? "");
}

async function opened(office: Office, path: string): Promise<Record<string, string>> {
  const html = await (await office.fetch(path)).text();
  const part = html.slice(Math.max(html.indexOf('role="dialog"'), html.indexOf("<main")));
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(part)?.[1] ?? "";
  return { submission: field("submission"), version: field("version") };
}

const status = async (number: string) =>
  JSON.stringify(await posted(orderStatus, shop, "/order-status", { order: number, email }));

test("after a member sends a lost parcel again, the shopper's page, papers, history, the screen Today and the new parcel show the replacement", async () => {
  const number = await shipped([[...tee, 2]]);
  const [parcel] = await parcelsOf(db, number);
  const lost = `/orders/${number}/parcels/${parcel?.id}/lost`;
  expect(await dana.text(`/orders/${number}`)).toContain("Say that parcel 1 is lost");
  const undecided = await sent(pat, lost, {});
  expect(undecided).toContain("2 pieces wait for your decision.");
  expect(await dana.text("/")).toContain("nobody has decided yet whether it is sent again or paid back");
  expect(await status(number)).toContain("was lost on its way. We will write to you.");

  const wrong = await dana.post(lost, { ...(await opened(dana, lost)), "again-0": "two" });
  expect([wrong.status, (await wrong.text()).includes("Write a whole number.")]).toEqual([422, true]);
  const tooMany = await dana.post(lost, { ...(await opened(dana, lost)), "again-0": "2", "refund-0": "1" });
  expect(tooMany.status).toBe(409);
  expect(await refundsOf(db, number)).toEqual([]);

  const page = await sent(dana, lost, { "again-0": "1", "refund-0": "1" });
  for (const words of [
    "1 piece to send again",
    "Parcel 1 is lost",
    "In place of what was lost in parcel 1",
    "1 to send again",
  ])
    expect(page).toContain(words);
  expect(await status(number)).toContain("We send 1 of 2 again. The money of 1 of 2 goes back to you.");
  const [papers] = await paperOrders(shop, memberAs("manager"), [number]);
  expect(papers?.order && boxesOf(papers.order)).toMatchObject([{ parcel: 2, insteadOf: { returnNumber: null } }]);

  const [waiting] = await replacementsOf(db, number);
  const fields = { carrier: "UPS", tracking: "1Z777" };
  const after = await sent(pat, `/orders/${number}/replacements/${waiting?.id}`, fields);
  expect(after).toContain("Parcel 2");
  expect(after).toContain("What was lost in parcel 1 has left again");
  expect(after).not.toContain("1 piece to send again");

  await sent(dana, `/orders/${number}`, { step: `arrived ${parcel?.id}` });
  expect(await dana.text("/")).toContain("1 piece was sent again, 1 piece was paid back. Leave it with the shopper");
  const decided = await sent(dana, `/orders/${number}/parcels/${parcel?.id}/found`, { answer: "asked-back" });
  expect(decided).toContain("Parcel 1 is asked back");
  expect(await dana.text("/")).not.toContain("A lost parcel arrived after all");
});

test("without a mail server the message after an act says that a letter waits only if the act has one", async () => {
  const office = officeAs({ ...shop, mail: { ...shop.mail, isDelivering: false } }, manager);
  const said = async (path: string, fields: Record<string, string>) =>
    (await sent(office, path, fields)).includes("The letter about it waits in the outbox");
  const answers: Record<string, boolean> = {};
  for (const answer of ["kept", "asked-back"]) {
    const number = await shipped([[...tee, 2]]);
    const [parcel] = await parcelsOf(db, number);
    const path = `/orders/${number}/parcels/${parcel?.id}`;
    answers[`tracking, ${answer}`] = await said(path, {
      carrier: "USPS",
      tracking: "9400",
      ...(answer === "asked-back" && { tells: "yes" }),
    });
    answers[`lost, ${answer}`] = await said(`${path}/lost`, {});
    answers[`sent again, ${answer}`] = await said(`${path}/lost`, { "again-0": "1" });
    await sent(office, `/orders/${number}`, { step: `arrived ${parcel?.id}` });
    answers[answer] = await said(`${path}/found`, { answer });
  }
  expect(answers).toEqual({
    "tracking, kept": false,
    "lost, kept": false,
    "sent again, kept": true,
    kept: false,
    "tracking, asked-back": true,
    "lost, asked-back": false,
    "sent again, asked-back": true,
    "asked-back": true,
  });
});

test("the form about a lost parcel, sent without a decision, gets a message; the form that reports a parcel as lost, sent twice, is applied once", async () => {
  const number = await shipped([[...tee, 1]]);
  const [parcel] = await parcelsOf(db, number);
  const lost = `/orders/${number}/parcels/${parcel?.id}/lost`;
  const first = await opened(dana, lost);
  expect((await dana.post(lost, first)).status).toBe(302);
  for (const fields of [await opened(dana, lost), { ...first, submission: crypto.randomUUID() }]) {
    const answer = await dana.post(lost, fields);
    expect([answer.status, (await answer.text()).includes("how many of its pieces are sent again")]).toEqual([
      422,
      true,
    ]);
  }
  expect((await dana.post(lost, first)).status).toBe(302);
});

test("until a replacement is sent, the order's page does not say that it is on its way, and its pieces cannot be returned", async () => {
  const number = await shipped([[...tee, 1]]);
  const [parcel] = await parcelsOf(db, number);
  const lost = `/orders/${number}/parcels/${parcel?.id}/lost`;
  const undecided = await sent(dana, lost, {});
  expect(undecided).toMatch(/Paid [^.]*\. Lost\./);
  expect(await status(number)).toMatch(/"missing":"undecided",.*"canReturn":false/);

  const page = await sent(dana, lost, { "again-0": "1" });
  expect(page).toContain("To send again.");
  expect(page).not.toContain("can come back");
  expect(page).not.toContain("On the way");
  expect(await status(number)).toMatch(/"missing":"sent-again",.*"canReturn":false/);
  await expect(returnableOrder(db, { order: number, email })).resolves.toMatchObject({ sold: { lines: [] } });

  const [waiting] = await replacementsOf(db, number);
  const gone = await sent(dana, `/orders/${number}/replacements/${waiting?.id}`, { carrier: "UPS", tracking: "1Z778" });
  expect(gone).toContain("On the way");
  expect(gone).toContain("1 piece can come back");
  expect(await status(number)).toMatch(/"missing":"nothing",.*"canReturn":true/);
});

test("a manager can refund a waiting replacement instead of sending it; a packer cannot refund it", async () => {
  const number = await shipped([[...tee, 1]]);
  const [parcel] = await parcelsOf(db, number);
  await sent(dana, `/orders/${number}/parcels/${parcel?.id}/lost`, { "again-0": "1" });
  const [waiting] = await replacementsOf(db, number);
  const end = `/orders/${number}/replacements/${waiting?.id}/end`;
  expect((await pat.fetch(end)).status).toBe(403);
  expect(await pat.text(`/orders/${number}`)).not.toContain("Refund it instead");
  const page = await sent(dana, end, {});
  expect(page).toContain("is not sent again: its money goes back");
  expect(await replacementsOf(db, number)).toMatchObject([{ state: "ended" }]);
  expect(await refundsOf(db, number)).toHaveLength(1);
});
