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
