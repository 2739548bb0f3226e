import { expect } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase, fits, lettersTo, lineOf, openAlive, remember, rider, violations } from "./support";
import { tabTo } from "./support/keyboard";
import {
  fillBag,
  TEE,
  sectionOf,
  save,
  pay,
  nameMyself,
  giveAddress,
  walkToPayment,
  enterCard,
  confirmed,
} from "./support/checkout";

test.describe("the checkout's sections", () => {
  test("open one after the other, and collapse to a summary with Edit (R-2.9-01, R-2.9-02, R-2.9-03, R-2.9-09, R-4-37)", async ({
    page,
  }) => {
    await fillBag(page);
    await page.goto("/checkout");

    await expect(page.getByRole("heading", { level: 2 })).toHaveText([
      "MY INFORMATION",
      "BILLING ADDRESS",
      "DELIVERY",
      "PAYMENT METHOD",
    ]);
    await expect(page.getByRole("textbox")).toHaveCount(3);

    await nameMyself(page);
    await expect(sectionOf(page, "MY INFORMATION")).toContainText("Jo Delacroix");
    await expect(page.getByRole("textbox", { name: "First name" })).toBeHidden();

    await page.getByRole("button", { name: "Edit my information" }).click();
    await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Last name" })).toHaveValue("Delacroix");
  });

  test("show an error beside each invalid field, and stay open (R-5-12, R-5-13, R-8-18)", async ({ page }) => {
    await fillBag(page);
    await page.goto("/checkout");
    await page.getByRole("textbox", { name: "Email" }).fill("a b@example.com");
    await page.getByRole("textbox", { name: "First name" }).fill("J4ne");
    await page.getByRole("textbox", { name: "Last name" }).fill("D0e");
    await save(sectionOf(page, "MY INFORMATION"));

    await expect(page.getByText("Invalid email format")).toBeVisible();
    await expect(page.getByText("First name must contain only letters")).toBeVisible();
    await expect(page.getByText("Last name must contain only letters")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "Value is not valid." })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
    await expect(sectionOf(page, "BILLING ADDRESS").getByRole("checkbox")).toBeHidden();
  });

  test("a ZIP code has five digits, and a longer pasted text is cut to five (R-5-15, R-5-16, R-8-18)", async ({
    page,
  }) => {
    await fillBag(page);
    await page.goto("/checkout");
    await nameMyself(page);
    const section = sectionOf(page, "BILLING ADDRESS");
    await section.getByRole("checkbox").check();
    const zip = section.getByRole("textbox", { name: "ZIP" });
    await zip.fill("80202-1234");
    await expect(zip).toHaveValue("80202");

    await zip.fill("1");
    await save(section);
    await expect(section.getByText("Invalid postal code")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "Value is not valid." })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Phone" })).toBeHidden();
  });

  test("the telephone field keeps +1 and up to ten digits, and accepts an incomplete number (R-5-17, R-5-18, R-5-19, R-3-25)", async ({
    page,
  }) => {
    await fillBag(page);
    await page.goto("/checkout");
    await nameMyself(page);
    await giveAddress(page);

    const phone = page.getByRole("textbox", { name: "Phone" });
    await expect(phone).toHaveValue("+1");
    await phone.fill("");
    await expect(phone).toHaveValue("+1");
    await phone.fill("(303) 555-0100 99");
    await expect(phone).toHaveValue("+13035550100");
    await phone.fill("+1303");
    await save(sectionOf(page, "DELIVERY"));
    await expect(page.getByRole("radio", { name: "Klarna" })).toBeVisible();
  });

  test("delivery repeats the billing address with the state of its ZIP (R-2.9-04, R-2.9-06, R-5-20)", async ({
    page,
  }) => {
    await fillBag(page);
    await page.goto("/checkout");
    await nameMyself(page);
    await giveAddress(page);

    const delivery = sectionOf(page, "DELIVERY");
    await expect(delivery).toContainText("88 Sandstone Avenue, Lot 4, Flagstaff");
    await expect(delivery).toContainText("AZ 86001");
  });

  test("choosing a place fills in city and ZIP; for a city with several ZIPs the ZIP field stays empty (R-4-47, R-7-20)", async ({
    page,
  }) => {
    await fillBag(page);
    await page.goto("/checkout");
    await nameMyself(page);
    const section = sectionOf(page, "BILLING ADDRESS");
    await section.getByRole("combobox").fill("Flagstaff");
    const looked = page.waitForRequest(/places\/nearest\?latitude=35\.\d+&longitude=-111/);
    await section.getByRole("option", { name: "Flagstaff, AZ", exact: true }).click();
    await looked;

    await expect(section.getByRole("textbox", { name: "City" })).toHaveValue("Flagstaff");
    await expect(section.getByRole("textbox", { name: "ZIP" })).toHaveValue("");
    await expect(section.getByText("This city has several ZIPs. Please type yours.")).toBeVisible();
    await expect(section.getByRole("textbox", { name: "Street" })).toBeFocused();

    await section.getByRole("checkbox").uncheck();
    await section.getByRole("combobox").fill("86001");
    await section.getByRole("option", { name: "Flagstaff, AZ 86001" }).click();
    await expect(section.getByRole("textbox", { name: "ZIP" })).toHaveValue("86001");
  });

  test("a whole address in the search fills the fields of a typed one; a text without a comma is the street (R-2.9-05)", async ({
    page,
  }) => {
    await fillBag(page);
    await page.goto("/checkout");
    await nameMyself(page);
    const section = sectionOf(page, "BILLING ADDRESS");
    const field = (name: string) => section.getByRole("textbox", { name });
    await section.getByRole("combobox").fill("12 Main St, 86001");
    await section.getByRole("option", { name: "Flagstaff, AZ 86001" }).click();
    await expect(field("Street")).toHaveValue("12 Main St");
    await expect(field("City")).toHaveValue("Flagstaff");
    await expect(field("ZIP")).toHaveValue("86001");

    await section.getByRole("checkbox").uncheck();
    await section.getByRole("combobox").fill("7 Sandstone Avenue, Flagstaff, AZ 86001");
    await section.getByRole("button", { name: "Save and continue" }).click();
    await expect(field("Street")).toHaveValue("7 Sandstone Avenue");
    await expect(field("City")).toHaveValue("Flagstaff");
    await expect(field("ZIP")).toHaveValue("86001");

    await section.getByRole("checkbox").uncheck();
    await section.getByRole("combobox").fill("PO Box 12");
    await section.getByRole("button", { name: "Save and continue" }).click();
    await expect(field("Street")).toHaveValue("PO Box 12");
    await section.getByRole("button", { name: "Save and continue" }).click();
    await expect(section.getByText("We do not deliver to PO boxes. Please enter a street address.")).toBeVisible();
  });

  test("when the place search fails, the address can still be typed (R-8-23)", async ({ page }) => {
    await fillBag(page);
    await page.route(/\/api\/places/, (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto("/checkout");
    await nameMyself(page);
    const said = page.waitForEvent("console", (message) => message.text().startsWith("Address lookup failed"));
    await sectionOf(page, "BILLING ADDRESS").getByRole("combobox").fill("Flagstaff");
    await said;

    await giveAddress(page);
    await expect(sectionOf(page, "DELIVERY")).toContainText("86001");
  });

  test("keep typed text when the page is reloaded, but no card data", async ({ page }) => {
    await walkToPayment(page);
    await enterCard(page, "4242 4242 4242 4242");
    await page.reload();

    await expect(sectionOf(page, "MY INFORMATION")).toContainText("Jo Delacroix");
    await expect(sectionOf(page, "BILLING ADDRESS")).toContainText("88 Sandstone Avenue, Lot 4, Flagstaff");
    await expect(page.getByRole("textbox", { name: "Card number" })).toHaveValue("");
    const stored = await page.evaluate(() => [localStorage, sessionStorage].flatMap((each) => Object.values(each)));
    expect(stored.filter((value) => String(value).includes("4242"))).toEqual([]);
  });
});

test("a checkout without order details offers no payment (R-2.9-13)", async ({ page }) => {
  await page.goto("/checkout");
  await expect(page.getByText("No Items")).toBeVisible();
});

test("a shopper can complete the checkout with the keyboard alone", async ({ page }) => {
  await fillBag(page);
  await page.goto("/checkout");
  const email = page.getByRole("textbox", { name: "Email" });
  await expect(email).toBeEnabled();
  await email.focus();
  const { keyboard } = page;
  for (const text of ["jo.delacroix@example.com", "Jo", "Delacroix"]) {
    await keyboard.type(text);
    await keyboard.press(text === "Delacroix" ? "Enter" : "Tab");
  }

  const byHand = page.getByRole("checkbox");
  await expect(byHand).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.type("86001");
  await expect(page.getByRole("option", { name: "Flagstaff, AZ 86001" })).toBeVisible();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Street" })).toBeFocused();
  await keyboard.type("88 Sandstone Avenue");
  await keyboard.press("Enter");

  await expect(page.getByRole("textbox", { name: "Phone" })).toBeFocused();
  await keyboard.type("9285550100");
  await keyboard.press("Enter");

  await expect(page.getByRole("radio", { name: "Credit Card" })).toBeFocused();
  await keyboard.press("Space");
  await expect(page.getByRole("textbox", { name: "Card number" })).toBeVisible();
  await keyboard.press("Tab");
  await expect(page.getByRole("textbox", { name: "Card number" })).toBeFocused();
  for (const text of ["4242424242424242", "1234", "123"]) {
    await keyboard.type(text);
    await keyboard.press(text === "123" ? "Enter" : "Tab");
  }

  await expect(pay(page)).toBeFocused();
  await keyboard.press("Enter");
  await expect(confirmed(page)).toBeVisible();
  await keyboard.press("Escape");
  await expect(page).toHaveURL("/");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the checkout says that it needs JavaScript", async ({ page }) => {
    await page.goto("/checkout");
    await expect(page.getByText("Paying needs JavaScript")).toBeVisible();
  });

  test("looking up an unknown order shows one error message and keeps the typed text", async ({ page }) => {
    await page.goto("/order-status");
    await page.getByRole("textbox", { name: "Order number" }).fill("#1234 5678");
    const form = page.getByRole("main");
    await form.getByRole("textbox", { name: "Email" }).fill("jo@example.com");
    await form.getByRole("button", { name: "Show my order" }).click();
    await expect(page.getByText("No order was found with this number and e-mail address.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Order number" })).toHaveValue("#1234 5678");
    await expect(form.getByRole("textbox", { name: "Email" })).toHaveValue("jo@example.com");
  });
});

test("an address that is saved offline gets its state, and the way to pay is loaded, when the connection comes back", async ({
  page,
  context,
}) => {
  await fillBag(page);
  await page.goto("/checkout");
  await nameMyself(page);
  await context.setOffline(true);
  await giveAddress(page);
  const delivery = sectionOf(page, "DELIVERY");
  await expect(delivery).toContainText("86001");
  await expect(delivery).not.toContainText("AZ 86001");
  await page.getByRole("textbox", { name: "Phone" }).fill("(928) 555-0100");
  await save(delivery);
  await page.getByRole("radio", { name: "Credit Card" }).check();
  await expect(page.getByText("could not be loaded")).toBeVisible();

  await context.setOffline(false);
  await expect(sectionOf(page, "BILLING ADDRESS")).toContainText("AZ 86001");
  await expect(page.getByRole("textbox", { name: "Card number" })).toBeVisible();
});

test("[B-135] the box for a reminder is ticked and unticked by keyboard at 390 px; the letter's link brings the bag alone to another device, and asks where it has other goods", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const email = rider("finn");
  await atTheDatabase(
    "insert into settings (name, value) values ('checkoutReminder', 'true'), ('shopAddress', '\"1 Route 66, Flagstaff\"') on conflict (name) do update set value = excluded.value",
  );
  const kept = () =>
    atTheDatabase<{ goods: number }>(
      "select jsonb_array_length(bag) as goods from checkout_reminders where email = $1",
      [email],
    );
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await fillBag(page);
  await openAlive(page, "/checkout");
  const box = page.getByRole("checkbox", { name: "Send me a reminder if I don't finish" });
  await expect(box).not.toBeChecked();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "First name" }).fill("Finnegan");
  await tabTo(page, "checkbox", "Send me a reminder if I don't finish");
  for (const rows of [1, 0, 1]) {
    await page.keyboard.press("Space");
    await expect.poll(async () => (await kept()).length).toBe(rows);
  }
  await expect(box).toBeChecked();
  expect(await violations(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
  // A reload in this tab keeps the box; what the shopper typed stays here. The page then tells the shop of the checkout again, which
  // counts as a change: only after that the reminder can be made due.
  const toldAgain = page.waitForResponse("**/api/reminders");
  await page.reload();
  await expect(box).toBeChecked();
  await toldAgain;

  await atTheDatabase(
    "update checkout_reminders set asked_at = asked_at - interval '5 hours', changed_at = now() - interval '5 hours' where email = $1",
    [email],
  );
  await context.close();
  await atTheDatabase("insert into pgboss.job (name, data) values ('look-for-reminders', '{}')");
  const link = async (start: string) =>
    new RegExp(`http://[^\\s"]*(/${start}/[\\w/-]+)`).exec((await lettersTo(email)).join("\n"))?.[1] ?? "";
  await expect.poll(() => link("your-bag"), { timeout: 30_000 }).not.toBe("");
  // Others' shoppers of this shop are asked nothing more.
  await atTheDatabase("update settings set value = 'false' where name = 'checkoutReminder'");

  const other = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await other.newPage();
  await openAlive(phone, await link("your-bag"));
  await expect(phone.getByText("Your bag is back. Prices are those of today.")).toBeVisible();
  expect(await violations(phone)).toEqual([]);
  expect(await fits(phone)).toBe(true);
  await (await tabTo(phone, "link", "Go to checkout")).press("Enter");
  await expect(phone.getByRole("textbox", { name: "Email" })).toHaveValue("");
  await expect(phone.getByRole("textbox", { name: "First name" })).toHaveValue("");
  await expect(phone.getByRole("main").getByText(TEE)).toBeVisible();
  await other.close();

  const third = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const desk = await third.newPage();
  await remember(desk, { cart: [await lineOf(desk, "Gauntlet Leather Gloves")] });
  const inBag = () => desk.evaluate(() => (JSON.parse(localStorage.getItem("cart") ?? "[]") as unknown[]).length);
  await openAlive(desk, await link("your-bag"));
  await expect(desk.getByText("The bag on this device has other goods.")).toBeVisible();
  expect(await inBag()).toBe(1);
  expect(await violations(desk)).toEqual([]);
  await (await tabTo(desk, "button", "Keep my bag")).press("Enter");
  await expect(desk.getByText("Your bag stays as it was.")).toBeVisible();
  expect(await inBag()).toBe(1);
  await openAlive(desk, await link("your-bag"));
  await (await tabTo(desk, "button", "Add to my bag")).press("Enter");
  await expect(desk.getByText("It is in your bag.")).toBeVisible();
  expect(await inBag()).toBe(2);
  await third.close();

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const bare = await plain.newPage();
  await bare.goto(await link("your-bag"));
  await expect(bare.locator("main noscript p")).toHaveText(/needs JavaScript/);
  await expect(bare.getByRole("main").getByRole("link", { name: TEE })).toBeVisible();
  await bare.goto(await link("no-more-letters"));
  await bare.getByRole("button", { name: "No more reminders" }).click();
  await expect(bare.getByText("We do not remind this address any more.")).toBeVisible();
  await plain.close();
});
