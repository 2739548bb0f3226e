import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase, openProduct, withoutPopUp } from "./support";

test.beforeEach(({ page }) => withoutPopUp(page));

const section = (page: Page) => page.getByRole("region", { name: "Reviews", exact: true });
const reviews = (page: Page) =>
  section(page)
    .getByRole("tabpanel", { name: /^Reviews/ })
    .getByRole("article");

test("the page first shows one review, and one more with each click until all are shown (R-2.7-03, R-2.7-10, R-2.7-11, R-2.7-12, R-9-21)", async ({
  page,
}) => {
  await openProduct(page, "Outlaw Leather Jacket");
  await expect(section(page).getByRole("tab", { name: "Reviews 9" })).toBeVisible();
  await expect(reviews(page)).toHaveCount(1);
  const first = reviews(page).first();
  await expect(first).toContainText("Verified buyer");
  for (const part of ["Worth the wait for it to soften", "Dale R.", "First three weeks it felt like wearing a door."])
    await expect(first).toContainText(part);
  await expect(first).toContainText("October 12, 2026");
  await expect(first.getByRole("img", { name: "5 out of 5" })).toBeAttached();

  const more = section(page).getByRole("button", { name: "Show more" });
  for (let shown = 2; shown <= 9; shown++) {
    await more.click();
    await expect(reviews(page)).toHaveCount(shown);
  }
  await expect(more).toHaveCount(0);
});

test("the search finds words of titles and texts; the filter by rating and the sort order apply (R-2.7-07, R-2.7-08, R-2.7-09)", async ({
  page,
}) => {
  await openProduct(page, "Outlaw Leather Jacket");
  const search = section(page).getByRole("searchbox", { name: "Search reviews" });
  await search.fill("OXBLOOD IS DARKER");
  await expect(reviews(page)).toHaveCount(1);
  await expect(reviews(page)).toContainText("Oxblood is darker than the picture");
  await search.fill("built like a TRACTOR");
  await expect(reviews(page)).toContainText("Good leather, snug shoulders");
  await search.fill("");

  const rating = section(page).getByRole("combobox", { name: "Rating" });
  await expect(rating.getByRole("option")).toHaveText([
    "All ratings",
    "5 stars",
    "4 stars",
    "3 stars",
    "2 stars",
    "1 star",
  ]);
  await rating.selectOption("3 stars");
  await expect(reviews(page).getByRole("img", { name: "3 out of 5" })).toHaveCount(1);
  await rating.selectOption("All ratings");

  const order = section(page).getByRole("combobox", { name: "Sort reviews" });
  await expect(order.getByRole("option")).toHaveText(["Most relevant", "Newest", "Oldest"]);
  await order.selectOption("Newest");
  await expect(reviews(page).first()).toContainText("October 12, 2026");
  await order.selectOption("Oldest");
  await expect(reviews(page).first()).not.toContainText("October 12, 2026");
});

test("a new review appears on top at once for its writer, and is stored for moderation (R-2.7-06, R-3-20, R-4-33, R-5-10, R-5-11)", async ({
  page,
}) => {
  await openProduct(page, "Sprocket Tee");
  const content = "Kept its shape after a wet week.";
  const open = () => section(page).getByRole("button", { name: "Write a review" }).click();
  const dialog = page.getByRole("dialog", { name: "Write a review" });
  await open();
  await dialog.getByRole("button", { name: "Submit review" }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("textbox", { name: "Review", exact: true }).fill(content);
  await dialog.getByRole("textbox", { name: "Name" }).fill("Jo");
  await dialog.getByRole("button", { name: "Submit review" }).click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText("Please choose a rating.")).toHaveCount(0);

  await dialog.getByRole("radio", { name: "4 stars" }).check();
  await dialog.getByRole("button", { name: "Submit review" }).click();
  await expect(dialog).toBeHidden();
  await expect(reviews(page).first()).toContainText(content);
  await expect(reviews(page).first()).toContainText("Just now");
  await expect(reviews(page).first()).not.toContainText("Verified buyer");
  await expect(section(page).getByRole("tab", { name: "Reviews 1" })).toBeVisible();

  await expect
    .poll(() => atTheDatabase("select rating, state from reviews where content = $1", [content]))
    .toEqual([{ rating: 4, state: "waiting" }]);
  await open();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("");
  await expect(dialog.getByRole("radio", { checked: true })).toHaveCount(0);
});

test("questions have a separate tab; a new question appears on top at once and is stored (R-2.7-04, R-2.7-05)", async ({
  page,
}) => {
  await openProduct(page, "Sprocket Tee");
  await section(page).getByRole("tab", { name: "Questions 0" }).click();
  await expect(section(page).getByText("No questions yet. Be the first to ask!")).toBeVisible();

  const question = "Does the print survive a hot wash?";
  await section(page).getByRole("button", { name: "Ask a question" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask a question" });
  await dialog.getByRole("textbox", { name: "Question" }).fill(question);
  const email = dialog.getByRole("textbox", { name: "E-mail" });
  await email.fill("sam@");
  await dialog.getByRole("button", { name: "Submit question" }).click();
  await expect(email).toHaveAccessibleDescription(/Please enter a valid e-mail address\./);
  const name = dialog.getByRole("textbox", { name: "Name" });
  await expect(name).toHaveAccessibleDescription(/Please enter your name\./);
  await expect(name).toBeFocused();
  await email.fill("");
  await name.fill("Sam");
  await dialog.getByRole("button", { name: "Submit question" }).click();
  await expect(dialog).toBeHidden();
  await expect(section(page).getByRole("tab", { name: "Questions 1" })).toBeVisible();
  await expect(section(page).getByRole("heading", { name: question })).toBeVisible();
  await expect
    .poll(() => atTheDatabase("select author, state from questions where question = $1", [question]))
    .toEqual([{ author: "Sam", state: "waiting" }]);
});

test("the page shows questions with the shop's answers", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  await section(page).getByRole("tab", { name: "Questions 2" }).click();
  await expect(section(page).getByText("Iron Mesa", { exact: true }).first()).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a plain form posts a review, and names missing fields", async ({ page }) => {
    await openProduct(page, "Chain Wallet");
    // Buttons and fields that need script are not shown.
    await expect(section(page).getByRole("button", { name: "Write a review" })).toHaveCount(0);
    await section(page).getByRole("link", { name: "Write a review" }).click();
    await page.getByRole("textbox", { name: "Review", exact: true }).fill("Solid chain.");
    await page.getByRole("button", { name: "Submit review" }).click();
    await expect(page.getByText("Please enter your name.")).toBeVisible();
    await expect(page.getByText("Please choose a rating.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Review", exact: true })).toHaveValue("Solid chain.");

    await page.getByRole("textbox", { name: "Name" }).fill("Kit");
    await page.getByRole("radio", { name: "5 stars" }).check();
    await page.getByRole("button", { name: "Submit review" }).click();
    await expect(page.getByText("Thank you. Your review appears once we have read it.")).toBeVisible();
    expect(await atTheDatabase("select rating from reviews where content = 'Solid chain.'")).toEqual([{ rating: 5 }]);
  });
});
