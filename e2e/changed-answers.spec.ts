import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { card, noPopUp, remember } from "./support";

test.beforeEach(({ page }) => remember(page, noPopUp));
test.use({ viewport: { width: 1440, height: 900 } });

/** Numbers by which React Router's encoding (turbo-stream) writes null and undefined. */
const NULL = -5;
const UNDEFINED = -7;

/** Data of any page's loader. */
type Data = Record<string, unknown>;
const isData = (value: unknown): value is Data => typeof value === "object" && value !== null;

/** Changes all later answers of loaders: `change` gets an answer's flat list of names and values and returns a new list. */
const changeValues = (page: Page, change: (values: unknown[]) => unknown[]): Promise<unknown> =>
  page.route(/\.data(\?|$)/, async (route) => {
    const response = await route.fetch();
    const [values = "[]", ...rest] = (await response.text()).split("\n");
    const changed = change(JSON.parse(values) as unknown[]);
    await route.fulfill({ response, body: [JSON.stringify(changed), ...rest].join("\n") });
  });

/** A loader's answer as encoded by turbo-stream: the keys and values of its objects are indexes into one flat list. */
interface Answers {
  objects: Data[];
  /** Returns the encoded key of a property: `_` and the index of its name in the list. */
  key(name: string): string;
  /** Returns the index of a value in the list, after adding the value if it is missing. */
  placeOf(value: string): number;
}

/** Changes the objects in the answers of all later loader requests. */
const changeAnswers = (page: Page, change: (answers: Answers) => void): Promise<unknown> =>
  changeValues(page, (values) => {
    const list = [...values];
    const placeOf = (value: string) => (list.includes(value) ? list.indexOf(value) : list.push(value) - 1);
    change({ objects: list.filter(isData), key: (name) => `_${list.indexOf(name)}`, placeOf });
    return list;
  });

test("when the categories of articles cannot be loaded, the articles are shown and a toast says so (R-8-19)", async ({
  page,
}) => {
  await page.goto("/about");
  // Loader data is encoded as one flat list of values, in which an object refers to its keys and values by index.
  await changeValues(page, (values) => {
    const [categories, teasers] = ["categories", "teasers"].map((name) => `_${values.indexOf(name)}`);
    const isLoaded = (value: unknown) => isData(value) && `${categories}` in value && `${teasers}` in value;
    return values.map((value) => (isLoaded(value) ? { ...(value as Data), [`${categories}`]: UNDEFINED } : value));
  });
  await page.getByRole("contentinfo").getByRole("link", { name: "Blogs" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Error fetching categories" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
});

test("on the home page, adding a size that has no variant shows an error message (R-8-06)", async ({ page }) => {
  await page.goto("/about");
  await changeAnswers(page, ({ objects, key, placeOf }) => {
    for (const part of objects)
      if (part[key("size")] === placeOf("M") && key("color") in part) part[key("color")] = placeOf("size");
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

test("a video whose product is no longer in the shop shows a message, and the other videos keep name and price (R-8-09)", async ({
  page,
}) => {
  await page.goto("/about");
  await changeAnswers(page, ({ objects, key, placeOf }) => {
    const film = objects.find((part) => key("film") in part && key("poster") in part);
    if (!film) return;
    film[key("name")] = placeOf("Product unavailable");
    film[key("price")] = placeOf("");
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
