import { expect, test } from "vitest";
import { makeCopy } from "~/privacy/person-copy.server";
import { personRequests } from "~/privacy/person-requests.tables";
import { sendCode } from "~/privacy/request-letters.server";
import { officeAs, place, wordsIn } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { jo } from "~/testing/riders.server";
import { pageSizes } from "../page-sizes";
import { personAddress } from "./person-key";

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

/** Stores requests whose mailbox is proved, each due a minute after the one before. */
const storeMany = (count: number, answered: Date | null = null) =>
  shop.db.insert(personRequests).values(
    Array.from({ length: count }, (_, index) => ({
      kind: "copy" as const,
      email: `many-${answered ? "answered" : "waiting"}-${index}@example.com`,
      askedAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
      dueAt: new Date(Date.UTC(2026, 1, 15, 0, index)),
      codeAt: new Date(),
      provedAt: new Date(),
      ...(answered && { answeredAt: new Date(answered.getTime() + index * 60_000), outcome: "copy" as const }),
    })),
  );

/** Addresses that the pages of a part of the list show, from the first to the last. */
async function walked(office: typeof manager, first: string, pattern: RegExp): Promise<string[]> {
  const html = await (await office.fetch(first)).text();
  const next = /<a[^>]*href="\/back-office([^"]+)"[^>]*>Next page</.exec(html)?.[1]?.replaceAll("&amp;", "&");
  const own = [...new Set(html.match(pattern))];
  return [...own, ...(next ? await walked(office, next, pattern) : [])];
}

test("[B-110] every request can be reached: the list of those that wait and that of answered ones have further pages", async () => {
  await shop.db.delete(personRequests);
  const count = 2 * pageSizes.requests + 1;
  await storeMany(count);
  await storeMany(count, new Date(Date.UTC(2026, 2, 1)));
  const page = await (await manager.fetch("/people/requests")).text();
  expect(page).not.toContain(`many-waiting-${pageSizes.requests}@`);
  expect(wordsIn(page)).toContain(`${count} wait`);

  const waiting = await walked(manager, "/people/requests?part=waiting", /many-waiting-\d+@/g);
  expect(waiting).toEqual(Array.from({ length: count }, (_, index) => `many-waiting-${index}@`));
  const answered = await walked(manager, "/people/requests?part=answered", /many-answered-\d+@/g);
  expect(answered).toEqual(Array.from({ length: count }, (_, index) => `many-answered-${count - 1 - index}@`));
  for (const part of ["waiting", "answered"]) expect(page).toContain(`/people/requests?part=${part}`);
  expect((await manager.fetch("/people/requests?part=__proto__&after=made-up")).status).toBe(200);
});

test("[B-110] the page of a person leads to their requests", async () => {
  const { id } = await noted("led@example.com", "erase");
  const person = personAddress(shop, "led@example.com");
  const page = await (await manager.fetch(person)).text();
  expect(page).toContain(`/people/requests/${id}`);
  expect(wordsIn(page)).toMatch(/Requests about personal data.*Erasure.*Waits for the code/);
});
