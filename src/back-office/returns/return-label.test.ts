import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testApp } from "~/testing/test-app.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { linkTo } from "~/testing/html";
import { jo } from "~/testing/riders.server";
import { fieldIn, testBrowser, testMember } from "~/testing/sign-in.server";
import { testPages } from "~/testing/test-pages.server";
import { limits } from "~/shop/limits";
import { sendInstructions } from "~/shop/returns/return-letters.server";
import { startReturn } from "~/shop/returns/returns.server";
import { returnLabels, returns } from "~/shop/returns/returns.tables";

const { shop, db, tee, shipped } = await openBoughtOrders();
const { pages, acceptsForms } = testPages();
const app = testApp(shop, { pages, acceptsForms });
const office = testBrowser(testBackOffice(shop));
office.setCookie(await (await testMember(shop, "manager")).cookie());

const PNG = Buffer.concat([
  Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010806000000", "hex"),
  Buffer.from("0000000049454e44ae426082", "hex"),
]);
const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n");

async function started(): Promise<string> {
  const request = { order: await shipped([[...tee]]), email: jo.email, round: "0", values: tooSmall };
  const settings = { ...shop.settings(), returnApproval: "by-hand" } as const;
  return startReturn(shop, request, { now: new Date(), settings });
}
const tooSmall = { "quantity-0": "1", "reason-0": "too-small" };

/** Approves a return with a label file by sending the form of its page. */
async function approved(back: string, file: Buffer, more: Record<string, string> = {}): Promise<Response> {
  const path = `/returns/${back}/approve`;
  const html = await (await office.get(path)).text();
  const form = new FormData();
  for (const name of ["submission", "version", "orderVersion"]) form.set(name, fieldIn(html, name));
  for (const [name, value] of Object.entries({ label: "", ...more })) form.set(name, value);
  form.set("file", new File([new Uint8Array(file)], "label.pdf"));
  return office.send(path, form);
}
const rowOf = async (back: string) => (await db.select().from(returns).where(eq(returns.number, back)))[0];
const got = (address: string) => app.fetch(new Request(address));

test.each([
  ["PDF", PDF, "application/pdf"],
  ["PNG", PNG, "image/png"],
])(
  "the shop stores a label that is a %s file, and the letter links to it by a signed address",
  async (_, file, type) => {
    const back = await started();
    expect((await approved(back, file)).status).toBe(302);
    await sendInstructions(shop, back);
    const address = linkTo(shop.letters.at(-1)?.html ?? "", "prepaid label") ?? "";
    expect(address).toMatch(new RegExp(`^${shop.address}/return-label/${back}/[\\w-]{43}$`));

    const answer = await got(address);
    expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": type,
      "content-disposition": expect.stringMatching(/^attachment; filename="return-R\d{7}\.(pdf|png)"$/),
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
      "x-robots-tag": "noindex",
    });
    // Another return's number or a wrong signature in the address does not open the label.
    const other = await started();
    for (const foreign of [
      address.replace(back, other),
      address.slice(0, -1),
      `${shop.address}/return-label/${back}/x`,
    ])
      expect((await got(foreign)).status).toBe(404);
  },
);

test("an invalid label file gets an error at its field, and the return is not approved", async () => {
  const back = await started();
  const large = Buffer.concat([PDF, Buffer.alloc(limits.returns.labelBytes), Buffer.from("%%EOF")]);
  for (const [file, words] of [
    [Buffer.from("<script>alert(1)</script>"), "neither a PDF nor a PNG"],
    [Buffer.from(`GIF89a${PDF.toString()}`), "neither a PDF nor a PNG"],
    [PNG.subarray(0, 20), "breaks off"],
    [large, "larger than 2 MB"],
  ] as const) {
    const answer = await approved(back, file);
    expect([answer.status, (await answer.text()).includes(words)]).toEqual([422, true]);
  }
  const both = await approved(back, PDF, { label: "https://labels.example/1" });
  expect([both.status, (await both.text()).includes("an address, too")]).toEqual([422, true]);
  const none = await approved(back, PDF, { hasNone: "yes" });
  expect(none.status).toBe(422);
  expect(await rowOf(back)).toMatchObject({ approvedAt: null, labelUrl: "" });
  expect(await db.$count(returnLabels, eq(returnLabels.returnNumber, back))).toBe(0);
  // The form accepts a link instead of a file.
  expect((await approved(back, Buffer.alloc(0), { label: "https://labels.example/1" })).status).toBe(302);
  expect((await rowOf(back))?.labelUrl).toBe("https://labels.example/1");
});

test("the label of a refused return is deleted and can no longer be opened", async () => {
  const back = await started();
  await approved(back, PDF);
  const address = (await rowOf(back))?.labelUrl ?? "";
  expect((await got(address)).status).toBe(200);
  const path = `/returns/${back}/refuse`;
  const html = await (await office.get(path)).text();
  const fields = Object.fromEntries(
    ["submission", "version", "orderVersion"].map((name) => [name, fieldIn(html, name)]),
  );
  expect((await office.post(path, { ...fields, words: "It was worn." })).status).toBe(302);
  expect((await got(address)).status).toBe(404);
  expect(await db.$count(returnLabels, eq(returnLabels.returnNumber, back))).toBe(0);
  expect((await rowOf(back))?.labelUrl).toBe("");
});
