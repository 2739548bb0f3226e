import { expect, type Locator, type Page, test } from "@playwright/test";
import { alive, dollars, openAtRest } from "./shopper";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const section = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const videos = (page: Page) => section(page, "Seen On The Road").getByRole("button", { name: /^Play video/ });
const player = (page: Page) => page.getByRole("dialog", { name: /^Video/ });
const film = (page: Page) => player(page).locator("video");
const isPaused = (page: Page) => film(page).evaluate((element: HTMLVideoElement) => element.paused);

/** Whether a row is wider than its window, and stands in one line. */
const scrollsSideways = async (row: Locator): Promise<boolean> =>
  row.evaluate((element) => {
    const tops = [...element.children].map((child) => child.getBoundingClientRect().top);
    return element.scrollWidth > element.clientWidth && new Set(tops).size === 1;
  });

// Splash and pop-up have tests of their own.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    sessionStorage.setItem("splash", "seen");
    localStorage.setItem("newsletterPopUp", String(Date.UTC(2100, 0, 1)));
  }),
);

test.describe("the hero", () => {
  test.use({ viewport: WIDE });

  test("announces the final sale and leads to both shops (R-1-06, R-2.1-01, R-2.4-17)", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/FINAL\s+SALE\s+50% OFF/);

    await page.getByRole("region", { name: "FINAL SALE" }).getByRole("link", { name: "Shop Men", exact: true }).click();
    await expect(page).toHaveURL("/shop/men");

    await page.goto("/");
    await page
      .getByRole("region", { name: "FINAL SALE" })
      .getByRole("link", { name: "Shop Women", exact: true })
      .click();
    await expect(page).toHaveURL("/shop/women");
  });

  for (const width of [320, 390, 768, 1024, 1440, 1920])
    test(`fills its column with each line at ${width} px and lets nothing stick out`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/");
      await page.evaluate(() => document.fonts.ready);
      const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

      expect(await page.evaluate(overflow)).toBe(0);
    });

  test("loads only the cut of its photograph that is shown", async ({ page }) => {
    const hero = page.getByRole("region", { name: "FINAL SALE" }).getByRole("img").first();
    await page.goto("/");
    const wide = await hero.evaluate((image: HTMLImageElement) => image.naturalWidth > image.naturalHeight);

    await page.setViewportSize(PHONE);
    await page.reload();
    const tall = await hero.evaluate((image: HTMLImageElement) => image.naturalWidth < image.naturalHeight);

    expect([wide, tall]).toEqual([true, true]);
  });
});

test("the partners' logos move, and stand still on demand (R-1-07)", async ({ page }) => {
  await page.goto("/");
  await alive(page);
  const partners = section(page, "In good company");
  await expect(partners.getByRole("img")).toHaveCount(8);
  const motion = () => partners.getByRole("list").evaluate((list) => getComputedStyle(list).animationPlayState);

  await partners.getByRole("button", { name: "Pause the logos" }).click();
  await page.mouse.move(0, 0);
  await expect.poll(motion).toBe("paused");

  await partners.getByRole("button", { name: "Play the logos" }).click();
  await partners.getByRole("button", { name: "Pause the logos" }).blur();
  await page.mouse.move(0, 0);
  await expect.poll(motion).toBe("running");
});

test.describe("Best Sellers", () => {
  const block = (page: Page) => section(page, "Best Sellers");
  const names = (page: Page) => block(page).getByRole("article").getByRole("heading");
  const newest = async (page: Page, gender: string): Promise<string[]> => {
    const answer = await page.request.get(`/api/products?gender=${gender}&sort=newest&limit=3`);
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
  };

  test("shows the three newest of the second category, then of the one that is chosen (R-2.4-02, R-4-35)", async ({
    page,
  }) => {
    await page.goto("/");
    await alive(page);
    await expect(block(page).getByRole("tab", { name: "Women" })).toHaveAttribute("aria-selected", "true");
    await expect(names(page)).toHaveText(await newest(page, "women"));

    await block(page).getByRole("tab", { name: "Men", exact: true }).click();

    await expect(names(page)).toHaveText(await newest(page, "men"));
    await expect(page).toHaveURL("/?best=men");
    await page.reload();
    await expect(names(page)).toHaveText(await newest(page, "men"));
  });

  test("SHOP ALL follows the choice (R-2.4-04)", async ({ page }) => {
    await page.goto("/");
    await alive(page);
    const all = block(page).getByRole("link", { name: "SHOP ALL" });
    await expect(all).toHaveAttribute("href", "/shop/women");

    await block(page).getByRole("tab", { name: "Headwear" }).click();

    await expect(all).toHaveAttribute("href", "/shop/headwear");
  });

  test("keeps three places while a choice is on its way (R-2.4-03)", async ({ page }) => {
    await page.goto("/");
    await alive(page);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\.data\?.*best=men/, async (route) => {
      await held;
      await route.continue();
    });

    await block(page).getByRole("tab", { name: "Men", exact: true }).click();

    const panel = block(page).getByRole("tabpanel", { name: "Men" });
    await expect(panel).toHaveAttribute("aria-busy", "true");
    await expect(panel.locator(":scope > [aria-hidden=true]")).toHaveCount(3);
    await expect(names(page)).toHaveCount(0);
    letGo();
    await expect(names(page)).toHaveCount(3);
  });
});

test("Shop by Category has four tiles, and none leads nowhere (R-2.4-05)", async ({ page }) => {
  await page.goto("/");
  const links = section(page, "Shop by Category").getByRole("link");
  await expect(links).toHaveCount(4);

  for (const link of await links.all()) {
    const answer = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(answer.status()).toBe(200);
  }
});

test.describe("the community's videos", () => {
  test("stand in one row that scrolls sideways, each with its product and price (R-2.4-11, R-2.4-14)", async ({
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

  test("opens the one that is chosen, which can be paused, heard and closed (R-2.4-12)", async ({ page }) => {
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

  test("turns round at both ends on a phone (R-2.4-13)", async ({ page }) => {
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

  test("has nothing to turn with on a wide screen (R-2.4-13)", async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto("/");
    await alive(page);
    await videos(page).first().click();

    await expect(player(page)).toBeVisible();
    await expect(player(page).getByRole("button", { name: /previous|next/i })).toHaveCount(0);
  });

  test("leads to the product that is seen", async ({ page }) => {
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

  test("come one after the other, every 5000 ms, until they are paused (R-2.4-06)", async ({ page }) => {
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

  test("wait while a pointer rests on them", async ({ page }) => {
    await openAtRest(page, "/");
    await voices(page).getByRole("heading", { name: "Word Of Mouth" }).hover();

    await page.clock.runFor(20_000);

    await expect(count(page)).toHaveText("1 / 6");
  });

  test("turn by hand, with a counter (R-2.4-07)", async ({ page }) => {
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

  test("say who speaks, how old and from where, with a picture (R-2.4-08)", async ({ page }) => {
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
  test("are three, and each leads somewhere (R-2.4-09)", async ({ page }) => {
    await page.goto("/");
    const links = section(page, "Trending Collections").getByRole("link");

    await expect(links).toHaveCount(3);
    await expect(links).toContainText(["Night Shift", "Last Light", "Camp Stop"]);
  });

  test("shows another picture where one does not come (R-2.4-10)", async ({ page }) => {
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

  test("has six posts in one row that scrolls sideways (R-2.4-15)", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/");
    await expect(posts(page)).toHaveCount(6);
    expect(await scrollsSideways(section(page, "From The Feed").getByRole("list"))).toBe(true);
  });

  test("opens the post that is chosen, turns, plays and closes (R-2.4-16)", async ({ page }) => {
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

test("four promises stand at the end (R-2.3-21)", async ({ page }) => {
  await page.goto("/");

  await expect(section(page, "Why shop here").getByRole("heading")).toHaveText([
    "Fast Delivery",
    "Free Return",
    "Flexible Payment",
    "Stores Near You",
  ]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("home shows its best sellers, its tiles and every voice, and a choice is a link", async ({ page }) => {
    await page.goto("/");
    await expect(section(page, "Best Sellers").getByRole("article")).toHaveCount(3);
    await expect(section(page, "Shop by Category").getByRole("link")).toHaveCount(4);

    await section(page, "Best Sellers").getByRole("tab", { name: "Headwear" }).click();

    await expect(section(page, "Best Sellers").getByRole("tab", { name: "Headwear" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
  });
});

test("home has nothing to complain about, and nothing shifts", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });

  await page.goto("/");
  await alive(page);
  await page.mouse.wheel(0, 20_000);
  await expect(page.getByRole("contentinfo")).toBeInViewport();

  expect(complaints).toEqual([]);
  const shifted = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifted.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.001);
});
