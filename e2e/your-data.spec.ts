import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Browser, expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase, fits, lettersTo, openAlive, rider, violations } from "./support";
import { tabTo } from "./support/keyboard";
import { signInAs } from "./support/member";

/** Inserts an order that is paid and sent; returns its number. */
async function anOrder(email: string): Promise<string> {
  const number = String(10_000_000 + Math.floor(Math.random() * 89_999_999));
  await atTheDatabase(
    `insert into orders (number, state, email, name, phone, address, city, postal_code, region, order_value_cents,
       discount_cents, delivery_fee_cents, tax_cents, total_cents, paid_at)
     values ($1, 'shipped', $2, 'Jo Delacroix', '+1', '88 Sandstone Avenue', 'Flagstaff', '86001', 'AZ', 3400, 0, 399, 0, 3799, now())`,
    [number, email],
  );
  await atTheDatabase(
    `insert into payments (id, order_number, gateway, gateway_id, method, amount_cents, state, received_at, live)
     values ($1, $2, 'sandbox', $3, 'Credit Card', 3799, 'received', now(), true)`,
    [randomUUID(), number, `pi_${randomUUID()}`],
  );
  return number;
}

/** The page in order: nothing for axe, nothing wider than the window. */
async function inOrder(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
}

/** Types into a field that Tab reaches. */
async function typed(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, "textbox", name);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

async function pressed(page: Page, role: "link" | "button", name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

/** Waits for a letter with a pattern, and returns what the pattern finds, other than what is known. */
async function inLetters(email: string, pattern: RegExp, known = ""): Promise<string> {
  let found = "";
  await expect(async () => {
    const all = (await lettersTo(email)).map((letter) => pattern.exec(letter)?.[1] ?? "");
    found = all.find((text) => text !== "" && text !== known) ?? "";
    expect(found).not.toBe("");
  }).toPass({ timeout: 30_000 });
  return found;
}
/** A code on a line of its own: a request id in the head of a letter may look like one. */
const CODE = /^([A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4})\r?$/m;

/** Asks for a copy's code in a browser without script, which sends the form itself. */
async function asksWithoutScript(browser: Browser, path: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByText("A letter with a code is on its way")).toBeVisible();
  await context.close();
}

/** Asks on the shop's page and proves with the code of the letter, other than that of an earlier request; returns the code. */
async function asks(page: Page, email: string, wish: "copy" | "erase", earlier = ""): Promise<string> {
  await openAlive(page, "/privacy-policy");
  await pressed(page, "link", "Your data");
  await expect(page.getByRole("heading", { name: "Your data", level: 1 })).toBeVisible();
  await inOrder(page);
  if (wish === "erase") {
    await page.getByRole("radio", { name: "A copy of my data" }).focus();
    await page.keyboard.press("ArrowDown");
  }
  await typed(page, "Email", email);
  await pressed(page, "button", "Send me a code");
  await expect(page.getByText("A letter with a code is on its way")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Email" }).first()).toHaveValue(email);
  await inOrder(page);
  await typed(page, "Code", "AAAA-2222");
  await pressed(page, "button", "Confirm my request");
  await expect(page.getByText("This is not the code of our newest letter").first()).toBeVisible();
  await inOrder(page);
  const code = await inLetters(email, CODE, earlier);
  await typed(page, "Code", code);
  await pressed(page, "button", "Confirm my request");
  await expect(page.getByText("has arrived. We answer by")).toBeVisible();
  await inOrder(page);
  return code;
}

test("on Your data the form that was sent is busy, not the other one", async ({ page }) => {
  await openAlive(page, "/your-data");
  const held = Promise.withResolvers<void>();
  await page.route("**/your-data.data*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("textbox", { name: "Email" }).first().fill(rider("busy"));
  const ask = page.getByRole("button", { name: "Send me a code" });
  await ask.click();
  await expect(ask).toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("button", { name: "Confirm my request" })).not.toHaveAttribute("aria-busy", "true");
  held.resolve();
  await expect(page.getByText("A letter with a code is on its way")).toBeVisible();
});

for (const width of [390, 1440])
  test(`[B-110] [B-69] [B-70] from the privacy policy to the copy and to the erasure by keyboard at ${width} px`, async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const email = rider("jo");
    const number = await anOrder(email);
    const viewport = { width, height: 900 };
    const [shopper, office] = await Promise.all([browser.newContext({ viewport }), browser.newContext({ viewport })]);
    const [page, member] = await Promise.all([shopper.newPage(), office.newPage()]);
    await signInAs(office, "owner");

    const code = await test.step("the person asks for a copy and proves it", () => asks(page, email, "copy"));

    await test.step("a member finds it on Today and answers", async () => {
      await openAlive(member, "/back-office");
      const line = member.getByRole("listitem").filter({ hasText: /Requests? about personal data/ });
      await line.getByRole("link", { name: "Answer" }).focus();
      await member.keyboard.press("Enter");
      await expect(member.getByRole("heading", { name: "Requests about personal data" })).toBeVisible();
      await inOrder(member);
      await member.getByRole("row").filter({ hasText: email }).getByRole("link").focus();
      await member.keyboard.press("Enter");
      await expect(member.getByRole("heading", { name: "Send the copy" })).toBeVisible();
      await inOrder(member);
      const answer = member.url();
      await pressed(member, "link", "See what is there of this person");
      await pressed(member, "link", "Everything we have");
      await expect(member.getByRole("heading", { name: "Everything we have" })).toBeVisible();
      await member.locator("summary").filter({ hasText: "Orders" }).first().focus();
      await member.keyboard.press("Enter");
      await expect(member.getByText("88 Sandstone Avenue")).toBeVisible();
      await inOrder(member);
      await openAlive(member, answer);
      await pressed(member, "button", "Make the copy and send its link");
      await expect(member.getByText("The copy is being made").or(member.getByText("Copy sent")).first()).toBeVisible();
    });

    await test.step("the person opens the copy with a code", async () => {
      const link = await inLetters(email, /(https?:\/\/\S+\/your-copy\/[^\s"<]+)/);
      await asksWithoutScript(browser, new URL(link).pathname);
      await openAlive(page, new URL(link).pathname);
      await inOrder(page);
      await pressed(page, "button", "Send me a code");
      await expect(page.getByText("A letter with a code is on its way")).toBeVisible();
      await typed(page, "Code", code);
      await pressed(page, "button", "Open my copy");
      await tabTo(page, "link", "Download your data (ZIP)");
      await inOrder(page);
      const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
      const zip = await readFile(await file.path());
      expect(zip.subarray(0, 2).toString()).toBe("PK");
      expect(zip.includes("your-data.html")).toBe(true);
    });

    await test.step("the person asks to be erased, an owner reads what goes and erases", async () => {
      await asks(page, email, "erase", code);
      await openAlive(member, "/back-office/people/requests");
      await member
        .getByRole("table", { name: "To be answered" })
        .getByRole("row")
        .filter({ hasText: email })
        .getByRole("link")
        .focus();
      await member.keyboard.press("Enter");
      await expect(member.getByRole("heading", { name: "Erase", exact: true })).toBeVisible();
      await inOrder(member);
      await pressed(member, "link", "Look at what goes, and erase");
      await expect(member.getByText("It cannot be undone.")).toBeVisible();
      await inOrder(member);
      await member.getByRole("checkbox", { name: /I have read this/ }).focus();
      await member.keyboard.press("Space");
      await pressed(member, "button", "Erase for good");
      await expect(member.getByRole("heading", { name: "Erasure of a person" })).toBeVisible();
      await inOrder(member);
    });

    await test.step("the last letter says it, and nothing knows the person", async () => {
      await expect(async () => {
        const rows = await atTheDatabase("select name, email from orders where number = $1", [number]);
        expect(rows).toEqual([{ name: "Name erased", email: "" }]);
      }).toPass({ timeout: 30_000 });
      await openAlive(member, "/back-office/people/requests");
      await expect(member.getByText(email)).toHaveCount(0);
      await inOrder(member);
    });
  });
