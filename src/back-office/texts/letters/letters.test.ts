import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { noteShippedTexts, readShippedTexts } from "~/demo/shipped-texts.server";
import { memberAccounts } from "~/shop/members/members.tables";
import { sendConfirmation } from "~/shop/orders/letters/order-letters.server";
import { orders } from "~/shop/orders/orders.tables";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { pages } from "~/shop/texts/texts.tables";
import { officeAs, place, wordsIn } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { openPaidDrafts } from "~/testing/paid-drafts.server";
import { jo } from "~/testing/riders.server";
import { newerDefaults } from "../newer-default.server";

const { shop, paidDraft } = await openPaidDrafts();
const { db } = shop;
const [dana, ines] = [memberAs("owner", "Dana"), memberAs("editor", "Ines")];
const [owner, editor] = [officeAs(shop, dana), officeAs(shop, ines)];
await db.insert(memberAccounts).values([dana, ines].map((member) => ({ ...member, passkeyUser: member.id })));

const CONFIRMED = "/words/letters/order-confirmed";
const LOOK = "/words/look/letters/order-confirmed";
type Office = typeof owner;
const formOf = async (button: string, office: Office = owner, path = CONFIRMED) =>
  fieldsIn(formIn(await (await office.fetch(path)).text(), `value="${button}"`));
const save = async (fields: Record<string, string>, office: Office = owner) =>
  office.post(CONFIRMED, { ...(await formOf("save", office)), ...fields });
const publish = async () => {
  const page = await (await owner.fetch("/words/publish")).text();
  const { submission = "" } = fieldsIn(formIn(page, "together"));
  return owner.post("/words/publish", { submission, "letter:order-confirmed": "yes" });
};
const look = async (search: string, office: Office = owner) => (await office.fetch(`${LOOK}?${search}`)).text();
const paidOrder = async () => {
  const { request, number } = await paidDraft();
  await settleOrder(shop, request.id);
  return number;
};
const sent = async (number: string) => {
  await sendConfirmation(shop, number);
  return shop.letters.findLast(({ key }) => key === `order-confirmed-${number}`);
};

test("[B-106] texts of a letter are changed in a draft, where an unknown chip gets an error; the next letter after publishing has them, and undo restores the former texts", async () => {
  expect(await owner.text("/words?q=packing%20bench")).toMatch(/Letters 1 letter, such as "Order confirmed"/);
  expect(await owner.text("/words/letters")).toMatch(/Order confirmed Once an order is paid.*In use.*As delivered/);

  const refused = await save({ opening: "Dear {customer}", subject: "Thank you", closing: "Ride safely." });
  const said = wordsIn(await refused.clone().text());
  expect(refused.status).toBe(422);
  expect(said).toContain(
    "{customer} is nothing that this letter knows. {firstName}, {name}, {orderNumber}, {email} or a setting",
  );
  expect(said).toContain("{orderNumber} is missing: the letter needs it here.");
  expect(await refused.text()).toContain("Ride safely.");

  const words = { subject: "Thank you: {orderNumber}", opening: "Hello {name}.\n\nIt is ours to pack.", closing: "" };
  const saved = await save(words);
  expect(await owner.text(place(saved))).toContain('The draft of Letter "Order confirmed" is saved.');
  expect(await sent(await paidOrder())).toMatchObject({ subject: expect.stringMatching(/^Order confirmed: /) });

  const published = await publish();
  expect(await owner.text(place(published))).toContain('Letter "Order confirmed" has these words from now on.');
  const letter = await sent(await paidOrder());
  expect(letter?.subject).toMatch(/^Thank you: #\d{4} \d{4}$/);
  for (const part of [letter?.text, letter?.html]) expect(part).toMatch(/Hello Jo Delacroix\..*It is ours to pack\./s);
  expect(letter?.text).not.toContain("Estimated delivery");
  expect(await owner.text("/words/letters")).toMatch(/Order confirmed .*In use Yours/);
  const [row] = await db.select().from(pages).where(eq(pages.key, "letter:order-confirmed"));
  expect(row?.content).toEqual(words);

  // Restoring a version creates a draft; undoing a publication takes effect at once.
  const versions = await (await owner.fetch(`${CONFIRMED}/versions`)).text();
  expect(wordsIn(versions)).toMatch(/In use now|On the shop now/);
  const page = await (await owner.fetch(place(published))).text();
  const undo = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(page);
  await owner.post(undo?.[1]?.replace("/back-office", "") ?? "", fieldsIn(undo?.[0] ?? ""));
  expect((await sent(await paidOrder()))?.subject).toMatch(/^Order confirmed: /);
  expect(await owner.text("/log")).toContain('Letter "Order confirmed": subject');
});

test("[B-106] a letter's draft is previewed for the latest or another order, as HTML and text; members who may not see orders get an invented order", async () => {
  const [first, latest] = [await paidOrder(), await paidOrder()];
  await db.update(orders).set({ name: "{email} <b>Kim</b>" }).where(eq(orders.number, latest));
  await save({ opening: "Good day {name}." });
  const shown = (number: string) => `${number.slice(0, 4)} ${number.slice(4)}`;

  const html = await look("order=&which=");
  expect(html).toContain(shown(latest));
  expect(html).toContain("Good day {email} &lt;b&gt;Kim&lt;/b&gt;.");
  expect(await look(`order=${first}&part=text`)).toMatch(/^Subject: Order confirmed: .*Good day Jo Delacroix\./s);
  expect(await owner.text(`${CONFIRMED}?order=${first}`)).toContain(`About order #${shown(first)}`);
  expect(await owner.text(`${CONFIRMED}?order=11111111`)).toContain("No order has this number.");
  expect((await owner.fetch(LOOK)).headers.get("content-security-policy")).toMatch(
    /default-src 'none'.*frame-ancestors 'self'/,
  );

  const invented = await look(`order=${first}`, editor);
  expect(invented).toContain("4821 7350");
  expect(invented).not.toContain(shown(first));
  expect(await editor.text(CONFIRMED)).toContain("About an invented order");
});

test("[B-106] a test letter is sent only to the signed-in member, marked as a test", async () => {
  const before = shop.letters.length;
  const form = await formOf("test", editor);
  const answer = await editor.post(CONFIRMED, { ...form, to: jo.email, email: jo.email });
  expect([answer.status, wordsIn(await answer.text()).includes(`A letter to ${ines.email} has left.`)]).toEqual([
    200,
    true,
  ]);
  expect(shop.letters.slice(before).map(({ to, subject }) => [to, subject])).toEqual([
    [ines.email, "Test: Order confirmed: #4821 7350"],
  ]);
  const reader = officeAs(shop, memberAs("bookkeeper"));
  expect((await reader.post(CONFIRMED, form)).status).toBe(403);
});

test("every letter has a page that previews each of its cases", async () => {
  const list = await (await owner.fetch("/words/letters")).text();
  const ways = [...new Set([...list.matchAll(/\/words\/letters\/([\w-]+)"/g)].map(([, key = ""]) => key))];
  expect(ways.length).toBeGreaterThan(18);
  for (const key of ways) {
    const page = await (await owner.fetch(`/words/letters/${key}`)).text();
    expect([key, page.includes("In braces")]).toEqual([key, true]);
    const [, select = ""] = /<select[^>]*name="which"[^>]*>([\s\S]*?)<\/select>/.exec(page) ?? [];
    const cases = [...select.matchAll(/value="([^"]*)"/g)].map(([, which = ""]) => which);
    for (const which of ["", ...cases]) {
      const seen = await owner.fetch(`/words/look/letters/${key}?which=${which}`);
      expect([key, which, seen.status]).toEqual([key, which, 200]);
    }
  }
  expect((await owner.fetch("/words/letters/invitation")).status).toBe(404);
});

test("[B-108] a letter whose default has changed is listed with both texts, and the letter keeps the shop's text", async () => {
  const now = await readShippedTexts();
  await noteShippedTexts(db, now);
  // Without script a text of one line may come with line breaks.
  await save({ title: "It is\r\n  yours\n" });
  await publish();
  const shipped = now.get("letter order-confirmed");
  if (!shipped) throw new Error("The letter is not shipped.");
  const values = { ...shipped.values, title: "Order placed" };
  const newer = new Map([...now, ["letter order-confirmed", { ...shipped, values }]]);
  const [told] = await newerDefaults(shop, dana, newer, { kind: "letter", id: "order-confirmed" });
  expect(told?.fields).toContainEqual({ field: "title", own: "It is yours", shipped: "Order placed" });
  expect((await sent(await paidOrder()))?.html).toContain("It is yours");
});
