import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./support/test";
import { alive, dollars, openAtRest, withoutPopUp } from "./support";
import { WIDE, PHONE, section } from "./support/home";

const videos = (page: Page) => section(page, "Seen On The Road").getByRole("button", { name: /^Play video/ });

const player = (page: Page) => page.getByRole("dialog", { name: /^Video/ });

const film = (page: Page) => player(page).locator("video");

const isPaused = (page: Page) => film(page).evaluate((element: HTMLVideoElement) => element.paused);

/** Returns whether a row's children form one line that is wider than the row. */
const scrollsSideways = async (row: Locator): Promise<boolean> =>
  row.evaluate((element) => {
    const tops = [...element.children].map((child) => child.getBoundingClientRect().top);
    return element.scrollWidth > element.clientWidth && new Set(tops).size === 1;
  });

// Hides splash screen and pop-up, which promotion.spec.ts tests.
test.beforeEach(async ({ page }) => {
  await withoutPopUp(page);
  await page.addInitScript(() => sessionStorage.setItem("splash", "seen"));
});

test.describe("the community's videos", () => {
  test("are shown in one horizontally scrolling row, each with its product and price (R-2.4-11, R-2.4-14)", async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/");
    await alive(page);
    expect(await scrollsSideways(section(page, "Seen On The Road").getByRole("list"))).toBe(true);

    const answer = await page.request.get("/api/community/videos");
    const { data } = (await answer.json()) as { data: { productName: string; salePrice: number }[] };
    expect(data.length).toBeGreaterThan(0);
    for (const [place, { productName, salePrice }] of data.entries()) {
      await expect(videos(page).nth(place)).toContainText(productName);
      await expect(videos(page).nth(place)).toContainText(dollars(salePrice));
    }
  });

  test("open in a player that can be paused, unmuted and closed (R-2.4-12)", async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto("/");
    await alive(page);
    await videos(page).nth(2).click();

    await expect(player(page)).toContainText("Saltflat Open-Face Helmet");
    await expect(film(page)).toHaveAttribute("src", /reel-3\.mp4$/);
    await expect.poll(() => isPaused(page)).toBe(false);
    await player(page).getByRole("button", { name: "Pause" }).click();
    await expect.poll(() => isPaused(page)).toBe(true);
    await player(page).getByRole("button", { name: "Play" }).click();
    await expect.poll(() => isPaused(page)).toBe(false);

    const isMuted = () => film(page).evaluate((element: HTMLVideoElement) => element.muted);
    await player(page).getByRole("button", { name: "Unmute" }).click();
    await expect.poll(isMuted).toBe(false);
    await player(page).getByRole("button", { name: "Mute" }).click();
    await expect.poll(isMuted).toBe(true);

    await player(page)
      .getByRole("button", { name: /^Close/ })
      .click();
    await expect(player(page)).toBeHidden();
    await expect(videos(page).nth(2)).toBeFocused();
  });

  test("on a phone continue with the first video after the last one, and the reverse (R-2.4-13)", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/");
    await alive(page);
    await videos(page).first().click();
    await expect(film(page)).toHaveAttribute("src", /reel-1\.mp4$/);

    await player(page).getByRole("button", { name: "Previous video" }).click();
    await expect(film(page)).toHaveAttribute("src", /reel-6\.mp4$/);
    await player(page).getByRole("button", { name: "Next video" }).click();
    await expect(film(page)).toHaveAttribute("src", /reel-1\.mp4$/);
  });

  test("have no previous and next buttons on a wide screen (R-2.4-13)", async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto("/");
    await alive(page);
    await videos(page).first().click();

    await expect(player(page)).toBeVisible();
    await expect(player(page).getByRole("button", { name: /previous|next/i })).toHaveCount(0);
  });

  test("link to the product that the video shows", async ({ page }) => {
    await page.goto("/");
    await alive(page);
    await videos(page).first().click();

    await player(page).getByRole("link", { name: "View product" }).click();

    await expect(page).toHaveURL(/\/product\/outlaw-leather-jacket-/);
    await expect(player(page)).toBeHidden();
  });
});

test.describe("the testimonials", () => {
  const voices = (page: Page) => section(page, "Word Of Mouth");
  const count = (page: Page) => voices(page).getByText(/^\d \/ \d$/);

  test("change every 5000 ms until they are paused (R-2.4-06)", async ({ page }) => {
    await openAtRest(page, "/");
    await expect(count(page)).toHaveText("1 / 6");

    await page.clock.runFor(4999);
    await expect(count(page)).toHaveText("1 / 6");
    await page.clock.runFor(1);
    await expect(count(page)).toHaveText("2 / 6");

    await voices(page).getByRole("button", { name: "Pause the testimonials" }).click();
    await page.mouse.move(0, 0);
    await page.clock.runFor(20_000);
    await expect(count(page)).toHaveText("2 / 6");
  });

  test("stop while the pointer is over them", async ({ page }) => {
    await openAtRest(page, "/");
    await voices(page).getByRole("heading", { name: "Word Of Mouth" }).hover();

    await page.clock.runFor(20_000);

    await expect(count(page)).toHaveText("1 / 6");
  });

  test("change by buttons, with a counter (R-2.4-07)", async ({ page }) => {
    await openAtRest(page, "/");
    const first = voices(page).getByText("Bought the Outlaw jacket in March.");
    await expect(first).toBeVisible();

    await voices(page).getByRole("button", { name: "Next testimonial" }).click();
    await expect(first).toBeHidden();
    await expect(count(page)).toHaveText("2 / 6");
    await voices(page).getByRole("button", { name: "Previous testimonial" }).click();
    await expect(first).toBeVisible();
    await voices(page).getByRole("button", { name: "Previous testimonial" }).click();
    await expect(count(page)).toHaveText("6 / 6");
  });

  test("show the speaker's name, age, place and picture (R-2.4-08)", async ({ page }) => {
    await openAtRest(page, "/");
    const names = ["Dale Wickersham, 44", "Renata Oquendo, 36", "Marlowe Tisdale, 29"];
    const places = ["Casper, Wyoming", "San Antonio, Texas", "Asheville, North Carolina"];

    for (const [place, name] of names.entries()) {
      const voice = voices(page).getByRole("figure").filter({ hasText: name });
      await expect(voice).toContainText(places[place] ?? "");
      await expect(voice.locator("img")).toBeVisible();
      await voices(page).getByRole("button", { name: "Next testimonial" }).click();
    }
  });
});

test.describe("Trending Collections", () => {
  test("shows three tiles, each of which is a link (R-2.4-09)", async ({ page }) => {
    await page.goto("/");
    const links = section(page, "Trending Collections").getByRole("link");

    await expect(links).toHaveCount(3);
    await expect(links).toContainText(["Night Shift", "Last Light", "Camp Stop"]);
  });

  test("shows a replacement for a picture that cannot be loaded (R-2.4-10)", async ({ page }) => {
    await page.goto("/");
    const address = await section(page, "Trending Collections").locator("img").first().getAttribute("src");
    const hash = await section(page, "Trending Collections").locator("img").first().getAttribute("data-hash");
    await page.route(
      (url) => url.pathname === address || url.pathname.includes(`/pictures/${hash}/`),
      (route) => route.abort(),
    );

    await page.reload();
    await section(page, "Trending Collections").scrollIntoViewIfNeeded();

    const picture = section(page, "Trending Collections").getByRole("link").first().locator("img");
    await expect(picture).toHaveAttribute("src", "/brand/mark.svg");
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });
});

test.describe("the social feed", () => {
  const posts = (page: Page) => section(page, "From The Feed").getByRole("button", { name: /^Open post/ });
  const viewer = (page: Page) => page.getByRole("dialog", { name: /^Post/ });

  test("has six posts in one horizontally scrolling row (R-2.4-15)", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/");
    await expect(posts(page)).toHaveCount(6);
    expect(await scrollsSideways(section(page, "From The Feed").getByRole("list"))).toBe(true);
  });

  test("opens a post, moves to the next one, plays videos and closes (R-2.4-16)", async ({ page }) => {
    await page.goto("/");
    await alive(page);
    await posts(page).nth(1).click();
    await expect(viewer(page)).toContainText("One stripe, three coats");

    await viewer(page).getByRole("button", { name: "Next post" }).click();
    await expect(viewer(page)).toContainText("Dinner by the bike");
    const film = viewer(page).locator("video");
    await viewer(page).getByRole("button", { name: "Play video" }).click();
    await expect.poll(() => film.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);

    await viewer(page).getByRole("button", { name: "Previous post" }).click();
    await expect(viewer(page)).toContainText("One stripe, three coats");
    await viewer(page)
      .getByRole("button", { name: /^Close/ })
      .click();
    await expect(viewer(page)).toBeHidden();
  });
});
