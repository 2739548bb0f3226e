import { expect, type Page } from "@playwright/test";
import { screens } from "../bench/screens.mjs";
import { test } from "./support/test";
import { alive, noPopUp, openAlive, remember, SCREENS, shopperWithThings } from "./support";
import { signInAs } from "./support/member";

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: "reduce" },
});

/** Fields whose text is smaller than 16 px, which makes iOS zoom into the page. */
const smallFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("input, select, textarea")]
      .filter((field) => !/checkbox|radio|hidden|range|file|color/.test(field.getAttribute("type") ?? ""))
      .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 80)),
  );

/** Controls smaller than 24 px, other than links in a sentence and links that cover their card. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("a[href], button, select, summary, input:not([type=hidden])")]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        const after = getComputedStyle(control, "::after");
        if (after.position === "absolute" && after.content !== "none") return false;
        const around = control.closest("label") ?? (control instanceof HTMLInputElement ? control.labels?.[0] : null);
        const boxes = [control, around].map((part) => part?.getBoundingClientRect()).filter((box) => box !== undefined);
        const [width, height] = [
          Math.max(...boxes.map((box) => box.width)),
          Math.max(...boxes.map((box) => box.height)),
        ];
        const isInSentence =
          getComputedStyle(control).display === "inline" &&
          [...(control.parentElement?.childNodes ?? [])].some(
            (part) => part.nodeType === Node.TEXT_NODE && (part.textContent ?? "").trim().length > 1,
          );
        return !isInSentence && width > 1 && (width < 24 || height < 24);
      })
      .map((control) => control.outerHTML.slice(0, 120)),
  );

/** Width of the page with the text spacing of WCAG 1.4.12, which a reader may set. */
const spacedWidth = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }`,
    );
    document.adoptedStyleSheets = [spacing];
    return document.documentElement.scrollWidth;
  });

for (const screen of SCREENS)
  test(`${screen} on a phone: fields have 16 px, targets 24 px, and wider text spacing does not widen the page`, async ({
    page,
  }) => {
    const at = await shopperWithThings(page);
    await page.goto(at(screen));
    await alive(page);
    expect(await smallFields(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await spacedWidth(page)).toBe(390);
  });

test("on a phone all fields of the workshop's screens have 16 px", async ({ page, context }) => {
  test.slow();
  await signInAs(context, "owner");
  const found: string[] = [];
  for (const { pattern, isDoor, example } of screens()) {
    if (isDoor || example !== "") continue;
    await page.goto(`/back-office${pattern}`);
    for (const field of await smallFields(page)) found.push(`${pattern}: ${field}`);
  }
  expect(found).toEqual([]);
});

test("after a search from a phone's menu the heading of the results has the focus, and nothing a ring", async ({
  page,
}) => {
  await remember(page, noPopUp);
  await openAlive(page, "/shop/men");
  await page.getByRole("button", { name: "Search", exact: true }).tap();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("combobox").fill("jacket");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?query=jacket");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("outline-style", "none");
});
