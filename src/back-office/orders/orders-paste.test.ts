import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldIn } from "~/testing/sign-in.server";
import { memberAs } from "~/testing/members.server";
import { officeAs, wordsIn } from "~/testing/back-office-as.server";
import { orders, parcels } from "~/shop/orders/orders.tables";
import { shownNumber } from "~/shop/orders/order-number";
import { linesAfterPaste, pastedLines } from "~/shop/orders/parcels/pasted-lines";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";

const { shop, db, bought, seen, stateOf, tee } = await openBoughtOrders();
const packer = officeAs(shop, memberAs("packer", "Sam"));
const other = officeAs(shop, memberAs("manager", "Lee"));

const letters = () => shop.payloads.filter(({ name }) => name === "tell-shipped").length;
const parcelsOf = (numbers: string[]) => db.select().from(parcels).where(inArray(parcels.orderNumber, numbers));

/** Opens the form and checks the lines; returns the fields that ship them. */
async function checked(lines: string, carrier = "USPS", office = packer) {
  const opened = await (await office.fetch("/orders/paste")).text();
  const fields = { submission: fieldIn(opened, "submission"), lines, carrier };
  const html = await (await office.post("/orders/paste", { ...fields, intent: "check" })).text();
  return { html, fields: { ...fields, checked: fieldIn(html, "checked"), intent: "ship" } };
}

test("[B-29, B-79] ten pasted lines ship ten orders; an invalid line is named and the others are shipped; sending the lines again changes nothing", async () => {
  const numbers: string[] = [];
  for (let count = 0; count < 10; count += 1) numbers.push(await bought([[...tee, 1]]));
  const [first = "", second = "", third = "", ...rest] = numbers;
  const lines = [
    "Order\tTracking",
    `${shownNumber(first).slice(1)}   1Z999AA10123456784`,
    `#${second}, 9400 1000 0000 0001`,
    `${third}\t94001000000002`,
    ...rest.map((number, index) => `${number} 9400100000001${index}`),
    "12345678 940010000000",
    `${first.slice(0, 7)} 940010000099`,
  ].join("\r\n");
  const before = letters();

  const { html, fields } = await checked(lines);
  const text = wordsIn(html);
  expect(text).toContain(`${shownNumber(first)} Jo Delacroix 1 UPS 1Z999AA10123456784`);
  expect(text).toContain(`${shownNumber(second)} Jo Delacroix 1 USPS 9400100000000001`);
  expect(text).toContain("Line 12: There is no order #1234 5678.");
  expect(text).toContain(`Line 13: ${first.slice(0, 7)} is one digit too short.`);
  expect(text).toContain("10 orders ship, 10 letters go out.");
  expect(text).toContain("Lines 12, 13 stay here.");
  expect(await parcelsOf(numbers)).toEqual([]);

  const answer = await packer.post("/orders/paste", fields);
  // A status below 400 lets the router reload the menu's counts.
  expect(answer.status).toBe(200);
  const after = await answer.text();
  expect(after).toMatch(/<p class="done" role="status"[^>]*>10 orders were sent/);
  expect(wordsIn(after)).toContain("10 orders were sent, 10 letters go out. What is wrong stays below.");
  expect(after).toMatch(
    new RegExp(`<textarea[^>]*>12345678 940010000000\\n${first.slice(0, 7)} 940010000099</textarea>`),
  );
  for (const number of numbers) expect(await stateOf(number)).toBe("shipped");
  const sent = await parcelsOf(numbers);
  expect(sent.map(({ carrier }) => carrier).toSorted()).toEqual(["UPS", ...Array.from({ length: 9 }, () => "USPS")]);
  expect(letters()).toBe(before + 10);

  // Sends the same form again, then its lines in a new form, also as another member.
  expect((await packer.post("/orders/paste", fields)).status).toBe(200);
  for (const office of [packer, other]) {
    const again = await checked(lines, "USPS", office);
    expect(wordsIn(again.html)).toContain("Nothing to ship.");
    expect(wordsIn(again.html)).toContain("Done before");
    expect(wordsIn(await (await office.post("/orders/paste", again.fields)).text())).toContain("Nothing was shipped.");
  }
  expect(await parcelsOf(numbers)).toHaveLength(10);
  expect(letters()).toBe(before + 10);
});

test("a tracking number that another order has, or that is unusual for the carrier, gets a warning and can still be shipped", async () => {
  const [one, two, three] = [await bought([[...tee, 1]]), await bought([[...tee, 1]]), await bought([[...tee, 1]])];
  await shipParcel(shop, await seen(three), { carrier: "UPS", trackingNumber: "1Z 5R8 939 03 5756 7127" });
  const { html, fields } = await checked(`${one} 1Z5R89390357567127\n${two} 1Z5R89390357567127`);
  const text = wordsIn(html);
  expect(text).toContain(`Line 1: This number is on ${shownNumber(three)} already. It ships as it stands.`);
  expect(text).toContain(`Line 2: This number is on ${shownNumber(three)} already.`);
  expect(text).toContain("Look at lines 1, 2 again.");

  const again = await checked(`${one} 1Z5R89390357567128\n${two} 1Z5R89390357567128`);
  expect(wordsIn(again.html)).toContain("Line 1: Its check digit does not fit: one sign may be wrong.");
  expect(wordsIn(again.html)).toContain("Line 2: Line 1 has the same number. Its check digit does not fit");
  expect((await packer.post("/orders/paste", fields)).status).toBe(302);
  expect(await stateOf(one)).toBe("shipped");
});

test("a check while typing says that nothing was sent; correcting a line answers with a new form and the result of its check", async () => {
  const number = await bought([[...tee, 1]]);
  const { fields } = await checked(`${number.slice(1)} TRACK-66666`);
  const typed = await packer.post("/orders/paste", { ...fields, intent: "typed" });
  expect([typed.status, wordsIn(await typed.text()).includes("Nothing has been sent yet.")]).toEqual([200, true]);
  const mended = await (await packer.post("/orders/paste", { ...fields, fix: `1:${number}` })).text();
  expect(fieldIn(mended, "submission")).not.toBe(fields.submission);
  expect(wordsIn(mended)).toContain("1 order ships, 1 letter goes out.");
});

test("without a mail server the messages do not say that letters were sent", async () => {
  const number = await bought([[...tee, 1]]);
  const unmailed = officeAs({ ...shop, mail: { ...shop.mail, isDelivering: false } }, memberAs("packer", "Sam"));
  const { fields } = await checked(`${number} TRACK-88888\n12345678 TRACK-99999`, "UPS", unmailed);
  const text = wordsIn(await (await unmailed.post("/orders/paste", fields)).text());
  expect(text).toContain("1 order was sent, 1 letter waits in the outbox: no mail server is set up.");
  expect(text).not.toContain("letter goes out");
});

test("two members who paste the same lines at the same moment ship each order once", async () => {
  const numbers = [await bought([[...tee, 1]]), await bought([[...tee, 1]])];
  const [one = "", two = ""] = numbers;
  const mine = await checked(`${one} TRACK-0001\n${two} TRACK-0002`);
  const theirs = await checked(`${two} TRACK-0002\n${one} TRACK-0001`, "USPS", other);
  const answers = await Promise.all([
    packer.post("/orders/paste", mine.fields),
    other.post("/orders/paste", theirs.fields),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 302]);
  expect(await parcelsOf(numbers)).toHaveLength(2);
});

test("a line that cannot be shipped shows the reason, and one button applies the suggested number", async () => {
  const [open, cancelled, part] = [await bought(), await bought(), await bought([[...tee, 2]])];
  await db.update(orders).set({ state: "cancelled" }).where(eq(orders.number, cancelled));
  await shipParcel(shop, await seen(part), {
    carrier: "UPS",
    trackingNumber: "1Z 000 111",
    lines: [{ position: 0, quantity: 1 }],
  });
  const typo = open.slice(0, 3) + open.slice(4);
  const { html } = await checked(
    [
      `${typo}   TRACK-77777`,
      `${cancelled} TRACK-2222`,
      `${part} 1Z000111`,
      `${part} TRACK-33333`,
      `${open}`,
      "hello",
    ].join("\n"),
  );
  const text = wordsIn(html);
  expect(text).toContain(`Did you mean ${shownNumber(open)}, Jo Delacroix?`);
  expect(text).toContain(`Line 2: ${shownNumber(cancelled)} was cancelled.`);
  expect(text).toContain(`${shownNumber(part)} Jo Delacroix Done before`);
  expect(text).toContain(`Line 5: The tracking number is missing.`);
  expect(text).toContain("Line 6: hello is no order number.");

  const opened = await checked(`${typo}   TRACK-77777`);
  const mended = await packer.post("/orders/paste", { ...opened.fields, fix: `1:${open}` });
  const page = await mended.text();
  expect(wordsIn(page)).toContain(`${shownNumber(open)} Jo Delacroix 3 USPS TRACK-77777`);
  const lines = /<textarea[^>]*>([^<]*)</.exec(page)?.[1] ?? "";
  const shipped = await packer.post("/orders/paste", { ...opened.fields, lines, checked: fieldIn(page, "checked") });
  expect(shipped.headers.get("location")).toMatch(/\/orders\?ship=left&sort=oldest&done=/);
  expect(await packer.text((shipped.headers.get("location") ?? "").replace("/back-office", ""))).toContain(
    "1 order was sent, 1 letter goes out.",
  );
});

test("unchecked lines are not shipped; a carrier without a name and invalid input get a message", async () => {
  const number = await bought([[...tee, 1]]);
  const { fields } = await checked(`${number} TRACK-44444`);
  const changed = await packer.post("/orders/paste", { ...fields, lines: `${number} TRACK-55555` });
  expect(changed.status).toBe(409);
  expect(await changed.text()).toContain("The lines are not those that were checked.");

  const nameless = await packer.post("/orders/paste", { ...fields, carrier: "other", other: "<b>" });
  expect(nameless.status).toBe(422);
  expect(await nameless.text()).toContain("Name who carries them, in letters.");
  const foreign = (lines: string) => packer.post("/orders/paste", { ...fields, lines });
  expect([(await foreign("\0")).status, (await foreign("x".repeat(30_000))).status]).toEqual([422, 422]);
  expect((await packer.post("/orders/paste", { ...fields, submission: "" })).status).toBe(400);
  const bookkeeper = officeAs(shop, memberAs("bookkeeper", "Kim"));
  expect((await bookkeeper.post("/orders/paste", fields)).status).toBe(403);
  expect(await stateOf(number)).toBe("paid");
});

test("a text that is far too long is kept in its field, with the limit beside it", async () => {
  const lines = Array.from({ length: 900 }, (_, line) => `10000${100 + line} 94001000000${100 + line}`).join("\n");
  const { html } = await checked(lines);
  expect(wordsIn(html)).toContain("Paste at most 200 lines at once.");
  expect(html).toContain("10000999 94001000000999</textarea>");
});

test.each([
  ["4821 7350   OV48810226503", "4821 7350", "OV48810226503"],
  ["#48217350,1z 999 aa1", "#48217350", "1Z999AA1"],
  ['"48217350";"9400 1"', "48217350", "94001"],
  ["48217350 9400 1000 0001", "48217350", "940010000001"],
  ["5518 029    OV48810226535", "5518 029", "OV48810226535"],
  ["5518 029 OV48810226535", "5518 029", "OV48810226535"],
  ["48217350", "48217350", ""],
])("the pasted line %j is split into order number and tracking number", (line, order, tracking) => {
  expect(pastedLines(line)).toEqual([{ line: 1, text: line, order, tracking }]);
});

test("two pasted columns replace lines without a tracking number and keep the others; other text is pasted unchanged", () => {
  const list = "4821 7350   \n4821 7351   1Z999AA10123456784\n4821 7352   ";
  const pasted = "Order\tTracking\n48217350\t9400100000000001\n#4821 7352\t9400100000000002\n";
  expect(linesAfterPaste(list, pasted)).toBe(
    "4821 7351   1Z999AA10123456784\n48217350\t9400100000000001\n#4821 7352\t9400100000000002",
  );
  expect(linesAfterPaste(list, "48217351\t9400100000000003")).toBe("48217351\t9400100000000003");
  for (const text of ["9400100000000001", "48217350", "", "48217350\t9400100000000001\n48217351"])
    expect([text, linesAfterPaste(list, text)]).toEqual([text, null]);
});
