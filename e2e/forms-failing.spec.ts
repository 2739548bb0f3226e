import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { alive, openProduct, rider, violations, withoutPopUp } from "./support";

test.beforeEach(({ page }) => withoutPopUp(page));

test("ten newsletter forms from one IP address are accepted, and further ones are refused with 429", async ({
  page,
}) => {
  const email = rider("flood");
  const send = () => page.request.post("/newsletter.data", { form: { email }, headers: { Accept: "text/x-script" } });
  const answers = [];
  for (let time = 0; time < 12; time += 1) answers.push((await send()).status());

  expect(answers.slice(0, 10).every((status) => status < 400)).toBe(true);
  expect(answers.at(-1)).toBe(429);
});

test("a request body that is not a form is refused with 400", async ({ request }) => {
  for (const address of [
    "/contact",
    "/newsletter",
    "/back-in-stock",
    "/reviews",
    "/questions",
    "/return-or-exchange",
  ]) {
    const answer = await request.post(address, { data: { name: "Maya" }, headers: { accept: "text/html" } });
    expect(answer.status(), address).toBe(400);
  }
});

test.describe("when the connection breaks while a form is sent", () => {
  const UNREACHABLE = "The signal dropped. What you typed is still here; please try again.";
  const drop = (page: Page) => page.context().setOffline(true);

  test("the contact form keeps the typed text, and a second attempt sends the message", async ({ page }) => {
    await page.goto("/contact");
    await alive(page);
    const form = page.getByRole("region", { name: "Send A Message" });
    await form.getByRole("textbox", { name: "Name" }).fill("Dale");
    await form.getByRole("textbox", { name: "E-mail" }).fill(rider("dale"));
    await form.getByRole("textbox", { name: "Message" }).fill("Do the boots run small?");
    await drop(page);
    await form.getByRole("button", { name: "Send Message" }).click();
    await expect(form.getByRole("alert")).toHaveText(UNREACHABLE);
    await expect(form.getByRole("textbox", { name: "Message" })).toHaveValue("Do the boots run small?");

    await page.context().setOffline(false);
    await form.getByRole("button", { name: "Send Message" }).click();
    await expect(form.getByRole("status")).toBeVisible();
    // The form is removed together with the focused button, so the status gets the focus.
    await expect(form.getByRole("status")).toBeFocused();
    expect(await violations(page), "with a message that was sent").toEqual([]);
  });

  test("the newsletter form keeps the typed e-mail address and does not leave the page", async ({ page }) => {
    await page.goto("/about");
    await alive(page);
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("textbox").fill(rider("dale"));
    await page.waitForLoadState("networkidle");
    await drop(page);
    await footer.getByRole("textbox").press("Enter");
    await expect(footer.getByRole("alert")).toHaveText(UNREACHABLE);
    await expect(footer.getByRole("textbox")).toHaveValue(/^dale/);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).not.toHaveText("The signal dropped");
  });

  test("forms of a comment, an order look-up and a return keep their text", async ({ page }) => {
    const main = page.getByRole("main");
    const alert = main.getByRole("alert").filter({ hasText: UNREACHABLE });
    await page.goto("/blog/denim-vs-leather");
    await alive(page);
    await main.getByRole("textbox", { name: "Name" }).fill("Dale");
    await main.getByRole("textbox", { name: "E-mail" }).fill(rider("dale"));
    await main.getByRole("textbox", { name: "Message" }).fill("Leather, always.");
    await drop(page);
    await main.getByRole("button", { name: "Submit" }).click();
    await expect(alert).toBeVisible();
    await expect(main.getByRole("textbox", { name: "Message" })).toHaveValue("Leather, always.");

    for (const [address, button] of [
      ["/order-status", "Show my order"],
      ["/return-or-exchange", "Start Return"],
    ] as const) {
      await page.context().setOffline(false);
      await page.goto(address);
      await alive(page);
      await main.getByRole("textbox").nth(0).fill("12345678");
      await main.getByRole("textbox").nth(1).fill("dale@example.com");
      await drop(page);
      await main.getByRole("button", { name: button }).click();
      await expect(alert).toBeVisible();
      await expect(main.getByRole("textbox").nth(0)).toHaveValue("12345678");
      await expect(main.getByRole("textbox").nth(1)).toHaveValue("dale@example.com");
    }
  });

  test("the review dialog opens again with the typed review", async ({ page }) => {
    await openProduct(page, "Outlaw Leather Jacket");
    await alive(page);
    await page.getByRole("button", { name: "Write a review" }).click();
    const dialog = page.getByRole("dialog", { name: "Write a review" });
    await dialog.getByRole("radio", { name: "4 stars" }).check();
    await dialog.getByRole("textbox", { name: "Review" }).fill("Warm, and quiet at speed.");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Dale");
    await page.waitForLoadState("networkidle");
    await drop(page);
    await dialog.getByRole("button", { name: "Submit review" }).click();
    await expect(page.getByRole("alert").filter({ hasText: UNREACHABLE })).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "Review" })).toHaveValue("Warm, and quiet at speed.");
    await expect(dialog.getByRole("radio", { name: "4 stars" })).toBeChecked();
  });
});
