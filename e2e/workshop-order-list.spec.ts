import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { violations } from "./support/axe";
import { signInAs } from "./support/member";
import { paidOrders } from "./support/orders";

/** Numbers of three paid orders, and the shopper's name: random, so that a second run in the same shop does not meet the first. */
const FIRST = 70_010_000 + 10 * Math.floor(Math.random() * 900_000);
const NUMBERS = [1, 2, 3].map((place) => String(FIRST + place));
const NAME = Array.from({ length: 9 }, () => "bcdfghklmnprstvw"[Math.floor(Math.random() * 16)]).join("");
/** The name with one wrong letter. */
const MISSPELT = `${NAME.slice(0, 4)}y${NAME.slice(5)}`;
const shown = (number: string) => `#${number.slice(0, 4)} ${number.slice(4)}`;

const threeOrders = () => paidOrders(NUMBERS, `Lister ${NAME}`, "2020-01-01");

const open = (page: Page, path: string) => page.goto(`/back-office${path}`);
const chosen = (page: Page) => page.getByRole("region", { name: "What is chosen" });

test("[B-18, B-27, B-29, B-75] a member selects several orders and marks them as shipped by keyboard at 390 px", async ({
  page,
  context,
}) => {
  test.setTimeout(90_000);
  await signInAs(context, "packer");
  await threeOrders();
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/");

  await test.step("the keys G O open the list, / focuses its search, and the Back button restores the search", async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("o");
    await expect(page.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
    await page.keyboard.press("/");
    await page.keyboard.type(MISSPELT);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("row")).toHaveCount(4);
    expect(await violations(page)).toEqual([]);
    await open(page, `/orders?q=${MISSPELT}&sort=oldest`);
    await page.getByRole("link", { name: "Today" }).last().click();
    await page.goBack();
    await expect(page.getByRole("searchbox")).toHaveValue(MISSPELT);
  });

  await test.step("the keys J, X and Shift X select rows", async () => {
    await expect(chosen(page)).toBeHidden();
    await page.locator("h1").click();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(chosen(page)).toContainText("1 order chosen, 1 piece");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    await expect(chosen(page)).toContainText("3 orders chosen, 3 pieces");
    await page.getByRole("button", { name: "Paste tracking" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Paste tracking" })).toBeVisible();
  });

  await test.step("pasted lines are checked while they are typed, and leaving the form asks for confirmation", async () => {
    const lines = NUMBERS.map((number, index) => `${number} 1Z999AA1012345678${index}`);
    await page.getByLabel("Your lines").fill([...lines, `${String(FIRST).slice(0, 7)} TRACK-99`].join("\n"));
    await expect(page.getByText(`Line 4: ${String(FIRST).slice(0, 7)} is one digit too short.`)).toBeVisible();
    await expect(
      page.getByText("3 orders ship, 3 letters wait in the outbox: no mail server is set up."),
    ).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("button", { name: /stay/i }).click();
    await page.getByLabel("Your lines").fill(lines.join("\n"));
    await expect(page.getByText("Line 4:")).toBeHidden();
    await page.getByRole("button", { name: "Ship 3 orders" }).press("Enter");
    await expect(page.locator(".act-message")).toContainText(
      "3 orders were sent. The letters about them wait in the outbox: no mail server is set up.",
    );
    await open(page, `/orders?q=${MISSPELT}`);
    await expect(page.getByText("On the way")).not.toHaveCount(0);
    await expect(page.getByText(shown(NUMBERS[0] ?? ""))).toBeVisible();
  });
});
