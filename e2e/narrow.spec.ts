import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { alive, SCREENS, shopperWithThings } from "./support";

/**
 * Returns words and controls that overflow the window horizontally or are cut off by a parent element. Horizontally scrolling
 * rows and names shortened with an ellipsis are allowed.
 */
const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Waits two frames for code that reacts to the window's width.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const width = document.documentElement.clientWidth;
    const found = new Set<string>();
    if (document.documentElement.scrollWidth > width)
      found.add(`the page is ${document.documentElement.scrollWidth} px wide`);

    /** Left and right edge of an element's visible area: limited by clipping ancestors, and by the window unless one scrolls. */
    const edges = (element: Element): { left: number; right: number } | undefined => {
      let [left, right] = [-Infinity, Infinity];
      for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
        const { overflowX, textOverflow, clipPath, position } = getComputedStyle(around);
        const isForEars = clipPath !== "none" || (position === "absolute" && around.clientWidth <= 1);
        if (isForEars || textOverflow === "ellipsis") return undefined;
        if (/auto|scroll/.test(overflowX)) return { left, right };
        if (overflowX !== "visible") {
          const box = around.getBoundingClientRect();
          [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        }
      }
      return { left: Math.max(left, 0), right: Math.min(right, width) };
    };
    const look = (element: Element, boxes: Iterable<DOMRect>, name: string) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
      if (element.closest("[aria-hidden=true], [inert], script, style, noscript")) return;
      const within = edges(element);
      if (!within) return;
      for (const { left, right } of boxes)
        if (right - left > 1 && (right > within.right + 1.5 || left < within.left - 1.5))
          found.add(`${name}: ${Math.round(left)} to ${Math.round(right)} px`);
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent?.trim();
      if (!words || !text.parentElement) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      look(text.parentElement, range.getClientRects(), words.slice(0, 40));
    }
    for (const control of document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea"))
      look(control, [control.getBoundingClientRect()], control.outerHTML.slice(0, 80));
    return [...found];
  });

/** The narrowest window, and a window of 1440 by 900 at 200 % zoom. */
const NARROWEST = { width: 320, height: 640 };
const ZOOMED = { width: 720, height: 450 };

test.use({ viewport: ZOOMED, contextOptions: { reducedMotion: "reduce" } });

for (const screen of [...SCREENS, "/shop/accessories", "/shop/new-arrivals"])
  test(`no part of ${screen} overflows horizontally`, async ({ page }) => {
    const at = await shopperWithThings(page);
    await page.goto(at(screen));
    await alive(page);
    expect(await sticksOut(page), "at 200 % of zoom").toEqual([]);

    await page.setViewportSize(NARROWEST);
    expect(await sticksOut(page), "at 320 px").toEqual([]);
  });
