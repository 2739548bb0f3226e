import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { alive, lineOf, noPopUp, openAtRest, productNamed, remember, violations } from "./support";
import { TEE } from "./support/bag";
import { BELOW_WIDE, panel } from "./support/frame";
import { DAY } from "../src/platform/durations";

const offer = (page: Page) => page.getByRole("dialog", { name: /5% off/i });

test.describe("the promo banner", () => {
  test("shows its two messages in turn, 4000 ms each (R-2.3-18, R-2.3-19, R-2.3-20)", async ({ page }) => {
    await openAtRest(page, "/about");
    const shipping = page.getByRole("link", { name: /free.*shipping.*\$300/i });
    const returns = page.getByRole("link", { name: /30.*return/i });

    await expect(shipping).toBeVisible();
    await page.clock.runFor(3999);
    await expect(shipping).toBeVisible();
    await expect(returns).toBeHidden();
    await page.clock.runFor(1);
    await expect(returns).toBeVisible();
    await expect(shipping).toBeHidden();
    await page.clock.runFor(4000);
    await expect(shipping).toBeVisible();
  });

  test("stops while it is hovered, and stays paused after the button to pause was pressed", async ({ page }) => {
    await remember(page, noPopUp);
    await openAtRest(page, "/about");
    const shipping = page.getByRole("link", { name: /free.*shipping/i });
    await shipping.hover();
    await page.clock.runFor(9000);
    await expect(shipping).toBeVisible();

    await page.getByRole("button", { name: "Pause the announcements" }).click();
    await page.mouse.move(300, 500);
    await page.getByRole("main").click({ position: { x: 5, y: 5 } });
    await page.clock.runFor(9000);
    await expect(shipping).toBeVisible();
    await expect(page.getByRole("button", { name: "Play the announcements" })).toBeVisible();
  });

  test("does not move with reduced motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openAtRest(page, "/about");
    await page.clock.runFor(9000);

    await expect(page.getByRole("link", { name: /free.*shipping/i })).toBeVisible();
  });
});

test.describe("the newsletter pop-up", () => {
  test("opens 6500 ms after the load, with its offer, its form and its links (R-2.3-12, R-2.3-13, R-2.3-14)", async ({
    page,
  }) => {
    await openAtRest(page, "/about");
    await page.clock.runFor(6499);
    await expect(offer(page)).toBeHidden();
    await page.clock.runFor(1);

    await expect(offer(page)).toBeVisible();
    await expect(offer(page)).toContainText("5%");
    await expect(offer(page).getByRole("textbox", { name: /mail/i })).toHaveAttribute("type", "email");
    await expect(offer(page).getByRole("button", { name: "Subscribe" })).toBeVisible();
    for (const name of ["Men", "Women", "Accessories"])
      await expect(offer(page).getByRole("link", { name, exact: true })).toHaveAttribute(
        "href",
        `/shop/${name.toLowerCase()}`,
      );
  });

  test("waits for 3 seconds after the last key (R-2.3-12)", async ({ page }) => {
    await openAtRest(page, "/about");
    await page.clock.runFor(6000);
    await page.getByRole("contentinfo").getByRole("textbox", { name: /mail/i }).pressSequentially("r");
    await page.clock.runFor(2500);
    await expect(offer(page)).toBeHidden();
    await page.clock.runFor(1000);
    await expect(offer(page)).toBeVisible();
  });

  test("opens on the home page too (R-2.3-17)", async ({ page }) => {
    await openAtRest(page, "/");
    await page.clock.runFor(6500);

    await expect(offer(page)).toBeVisible();
  });

  test("once closed, returns the focus and does not open for 30 days (R-2.3-15)", async ({ page }) => {
    await openAtRest(page, "/about");
    await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).focus();
    await page.clock.runFor(6500);
    await offer(page).getByRole("button", { name: /close/i }).click();
    await page.clock.runFor(1000);
    await expect(offer(page)).toBeHidden();
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "FAQ" })).toBeFocused();

    await page.clock.fastForward(29 * DAY);
    await page.reload();
    await alive(page);
    await page.clock.runFor(7000);
    await expect(offer(page)).toBeHidden();

    await page.clock.fastForward(DAY);
    await page.reload();
    await alive(page);
    await page.clock.runFor(6500);
    await expect(offer(page)).toBeVisible();
  });

  test("once its form is sent, confirms it and does not open again", async ({ page }) => {
    await openAtRest(page, "/about");
    await page.clock.runFor(6500);
    await offer(page).getByRole("textbox", { name: /mail/i }).fill("rider");
    await offer(page).getByRole("button", { name: "Subscribe" }).click();
    await expect(offer(page).getByText(/valid e-mail/i)).toBeVisible();

    await offer(page).getByRole("textbox", { name: /mail/i }).fill("pop-up@example.com");
    await offer(page).getByRole("button", { name: "Subscribe" }).click();
    await page.clock.runFor(100);
    await expect(offer(page).getByRole("status")).toBeVisible();
    await page.reload();
    await alive(page);
    await page.clock.runFor(7000);
    await expect(offer(page)).toBeHidden();
  });

  test("opens 3 seconds after another open dialog is closed (R-2.3-12)", async ({ page }) => {
    await page.setViewportSize(BELOW_WIDE);
    await openAtRest(page, "/about");
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(panel(page)).toBeVisible();
    await page.clock.runFor(8000);
    await expect(offer(page)).toBeHidden();

    await panel(page).getByRole("button", { name: /close/i }).click();
    await page.clock.runFor(100);
    await expect(panel(page)).toHaveCount(0);
    await page.clock.runFor(2000);
    await expect(offer(page)).toBeHidden();
    await page.clock.runFor(1500);
    await expect(offer(page)).toBeVisible();
  });

  test("does not open while a message tells what became of an act, but 3 seconds after it is gone (R-2.3-12)", async ({
    page,
  }) => {
    const { color, size } = await lineOf(page, TEE);
    await openAtRest(page, (await productNamed(page, TEE)).address);
    await page.getByRole("radio", { name: color, exact: true }).check();
    await page.getByRole("radio", { name: size, exact: true }).check();
    await page.clock.runFor(5000);
    await page.getByRole("button", { name: "Add to bag" }).first().click();
    const message = page.getByText("Added To Bag!", { exact: true });
    await expect(message).toBeVisible();
    await page.clock.runFor(3000);
    await expect(message).toBeVisible();
    await expect(offer(page)).toBeHidden();

    await page.clock.runFor(2500);
    await expect(message).toHaveCount(0);
    await page.clock.runFor(2000);
    await expect(offer(page)).toBeHidden();
    await page.clock.runFor(1500);
    await expect(offer(page)).toBeVisible();
  });

  test("does not open over an open list, but 3 seconds after it is closed (R-2.3-12)", async ({ page }) => {
    await openAtRest(page, "/community");
    await page.clock.runFor(6000);
    await page.getByRole("combobox", { name: "State" }).click();
    await page.clock.runFor(8000);
    await expect(offer(page)).toBeHidden();

    await page.keyboard.press("Escape");
    await page.clock.runFor(2500);
    await expect(offer(page)).toBeHidden();
    await page.clock.runFor(1500);
    await expect(offer(page)).toBeVisible();
  });

  test("never opens on the checkout", async ({ page }) => {
    await openAtRest(page, "/checkout");
    await page.clock.runFor(20_000);

    await expect(offer(page)).toBeHidden();
  });

  test("has no axe violation", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openAtRest(page, "/about");
    await page.clock.runFor(7000);
    await expect(offer(page)).toBeVisible();
    await page.clock.resume();

    expect(await violations(page)).toEqual([]);
  });
});

test.describe("the splash screen", () => {
  const splash = (page: Page) => page.locator("body > [aria-hidden=true]", { hasText: "Ride Dirty. Look Sharp." });

  test("covers the home page for 2500 ms, once per browser session (R-2.4-01)", async ({ page }) => {
    await openAtRest(page, "/");
    await expect(splash(page)).toBeVisible();
    await page.clock.runFor(2499);
    await expect(splash(page)).toBeVisible();
    await page.clock.runFor(1);
    await expect(splash(page)).toBeHidden();

    await page.reload();
    await alive(page);
    await expect(splash(page)).toBeHidden();
  });

  test("is not shown with reduced motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openAtRest(page, "/");

    await expect(splash(page)).toBeHidden();
  });
});
