import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase, rider, withoutPopUp } from "./support";

const complaintAt = (page: Page, name: string, scope = page.getByRole("main")) =>
  scope.getByRole("textbox", { name, exact: true });

test.beforeEach(({ page }) => withoutPopUp(page));

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a contact message with an error keeps its text; a valid message is stored once however often it is sent", async ({
    page,
  }) => {
    const email = rider("renata");
    const send = async (address: string) => {
      await page.getByRole("main").getByRole("textbox", { name: "Name" }).fill("Renata");
      await page.getByRole("main").getByRole("textbox", { name: "E-mail" }).fill(address);
      await page.getByRole("main").getByRole("textbox", { name: "Message" }).fill("Three pairs, please.");
      await page.getByRole("button", { name: "Send Message" }).click();
    };
    await page.goto("/contact");
    // The browser accepts this address; the server rejects it.
    await send("renata@nowhere");
    await expect(complaintAt(page, "E-mail")).toHaveAccessibleDescription("Please enter a valid e-mail address.");
    await expect(complaintAt(page, "Message")).toHaveValue("Three pairs, please.");

    await send(email);
    await expect(page.getByRole("main")).toContainText("Message received.");
    await page.reload();
    await page.goto("/contact");
    await send(email);

    expect(await atTheDatabase("select id from messages where email = $1", [email])).toHaveLength(1);
  });

  test("the page of chapters lists a state's chapters, and a comment on an article is stored", async ({ page }) => {
    await page.goto("/community");
    await page.getByRole("combobox", { name: "State" }).selectOption("Arizona");
    await page.getByRole("button", { name: "Search" }).last().click();
    await expect(page.getByRole("heading", { name: "Chapters and meet-ups in Arizona" })).toBeVisible();

    const email = rider("priya");
    await page.goto("/blog/denim-vs-leather");
    await page.getByRole("main").getByRole("textbox", { name: "Name" }).fill("Priya");
    await page.getByRole("main").getByRole("textbox", { name: "E-mail" }).fill(email);
    await page.getByRole("main").getByRole("textbox", { name: "Message" }).fill("Leather. Always.");
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("main")).toContainText(
      "Thank you. Your comment appears here once it has been approved.",
    );
    expect(await atTheDatabase("select 1 from comments where email = $1", [email])).toHaveLength(1);
  });
});
