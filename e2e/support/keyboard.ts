import { expect, type Locator, type Page } from "@playwright/test";

/** Roles of controls that a Tab leads to. */
type Role = "link" | "button" | "textbox" | "combobox" | "checkbox";

/** Presses Tab until the first control of this role and name has the focus, and returns it. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<Locator> {
  const control = page.getByRole(role, { name }).first();
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((element) => element === document.activeElement, null, { timeout: 5_000 }))
      return control;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${String(name)}.`);
}

/** Returns the reason why the focus is not visible, or an empty string when it is visible. */
export const hidden = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return "nothing has the focus";
    const name = focused.outerHTML.slice(0, 120);
    const box = focused.getClientRects()[0] ?? focused.getBoundingClientRect();
    // A large field is looked at by its part in the window.
    const [top, bottom] =
      box.height > 100 ? [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)] : [box.top, box.bottom];
    const [x, y] = [box.left + box.width / 2, (top + bottom) / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `out of the window: ${name}`;

    const label = focused.closest("label") ?? (focused instanceof HTMLInputElement ? focused.labels?.[0] : undefined);
    const above = document.elementFromPoint(x, y);
    const isSeen = above !== null && (focused.contains(above) || above.contains(focused) || label?.contains(above));
    if (!isSeen) return `covered by ${above?.outerHTML.slice(0, 80)}: ${name}`;

    // A date field draws the focus at its part that has it.
    if (focused instanceof HTMLInputElement && focused.type.startsWith("date")) return "";
    // The focus of a radio or a checkbox is drawn by the element beside it, or by the row around it.
    const around = [focused.parentElement, focused.parentElement?.parentElement];
    const drawn = [focused, label, focused.nextElementSibling, ...around].filter((part) => part instanceof Element);
    const hasOutline = (part: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(part, pseudo);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
    };
    // The focus of a link that covers its row is drawn around the row.
    return drawn.some((part) => hasOutline(part)) || hasOutline(focused, "::after")
      ? ""
      : `without an outline: ${name}`;
  });

const isFocused = async (target: Locator) =>
  (await target.count()) > 0 && (await target.first().evaluate((element) => element === document.activeElement));

/** Whether the focus is in the dialog of the target, or the target is in none. */
const isFocusBeside = (target: Locator) =>
  target.first().evaluate((element) => {
    const dialog = element.closest("dialog, [role=dialog]");
    return dialog === null || dialog.contains(document.activeElement);
  });

/** Presses Tab until the target has the focus, and checks after each press that the focus is visible. */
export async function reach(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target.first()).toBeVisible();
  // A dialog takes the focus a moment after it shows.
  await expect.poll(() => isFocusBeside(target)).toBe(true);
  for (let presses = 0; presses < 250; presses++) {
    await page.keyboard.press(key);
    expect(await hidden(page)).toBe("");
    if (await isFocused(target)) return;
  }
  throw new Error(`${target} is not reached by ${key}.`);
}

/** Presses Tab from the start of the page to its end; returns what is wrong with the focus on the way, each once. */
export async function faultsOfTabbing(page: Page): Promise<string[]> {
  const faults = new Set<string>();
  for (let presses = 0; presses < 300; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement === document.body)) return [...faults];
    const fault = await hidden(page);
    if (fault) faults.add(fault);
  }
  return [...faults, "the focus does not leave the page"];
}
