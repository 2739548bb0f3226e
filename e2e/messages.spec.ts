import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase, noPopUp, openAlive, openProduct, remember } from "./support";
import { fillBag, save, sectionOf } from "./support/checkout";
import { signInAs } from "./support/member";

/** Returns names of the controls in the window whose middle lies under the message. */
const under = (message: Locator): Promise<string[]> =>
  message.evaluate((box) => {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const controls = document.querySelectorAll(
      "a[href], button, input:not([type=hidden]), select, textarea, [role=option]",
    );
    return [...controls]
      .filter((control) => !box.contains(control) && !control.closest("[inert]"))
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        const own = control.getBoundingClientRect();
        const [x, y] = [own.left + own.width / 2, own.top + own.height / 2];
        return own.width > 1 && x > left && x < right && y > top && y < bottom;
      })
      .map((control) => control.getAttribute("aria-label") ?? control.textContent);
  });

/** Whether two parts of a page do not overlap. */
async function isApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return true;
  return a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;
}

const toast = (page: Page) => page.locator(".toast").first();
/** Live regions that a part of the page stands in, as role or as politeness: a text in two of them is announced twice. */
const liveRegions = (part: Locator): Promise<string[]> =>
  part.evaluate((element) => {
    const found: string[] = [];
    for (let around: Element | null = element; around; around = around.parentElement) {
      const role = around.getAttribute("role") ?? "";
      const live = around.getAttribute("aria-live") ?? (/^(status|alert|log)$/.test(role) ? role : "off");
      if (live !== "off") found.push(live);
    }
    return found;
  });
const freeOf = async (message: Locator) => {
  await expect(message).toBeVisible();
  await expect.poll(() => under(message)).toEqual([]);
};

test("on a phone the message after quick add lies on no button of the listing, and on no suggestion of the search", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await remember(page, noPopUp);
  await openAlive(page, "/shop/men");
  await page.getByRole("button", { name: "Quick add Ride Dirty Tee" }).click();
  const sheet = page.getByRole("dialog", { name: "Quick add Ride Dirty Tee" });
  await sheet.getByRole("radio", { name: "L", exact: true }).check();
  await sheet.getByRole("button", { name: /Add to bag/ }).click();
  await expect(sheet).toBeHidden();
  await freeOf(toast(page));

  await page.getByRole("button", { name: "Search", exact: true }).first().click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("combobox").fill("tee");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect.poll(async () => ((await toast(page).isVisible()) ? under(toast(page)) : [])).toEqual([]);
});

test("a message is announced by one region, and makes room for the small bag that opens over the page", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await remember(page, noPopUp);
  await openProduct(page, "Ride Dirty Tee");
  await page.getByRole("radio", { name: "L", exact: true }).check();
  await page.getByRole("button", { name: "Add to bag" }).first().click();
  await freeOf(toast(page));
  expect(await liveRegions(toast(page))).toEqual(["status"]);

  await page.getByRole("link", { name: "Bag, 1 item" }).focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  const small = page.getByRole("region", { name: "In your bag" });
  await expect(small).toBeVisible();
  await expect.poll(() => isApart(toast(page), small)).toBe(true);
});

test("on a phone the message about invalid values is announced by one region, and lies on no field of the checkout", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await fillBag(page, noPopUp);
  await openAlive(page, "/checkout");
  await save(sectionOf(page, "MY INFORMATION"));
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
  await freeOf(toast(page));
  expect(await liveRegions(toast(page))).toEqual(["alert"]);
});

test.describe("in the workshop", () => {
  // A hook of the whole file would also run after its other tests, which run at once with this one.
  test.afterEach(() => atTheDatabase("delete from reviews where id like 'message%'"));

  test("on a phone the workshop's message about a decided entry lies on none of the reasons of the next", async ({
    page,
    context,
  }) => {
    await signInAs(context, "editor");
    await atTheDatabase(
      "insert into products (id, name, price_cents, position) values ('message1', 'Calm Jacket', 9900, 9998) on conflict do nothing",
    );
    await atTheDatabase(
      `insert into reviews (id, product_id, rating, title, author, content, written_at)
        select 'message' || n, 'message1', 4, 'Calm entry ' || n, 'Terry', repeat('Words. ', 200), timestamptz '2018-01-01' + n * interval '1 hour'
        from generate_series(0, 1) n on conflict do nothing`,
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/back-office/queue");
    await page.getByRole("button", { name: /^Approve/ }).click();
    const message = page.getByRole("status").filter({ hasText: "is on the shop" });
    await freeOf(message);
    await page.getByRole("button", { name: /^Hide/ }).click();
    const reasons = page.getByRole("radio");
    await expect(page.getByRole("button", { name: "Hide it" })).toBeInViewport();
    await expect(reasons.first()).toBeInViewport();
    for (const reason of await reasons.all()) {
      await reason.scrollIntoViewIfNeeded();
      await expect.poll(async () => ((await message.isVisible()) ? under(message) : [])).toEqual([]);
    }
    expect(await reasons.count()).toBeGreaterThan(4);
  });
});
