import { expect, test } from "vitest";
import { makeCopy } from "~/privacy/person-copy.server";
import { sendCode } from "~/privacy/request-letters.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { jo } from "~/testing/riders.server";

const { shop, bought } = await openBoughtOrders();
const manager = officeAs(shop, memberAs("manager", "Sam"));
const owner = officeAs(shop, memberAs("owner", "Olga"));
const bookkeeper = officeAs(shop, memberAs("bookkeeper", "Kim"));
const packer = officeAs(shop, memberAs("packer", "Pat"));
const form = () => crypto.randomUUID();

const idIn = (address: string): string => /requests\/([\w-]{36})/.exec(address)?.[1] ?? "";
/** Notes a request for a copy, as from a letter; returns its page and the code that went to the person. */
async function noted(email: string, kind = "copy") {
  const answer = await manager.post("/people/requests/new", { submission: form(), kind, email, came: "2026-01-02" });
  const id = idIn(place(answer));
  await sendCode(shop, id);
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(shop.letters.at(-1)?.text ?? "")?.[0] ?? "";
  return { id, page: `/people/requests/${id}`, code };
}

test("[B-110] a member notes a request, compares the code that the person tells, and sends the copy; Today and the log have it", async () => {
  await bought();
  const { id, page, code } = await noted(jo.email);
  expect(await manager.text("/people/requests")).toContain("Noted, and not proved yet");
  expect(await manager.text("/")).not.toContain("Request about personal data");
  expect(await manager.text(page)).not.toContain("Make the copy");

  const wrong = await manager.post(page, { form: "prove", submission: form(), code: "AAAA-AAAA" });
  expect([wrong.status, await wrong.text()]).toEqual([
    422,
    expect.stringContaining("This is not the code of our newest letter."),
  ]);
  const right = await manager.post(page, { form: "prove", submission: form(), code });
  expect(await manager.text(place(right))).toContain("The code is right: the mailbox is the person's.");
  // The days count from the day on which the letter came, so it is late.
  expect(await manager.text("/")).toMatch(
    /Request about personal data The first had to be answered by February 16, 2026/,
  );

  const sent = await manager.post(page, { form: "copy", submission: form() });
  expect(await manager.text(place(sent))).toContain("The copy is being made.");
  await makeCopy(shop, id, new Date());
  expect(await manager.text(page)).toContain("Can be fetched until");
  expect(await manager.text("/")).not.toContain("Request about personal data");
  const log = await manager.text("/log");
  for (const words of ["A request was noted", "A request was proved", "A request was answered"])
    expect(log).toContain(words);
  expect(log).not.toContain(jo.email);
});

test("[B-110] roles without the right see and answer no request; only an owner is led to the erasure", async () => {
  const { page, code } = await noted("roles@example.com", "erase");
  await manager.post(page, { form: "prove", submission: form(), code });
  expect((await packer.fetch("/people/requests")).status).toBe(403);
  expect((await packer.fetch(page)).status).toBe(403);
  expect(await bookkeeper.text(page)).not.toContain("Refuse");
  expect((await bookkeeper.post(page, { form: "refuse", submission: form(), words: "No" })).status).toBe(403);
  expect(await manager.text(page)).toContain("An owner erases.");
  expect(await owner.text(page)).toContain("Look at what goes, and erase");
  expect((await manager.fetch("/people/requests/made-up")).status).toBe(404);

  const empty = await manager.post(page, { form: "refuse", submission: form(), words: "" });
  expect(empty.status).toBe(422);
  await manager.post(page, { form: "refuse", submission: form(), words: "An order is on its way." });
  expect(await manager.text(page)).toMatch(/Refused.*An order is on its way\./);
});
