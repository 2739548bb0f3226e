import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { violations } from "./support/axe";
import { atTheDatabase } from "./support/database";
import { signInAs } from "./support/member";
import { test } from "./support/test";

test.beforeEach(({ context }) => signInAs(context, "editor"));

const DOCUMENTS = new URL("../src/back-office/texts/articles/pasted-documents/", import.meta.url);
const newArticle = () => `/back-office/words/articles/${randomBytes(12).toString("hex")}`;
const editor = (page: Page) =>
  page.getByRole("textbox", { name: "Article", exact: true }).and(page.locator("[contenteditable]"));
const markdown = (page: Page) => page.locator("textarea[name=text]");
const paste = (page: Page, html: string) =>
  editor(page).evaluate((area: HTMLElement, text) => {
    area.focus();
    const data = new DataTransfer();
    data.setData("text/html", text);
    area.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, html);
const empty = async (page: Page) => {
  await editor(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
};

test("a member writes an article by keyboard; pasted text is cleaned, a chip is never split, and text of a killed window is offered again", async ({
  page,
}) => {
  await page.goto(newArticle());
  await expect(editor(page)).toBeVisible();

  await test.step("ten documents and 200 kB of a Word document are cleaned when they are pasted", async () => {
    for (const name of readdirSync(DOCUMENTS).filter((each) => each.endsWith(".html"))) {
      await empty(page);
      await paste(page, readFileSync(new URL(name, DOCUMENTS), "utf8"));
      const clean = readFileSync(new URL(name.replace(".html", ".txt"), DOCUMENTS), "utf8").trim();
      await expect(markdown(page), name).toHaveValue(clean);
    }
    await empty(page);
    const line = "<p class=MsoNormal>Forty words of a ride <b>home</b>.<o:p></o:p></p>";
    await paste(page, `<html><body>${line.repeat(3500)}</body></html>`);
    await expect(markdown(page)).toHaveValue(/^(?:Forty words of a ride \*\*home\*\*\.\n*){3500}$/);
    await empty(page);
    await expect(markdown(page)).toHaveValue("");
  });

  await test.step("typing never splits a chip, wherever the caret is", async () => {
    await page.getByRole("button", { name: "As Markdown" }).press("Enter");
    await markdown(page).fill("Back within {returnDays} days.");
    await page.getByRole("button", { name: "As it looks" }).press("Enter");
    await editor(page).focus();
    await page.keyboard.press("Control+Home");
    for (let step = 0; step < 24; step += 1) {
      await page.keyboard.press("ArrowRight");
      await page.keyboard.type("x");
    }
    // Typing over a selected chip replaces the whole chip, never a part of it.
    await expect
      .poll(async () => (await markdown(page).inputValue()).replaceAll("x", ""))
      .toMatch(/^Back within (?:\{returnDays\})? days\.$/);
    await empty(page);
  });

  await test.step("a title, a paragraph and a heading are saved with Control+S; text typed while saving is kept", async () => {
    await page.getByLabel("Title", { exact: true }).focus();
    await page.keyboard.type("Cold Hands");
    await editor(page).focus();
    await page.keyboard.type("Your hands quit first.");
    await page.keyboard.press("Enter");
    await page.keyboard.type("## Warm blood");
    await expect(markdown(page)).toHaveValue("Your hands quit first.\n\n## Warm blood");
    expect(await violations(page)).toEqual([]);
    const { promise: isTyped, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(
      (address) => address.pathname.includes("/words/articles/"),
      async (route) => {
        if (route.request().method() === "POST") await isTyped;
        await route.fallback();
      },
    );
    await page.getByLabel(/^Lead/).fill("For the cold.");
    await page.keyboard.press("Control+s");
    // Types text while the save is in progress.
    await page.getByLabel(/^Lead/).fill("For cold hands.");
    goOn();
    await expect(page.locator(".act-message")).toContainText("is saved. The shop stays as it is.");
    await expect(page.getByLabel(/^Lead/)).toHaveValue("For cold hands.");
    await expect(page.getByText("Somebody else saved")).toHaveCount(0);
  });

  await test.step("a window that is killed", async () => {
    await editor(page).focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Then wool.");
    await expect(markdown(page)).toHaveValue(/Then wool\.$/);
    const address = page.url().split("?")[0] ?? "";
    await page.close({ runBeforeUnload: false });
    const next = await page.context().newPage();
    await next.goto(address);
    await next.getByRole("button", { name: "Put it back" }).click();
    await expect(editor(next)).toContainText("Then wool.");
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test("[B-105] a member writes an article with three pictures by touch and publishes it", async ({ page }) => {
    const shown = page.getByLabel(/What is to be seen/);
    // The title decides the article's public address, which an article of an earlier run may already have.
    const run = randomBytes(4).toString("hex");
    await page.goto(newArticle());
    await page.getByLabel("Title", { exact: true }).fill(`A Thumb Long ${run}`);
    await page.getByLabel(/^Lead/).fill("Written at a fuel stop.");
    await editor(page).tap();
    await page.keyboard.type("Fuel first.");
    await page.keyboard.press("Enter");
    const [cover] = await atTheDatabase<{ path: string }>(
      "select path from media_uses where path like '/media/scenes/blog-%' order by path limit 1",
    );
    await page
      .getByLabel("Cover", { exact: false })
      .first()
      .fill(cover?.path ?? "");
    const picture = async (words: string) => {
      await page.getByLabel("Picture", { exact: true }).setInputFiles("public/apple-touch-icon.png");
      await expect(shown).toHaveValue("");
      await shown.pressSequentially(words);
      await expect(page.getByText("Write below what is to be seen on the picture.")).toHaveCount(0);
    };
    await picture("A pump at dusk");
    // Enter on a picture continues the text in a new paragraph after it.
    await shown.press("Enter");
    await picture("A glove");
    await picture("The road home");
    const path = String.raw`\(/media/articles/[\da-f]{16}\.webp\)`;
    await expect(markdown(page)).toHaveValue(
      new RegExp(
        String.raw`^Fuel first\.\n\n!\[A pump at dusk\]${path}\n\n!\[A glove\]${path}\n\n!\[The road home\]${path}$`,
      ),
    );
    await editor(page).tap({ position: { x: 40, y: 30 } });
    await expect(shown).toHaveCount(0);
    await editor(page).getByRole("img", { name: "A glove" }).tap();
    await expect(shown).toHaveValue("A glove");
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Save the draft" }).last().tap();
    await expect(page.getByText("Somebody else saved")).toHaveCount(0);
    await expect(page.locator(".act-message")).toContainText(`draft of Article "A Thumb Long ${run}" is saved`);

    await page.reload();
    await editor(page).getByRole("img", { name: "A pump at dusk" }).tap();
    await expect(shown).toHaveValue("A pump at dusk");
    await page.keyboard.type("Lit.");
    await expect(markdown(page)).toHaveValue(/!\[A pump at dusk\]\([^)]+\)\n\nLit\.\n\n!/);
    await editor(page).getByRole("img", { name: "A glove" }).tap();
    await expect(shown).toHaveValue("A glove");
    await shown.press("End");
    await shown.pressSequentially(" of wool");
    await shown.press("Enter");
    await page.keyboard.type("Then wool.");
    await expect(markdown(page)).toHaveValue(/!\[A glove of wool\]\([^)]+\)\n\nThen wool\.\n\n!\[The road home\]/);
    await page.getByRole("button", { name: "Save the draft" }).last().tap();
    await expect(page.locator(".act-message")).toContainText("is saved");
    await page.getByRole("link", { name: "Put on the shop" }).tap();
    await page.getByRole("button", { name: "Put on the shop" }).tap();
    await expect(page.locator(".act-message")).toContainText("on the shop");
    await page.goto(`/blog/a-thumb-long-${run}`);
    for (const name of ["A pump at dusk", "A glove of wool", "The road home"])
      await expect(page.getByRole("img", { name })).toBeVisible();
  });
});
