import { expect, test } from "vitest";
import { locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const app = testBackOffice(shop);
const PAGE = "/words/old-addresses/read";

async function browserOf(role?: "owner" | "packer") {
  const browser = testBrowser(app);
  if (role) browser.setCookie(await (await testMember(shop, role, role === "owner" ? "Olga" : "Pat")).cookie());
  return browser;
}

/** A form of 200 KB that counts how much of it was read. */
function longForm() {
  let read = 0;
  const piece = new TextEncoder().encode("text=".padEnd(20_000, "a"));
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read >= 200_000) return controller.close();
        read += piece.length;
        controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, read: () => read };
}

async function sent(browser: Awaited<ReturnType<typeof browserOf>>) {
  const { body, read } = longForm();
  const response = await browser.send(PAGE, body, { "content-type": "application/x-www-form-urlencoded" });
  return { status: response.status, to: locationOf(response), read: read() };
}

test("a long form is read only of a member with the right of its screen", async () => {
  expect((await sent(await browserOf("owner"))).read).toBe(200_000);
  for (const stranger of [await browserOf(), await browserOf("packer")]) {
    const { status, read } = await sent(stranger);
    expect(status).toBe(413);
    expect(read).toBeLessThan(100_000);
  }
});

test("forms of the usual length are answered as before, whoever sends them", async () => {
  const stranger = await browserOf();
  expect(locationOf(await stranger.post(PAGE, { text: "/old /new" }))).toContain("/sign-in");
});
