import { expect, type Page, test } from "@playwright/test";
import { card, noPopUp, remember } from "./support";

test.beforeEach(({ page }) => remember(page, noPopUp));
test.use({ viewport: { width: 1440, height: 900 } });

/** The way loaders' answers travel: one list of all names and values, in which objects name both by their place. */
type Flat = (string | number | boolean | Record<string, number> | number[])[];
const UNDEFINED = -7;
const NULL = -5;
const isRecord = (part: Flat[number]): part is Record<string, number> =>
  typeof part === "object" && !Array.isArray(part);

/** Changes what the next pages get from their loaders. */
const changeAnswers = (page: Page, change: (flat: Flat, key: (name: string) => string) => void): Promise<unknown> =>
  page.route(/\.data(\?|$)/, async (route) => {
    const response = await route.fetch();
    const [values = "[]", ...rest] = (await response.text()).split("\n");
    const flat = JSON.parse(values) as Flat;
    change(flat, (name) => `_${flat.indexOf(name)}`);
    await route.fulfill({ response, body: [JSON.stringify(flat), ...rest].join("\n") });
  });

test("articles whose categories could not be had are shown, and a toast says so (R-8-19)", async ({ page }) => {
  await page.goto("/about");
  await changeAnswers(page, (flat, key) => {
    const loaded = flat.filter(isRecord).find((part) => key("categories") in part && key("teasers") in part);
    if (loaded) loaded[key("categories")] = UNDEFINED;
  });
  await page.getByRole("contentinfo").getByRole("link", { name: "Blogs" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Error fetching categories" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
});

test("on home, a size that is not among the variants is declined in its own words (R-8-06)", async ({ page }) => {
  await page.goto("/about");
  await changeAnswers(page, (flat, key) => {
    for (const part of flat.filter(isRecord))
      if (key("size") in part && key("color") in part && flat[part[key("size")] ?? -1] === "M")
        part[key("color")] = flat.indexOf("size");
  });
  await page.getByRole("banner").getByRole("link", { name: "Iron Mesa, home" }).click();
  const hoodie = card(page, "Dusk Crop Hoodie");
  await hoodie.hover();
  await hoodie.getByRole("radio", { name: "M", exact: true }).check();
  await hoodie.getByRole("button", { name: /^Quick add/ }).click();
  const words = "Selected size not found in variants.";
  await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
  await expect(page.getByRole("link", { name: "Bag, 0 items" })).toBeVisible();
});

test("a film whose product has left the shop says so, the others are unharmed (R-8-09)", async ({ page }) => {
  await page.goto("/about");
  await changeAnswers(page, (flat, key) => {
    const film = flat.filter(isRecord).find((part) => key("film") in part && key("poster") in part);
    if (!film) return;
    film[key("name")] = flat.push("Product unavailable") - 1;
    film[key("price")] = flat.push("") - 1;
    film[key("to")] = NULL;
  });
  await page.getByRole("banner").getByRole("link", { name: "Iron Mesa, home" }).click();

  const films = page.getByRole("button", { name: /^Play video/ });
  await expect(films.first()).toHaveAccessibleName("Play video: Product unavailable");
  await expect(films.first()).not.toContainText("$");
  await expect(films.nth(1)).toContainText(/Dustline Goggles.*\$/);
  await films.first().click();
  const player = page.getByRole("dialog", { name: "Video: Product unavailable" });
  await expect(player.getByText("Product unavailable", { exact: true })).toBeVisible();
  await expect(player.getByRole("link", { name: "View product" })).toHaveCount(0);
});
