import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import sharp from "sharp";
import { violations } from "./support/axe";
import { atTheDatabase } from "./support/database";
import { signInAs } from "./support/member";

// Each attempt uses a new product without pictures, which is not in the listings that other tests read.
const product = () => `e2epictures${test.info().repeatEachIndex}${test.info().retry}`;

test.beforeEach(async ({ context }) => {
  await signInAs(context, "editor");
  await atTheDatabase(
    `insert into products (id, name, position) values ($1, 'Test jacket', 9999) on conflict do nothing`,
    [product()],
  );
  await atTheDatabase(`delete from product_colors where product_id = $1`, [product()]);
  await atTheDatabase(
    `insert into product_colors (product_id, name, swatch, position) values ($1, 'Black', '#121212', 0)`,
    [product()],
  );
});

/**
 * Makes a photograph as a phone does: rotated by its EXIF orientation, with GPS data; noise gives it the file size of a real one.
 */
const photograph = async (name: string, background: string, size = 900) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({
    create: { width: size, height: size, channels: 3, background, noise: { type: "gaussian", mean: 120, sigma: 60 } },
  })
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "39/1 44/1 21/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer(),
});

const tiles = (page: Page) => page.getByRole("list", { name: "Pictures, Black" }).locator("[data-item]");
const order = (page: Page) => tiles(page).evaluateAll((all) => all.map((tile) => tile.getAttribute("data-item")));
const stored = async () =>
  (await atTheDatabase<{ images: string[] }>(`select images from product_colors where product_id = $1`, [product()]))[0]
    ?.images ?? [];

test("[B-47, B-48, B-49] six uploads each show a progress bar, an interrupted upload can be retried, and keys and dragging order pictures", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1440, height: 1200 });
  await page.goto(`/back-office/goods/${product()}/pictures`, { waitUntil: "networkidle" });
  const files = await Promise.all(
    ["one", "two", "three", "four", "five", "six"].map((name) => photograph(`${name}.jpg`, "#884422")),
  );

  await test.step("each upload has a progress bar; an interrupted upload shows an error, and the others become pictures", async () => {
    let sent = 0;
    await page.route("**/pictures/upload", (route) => {
      sent += 1;
      return sent === 3 ? route.abort("connectionreset") : route.continue();
    });
    const field = page.getByLabel("Add pictures, Black");
    await field.setInputFiles([
      ...files,
      { name: "setup.jpg", mimeType: "image/jpeg", buffer: Buffer.from("MZ\x90\0") },
    ]);
    await expect(page.getByRole("progressbar")).toHaveCount(6);
    await expect(page.getByText("This is no picture, whatever its name says.")).toBeVisible();
    await expect(tiles(page)).toHaveCount(5, { timeout: 60_000 });
    await expect(page.getByText("It was cut off on its way.")).toBeVisible();
  });

  await test.step("a retry adds the interrupted picture at the position in which it was selected", async () => {
    const before = await order(page);
    await page.unroute("**/pictures/upload");
    const again = page.getByRole("button", { name: /^Try again: / });
    const cut = (await again.getAttribute("aria-label"))?.slice("Try again: ".length);
    const at = files.findIndex(({ name }) => name === cut);
    await again.click();
    await expect(tiles(page)).toHaveCount(6, { timeout: 60_000 });
    const after = await order(page);
    expect(after.toSpliced(at, 1)).toEqual(before);
    expect(await stored()).toEqual(after);
    await expect(page.getByText("Words are missing for those who cannot see it")).toHaveCount(6);
    expect(await violations(page)).toEqual([]);
  });

  await test.step("a picture is moved one position later by keyboard, and keeps the focus", async () => {
    const [first, second] = await order(page);
    await page.getByRole("button", { name: "Later: picture 1 of Black" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await order(page)).slice(0, 2)).toEqual([second, first]);
    const focused = page.locator("[data-item]:focus-within");
    await expect(focused).toHaveAttribute("data-item", first ?? "");
    expect((await stored())[0]).toBe(second);
  });

  await test.step("dragging moves a picture to the position of another, and typed words are kept", async () => {
    const before = await order(page);
    await page.getByLabel("Words for picture 2 of Black").fill("Jacket, back");
    await tiles(page).nth(5).locator(".plate").hover();
    // Waits for the code for dragging, which is loaded when the pointer first enters the list.
    await expect(tiles(page).nth(5)).toHaveAttribute("draggable", "true");
    await page.mouse.down();
    const target = tiles(page).nth(0).locator(".plate");
    await target.hover({ position: { x: 20, y: 20 } });
    await target.hover();
    await page.mouse.up();
    await expect.poll(() => order(page)).toEqual([before[5], ...before.slice(0, 5)]);
    await expect.poll(stored).toEqual([before[5], ...before.slice(0, 5)]);
    await expect(page.getByLabel("Words for picture 3 of Black")).toHaveValue("Jacket, back");
    await page.getByLabel("Words for picture 3 of Black").press("Enter");
    // Waits for the message, because saving the words replaces the form.
    await expect(page.locator(".act-message")).toContainText("Jacket, back");
    await expect(page.getByText("Words are missing for those who cannot see it")).toHaveCount(5);
  });

  await test.step("on a phone the page fits the screen, and a picture's button is at least 44 px high", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    const later = page.getByRole("button", { name: "Later: picture 1 of Black" });
    await expect.poll(async () => (await later.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
    expect(await violations(page)).toEqual([]);
  });
});
