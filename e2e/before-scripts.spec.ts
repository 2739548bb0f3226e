import { expect, type Page, test } from "@playwright/test";
import { alive, atTheDatabase, productNamed, rider, storedValue, withoutPopUp } from "./support";
import { BELOW_WIDE, header, panel, searchBox, WIDE } from "./support/frame";
import { size } from "./support/product";

// Tests input between the first paint and hydration: the tests delay all requests for scripts.
test.beforeEach(({ page }) => withoutPopUp(page));
test.use({ viewport: WIDE });

const SCRIPTS = /\/assets\/[^?]*\.js/;
const LATER_STYLES = /\/assets\/[^?]*\.later[^?]*\.css/;

/** Opens a page and delays its requests for scripts; the returned function lets them continue. */
async function openWithoutScripts(page: Page, address: string): Promise<() => Promise<void>> {
  const { promise: comes, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await comes;
    await route.continue();
  });
  const asked = page.waitForRequest(SCRIPTS);
  await page.goto(address, { waitUntil: "domcontentloaded" });
  await asked;
  expect(await page.evaluate(() => "earlyInput" in window)).toBe(true);
  return async () => {
    letGo();
    await alive(page);
  };
}

const bag = (page: Page) => storedValue(page, "cart");
const bagLink = (page: Page) => header(page).getByRole("link", { name: /^Bag, / });

test("text typed into the search before scripts run gets suggestions afterwards, and a submitted search opens its results at once", async ({
  page,
}) => {
  const comeAlive = await openWithoutScripts(page, "/about");
  await searchBox(page).pressSequentially("jackets");
  await searchBox(page).press("Backspace");
  await comeAlive();
  await expect(searchBox(page)).toHaveValue("jacket");
  await expect(header(page).getByRole("option")).toHaveCount(6);
  await searchBox(page).pressSequentially("s");
  await expect(searchBox(page)).toHaveValue("jackets");

  await page.unrouteAll();
  await openWithoutScripts(page, "/about");
  await searchBox(page).fill("jacket");
  await searchBox(page).press("Enter");
  await expect(page).toHaveURL("/search?query=jacket");
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
});

test("choosing a size and pressing Add to bag twice before scripts run adds one piece, and the bag's icon links to the bag", async ({
  page,
}) => {
  const { _id } = await productNamed(page, "Outlaw Leather Jacket");
  const comeAlive = await openWithoutScripts(page, `/product/x-${_id}`);
  const add = page.getByRole("button", { name: "Add to bag" });
  const favorite = page.getByRole("button", { name: "Add Outlaw Leather Jacket to wishlist" }).first();
  await size(page, "L").check({ force: true });
  await add.click({ force: true });
  await add.click({ force: true });
  await favorite.click();
  await favorite.click();
  await comeAlive();
  await expect(page.getByText("Added To Bag!", { exact: true })).toBeVisible();
  await expect(size(page, "L")).toBeChecked();
  await expect(add).toBeEnabled();
  await expect(bagLink(page)).toHaveAccessibleName("Bag, 1 item");
  expect(await bag(page)).toMatchObject([{ product: _id, size: "L", color: "Black", quantity: 1 }]);
  await expect(favorite).toHaveAttribute("aria-pressed", "true");

  await page.unrouteAll();
  await openWithoutScripts(page, "/about");
  await bagLink(page).click();
  await expect(page).toHaveURL("/cart");
});

test("a listing's filter and sort order, used before scripts run, take effect afterwards, and its tabs are links", async ({
  page,
}) => {
  const comeAlive = await openWithoutScripts(page, "/shop/men");
  await page.getByRole("button", { name: "FILTER", exact: true }).click();
  await comeAlive();
  const drawer = page.getByRole("dialog", { name: "Filter" });
  await drawer.getByRole("checkbox", { name: "Olive" }).check();
  await drawer.getByRole("button", { name: "APPLY" }).click();
  await expect(page).toHaveURL("/shop/men?colors=Olive");

  await page.unrouteAll();
  const comeAliveAgain = await openWithoutScripts(page, "/shop/men");
  await page.getByRole("combobox", { name: "Sort" }).selectOption("lowest");
  await comeAliveAgain();
  await expect(page).toHaveURL("/shop/men?sort=lowest");
  await expect(page.getByRole("combobox", { name: "Sort" })).toHaveValue("lowest");

  await page.unrouteAll();
  await openWithoutScripts(page, "/shop/men");
  await page.getByRole("tab", { name: /^Jackets/ }).click();
  await expect(page).toHaveURL("/shop/men?tab=jackets");
});

test("the newsletter form accepts addresses typed or submitted before scripts run, and stores each address once", async ({
  page,
}) => {
  const [typed, sent] = [rider("early"), rider("earlier")];
  const subscribed = async (email: string) =>
    (await atTheDatabase("select 1 from subscriptions where email = $1", [email])).length;
  const form = page
    .getByRole("contentinfo")
    .locator("form", { has: page.getByRole("button") })
    .first();
  const field = page.getByRole("contentinfo").getByRole("textbox", { name: "E-mail address" });

  const comeAlive = await openWithoutScripts(page, "/about");
  await field.fill(typed);
  await comeAlive();
  await expect(field).toHaveValue(typed);
  await form.getByRole("button").click();
  await expect(page.getByRole("contentinfo").getByRole("status")).toContainText("You are on the list");
  expect(await subscribed(typed)).toBe(1);

  await page.unrouteAll();
  await openWithoutScripts(page, "/about");
  await field.fill(sent);
  await form.getByRole("button").click();
  await expect(page).toHaveURL("/newsletter");
  await expect(page.getByRole("main").getByRole("status")).toContainText("You are on the list");
  expect(await subscribed(sent)).toBe(1);
});

test("the menu opens and closes even if the second style sheet never loads", async ({ page }) => {
  await page.setViewportSize(BELOW_WIDE);
  await page.route(LATER_STYLES, () => undefined);
  await page.goto("/", { waitUntil: "domcontentloaded" });
  await page.getByRole("button", { name: "Open menu" }).click();
  await alive(page);
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
});
