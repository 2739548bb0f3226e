import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase, card, lineOf, noPopUp, productNamed, remember, rider, withoutPopUp } from "./support";
import { items } from "./support/bag";
import { header, WIDE } from "./support/frame";
import { color, gallery, size } from "./support/product";

const JACKET = "Outlaw Leather Jacket";

const head = (page: Page) => page.getByRole("main").locator(".buy__price");
const addToBag = (page: Page) => page.getByRole("button", { name: "Add to bag" });

/** Address of one color and size of the jacket. */
async function linkTo(page: Page, choice: Record<string, string>): Promise<string> {
  const { address } = await productNamed(page, JACKET);
  return `${address}?${new URLSearchParams(choice)}`;
}

async function expectOpened(page: Page, chosen: { color: string; size: string; price: string }) {
  await expect(color(page, chosen.color)).toBeChecked();
  await expect(size(page, chosen.size)).toBeChecked();
  await expect(head(page)).toHaveText(chosen.price);
  await expect(addToBag(page)).toHaveText(`Add to bag${chosen.price}`);
}

test.describe("a link to a variant", () => {
  test.use({ viewport: WIDE });
  test.beforeEach(({ page }) => withoutPopUp(page));

  test("opens the product with this variant chosen, and the shopper can change the choice by keyboard (R-4-28, R-4-30, R-4-32)", async ({
    page,
  }) => {
    const link = await linkTo(page, { color: "Oxblood", size: "3XL", utm_source: "letter" });
    await page.goto(link);
    await expectOpened(page, { color: "Oxblood", size: "3XL", price: "$419.00" });
    await expect(gallery(page).getByRole("img").first()).toHaveAccessibleName(/Oxblood, front/);

    await size(page, "3XL").focus();
    await page.keyboard.press("ArrowUp");
    await expectOpened(page, { color: "Oxblood", size: "2XL", price: "$409.00" });
    await color(page, "Oxblood").focus();
    await page.keyboard.press("ArrowLeft");
    await expectOpened(page, { color: "Black", size: "2XL", price: "$409.00" });
    await expect(gallery(page).getByRole("img").first()).toHaveAccessibleName(/Black, front/);
    await expect(page).toHaveURL(link);

    await page.getByRole("link", { name: /Reviews \d+/ }).click();
    await expect(page).toHaveURL(`${link}#reviews`);
    await expectOpened(page, { color: "Black", size: "2XL", price: "$409.00" });
    await page.goBack();
    await expect(page).toHaveURL(link);
    await expectOpened(page, { color: "Black", size: "2XL", price: "$409.00" });

    await addToBag(page).click();
    await expect(page.getByRole("link", { name: "Bag, 1 item" })).toBeVisible();
    const bag = await page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]") as unknown);
    expect(bag).toMatchObject([{ size: "2XL", color: "Black", price: 409 }]);
  });

  test("followed on the page of the same product chooses the link's variant, and Back chooses the earlier variant", async ({
    page,
  }) => {
    const lines = [
      await lineOf(page, JACKET, { color: "Black", size: "3XL" }),
      await lineOf(page, JACKET, { color: "Oxblood", size: "L" }),
    ];
    await remember(page, { ...noPopUp, cart: lines });
    await page.goto("/cart");
    await items(page).first().getByRole("link", { name: JACKET }).last().click();
    await expectOpened(page, { color: "Black", size: "3XL", price: "$419.00" });
    await size(page, "M").check();
    await expectOpened(page, { color: "Black", size: "M", price: "$389.00" });

    const mini = header(page).getByRole("region", { name: "In your bag" });
    const follow = async (line: number) => {
      await header(page).getByRole("link", { name: "Bag, 2 items" }).hover();
      await mini.getByRole("link", { name: JACKET }).nth(line).click();
      await page.mouse.move(0, 800);
    };
    await follow(1);
    await expectOpened(page, { color: "Oxblood", size: "L", price: "$389.00" });
    await follow(1);
    await size(page, "2XL").check();
    await follow(1);
    await expectOpened(page, { color: "Oxblood", size: "L", price: "$389.00" });

    await page.goBack();
    await expectOpened(page, { color: "Black", size: "3XL", price: "$419.00" });
    await page.goForward();
    await expectOpened(page, { color: "Oxblood", size: "L", price: "$389.00" });
  });

  test("that is sold out opens with its back-in-stock form, and sending the form keeps the choice", async ({
    page,
  }) => {
    const email = rider("variant");
    await page.goto(await linkTo(page, { color: "Oxblood", size: "S" }));
    await expect(size(page, "S")).toBeChecked();
    await expect(addToBag(page)).toBeDisabled();
    await expect(addToBag(page)).toHaveText("Add to bagSold out");
    await page.getByRole("main").getByRole("textbox", { name: "E-mail address" }).fill(email);
    await page.getByRole("button", { name: "Email me when it is back" }).click();
    await expect(page.getByText("We will write to you as soon as it is back.")).toBeVisible();
    await expect(size(page, "S")).toBeChecked();
    expect(await wishesOf(email)).toEqual([{ size: "S", color: "Oxblood" }]);
  });

  test("is the link of a card on which the shopper chose a color", async ({ page }) => {
    await page.goto("/shop/accessories?search=backpack");
    const backpack = card(page, "Saddle Backpack 25L");
    await backpack.getByRole("button", { name: "Olive" }).click();
    await expect(backpack).toContainText("$139.00");
    await backpack.getByRole("link", { name: "Saddle Backpack 25L" }).click();
    await expect(color(page, "Olive")).toBeChecked();
    await expect(addToBag(page)).toHaveText("Add to bag$139.00");
  });
});

const wishesOf = (email: string) =>
  atTheDatabase(
    "select size, color from stock_requests join variants on variants.id = variant_id where email = $1 order by 1",
    [email],
  );

test.describe("without JavaScript, a link to a variant", () => {
  test.use({ javaScriptEnabled: false });

  test("shows its price, color and size", async ({ page }) => {
    await page.goto(await linkTo(page, { color: "Oxblood", size: "3XL" }));
    await expect(color(page, "Oxblood")).toBeChecked();
    await expect(size(page, "3XL")).toBeChecked();
    await expect(head(page)).toHaveText("$419.00");
    await expect(gallery(page).getByRole("img").first()).toHaveAccessibleName(/Oxblood, front/);
  });

  test("that is sold out accepts an e-mail address, and keeps an invalid address in the field for correction", async ({
    page,
  }) => {
    const email = rider("scriptless");
    await page.goto(await linkTo(page, { color: "Oxblood", size: "S" }));
    const field = page.getByRole("main").getByRole("textbox", { name: "E-mail address" }).first();
    const send = page.getByRole("button", { name: "Email me when it is back" });
    // The browser accepts this address; the server rejects it.
    await field.fill("nobody@nowhere");
    await send.click();
    await expect(field).toHaveValue("nobody@nowhere");
    await expect(field).toHaveAccessibleDescription(/Invalid email format/);
    await field.fill(email);
    await send.click();
    await expect(page.getByText("We will write to you as soon as it is back.")).toBeVisible();
    expect(await wishesOf(email)).toEqual([{ size: "S", color: "Oxblood" }]);
    await page.getByRole("link", { name: `Back to ${JACKET}` }).click();
    await expect(size(page, "S")).toBeChecked();
  });
});
