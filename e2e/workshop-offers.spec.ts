import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { violations } from "./support/axe";
import { atTheDatabase } from "./support/database";
import { signInAs } from "./support/member";

/** Offers of these tests, in their order; those that other tests open stand before them. */
const list = (page: Page) => page.locator("ol [data-item]").filter({ hasText: "99 pieces" });
const clear = () => atTheDatabase(`delete from offers where rule ->> 'pieces' = '99'`);
const sentences = (page: Page) =>
  list(page).evaluateAll((all) => all.map((line) => line.querySelector("a")?.textContent));

// Each test begins with the same offers.
test.describe.configure({ mode: "default" });
test.beforeEach(async ({ context }) => {
  await signInAs(context, "owner");
  await clear();
  // Offers that are off change no bag of another test.
  await atTheDatabase(
    `insert into offers (id, rule, goods, is_on, position)
     select gen_random_uuid(), jsonb_build_object('kind', 'off-from-pieces', 'pieces', 99,
       'off', jsonb_build_object('by', 'percent', 'percent', n)), '{"productIds":[],"categoryIds":[],"called":{"one":"","many":""}}', false, 900 + n
     from generate_series(1, 3) n`,
  );
});
test.afterEach(clear);

test("offers are put in order by buttons, by Alt with an arrow and by dragging, and the focus stays on the moved one", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/back-office/offers", { waitUntil: "networkidle" });
  const [one, two, three] = [1, 2, 3].map((percent) => `${percent}% off from 99 pieces`);
  expect(await sentences(page)).toEqual([one, two, three]);
  // The sign to drag by is there once the script runs; before, a press sends the form without it.
  const grips = list(page).locator("[aria-hidden]");
  await expect(grips).toHaveCount(3);

  await page.getByRole("button", { name: `Later: ${one}` }).press("Enter");
  await expect.poll(() => sentences(page)).toEqual([two, one, three]);
  await expect(page.getByRole("button", { name: `Later: ${one}` })).toBeFocused();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => sentences(page)).toEqual([two, three, one]);
  await expect(page.getByRole("button", { name: `Earlier: ${one}` })).toBeFocused();

  // The code of dragging comes with the pointer.
  await grips.nth(2).hover();
  await expect(list(page).nth(2)).toHaveAttribute("draggable", "true");
  await grips.nth(2).dragTo(list(page).nth(0));
  await expect.poll(() => sentences(page)).toEqual([one, two, three]);
  await page.reload();
  expect(await sentences(page)).toEqual([one, two, three]);
});

test("the form of an offer shows the fields of the chosen kind only, and none of its screens has a violation at any width", async ({
  page,
}) => {
  await page.goto("/back-office/offers/new", { waitUntil: "networkidle" });
  const shows = (label: string) => page.getByLabel(label, { exact: true }).isVisible();
  expect([await shows("From a value of"), await shows("Buy"), await shows("The present")]).toEqual([
    true,
    false,
    false,
  ]);
  await page.getByLabel("What it gives").selectOption("buy-get");
  expect([await shows("From a value of"), await shows("Buy"), await shows("The present")]).toEqual([
    false,
    true,
    false,
  ]);

  const [{ id = "" } = {}] = await atTheDatabase<{ id: string }>(
    `select id from offers where rule ->> 'pieces' = '99' limit 1`,
  );
  for (const [width, scheme] of [
    [390, "dark"],
    [768, "light"],
    [1440, "dark"],
  ] as const)
    for (const path of ["", "/new", `/${id}`, "/try?v=1&n=2&zip=10001"]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/back-office/offers${path}`);
      expect([path, width, await violations(page)]).toEqual([path, width, []]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([path, width, overflow]).toEqual([path, width, 0]);
    }
});
