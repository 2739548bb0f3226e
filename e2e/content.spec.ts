import { expect, type Page, test } from "@playwright/test";

test.beforeEach(({ page }) =>
  page.addInitScript(() => localStorage.setItem("newsletterPopUp", String(Date.UTC(2100, 0, 1)))),
);

/** Until the script has taken the page over. */
const alive = (page: Page) =>
  page.waitForFunction(() => document.querySelector<HTMLFormElement>("footer form")?.noValidate);

/** The structured data of a page, by its type. */
const structured = (page: Page): Promise<Record<string, unknown>[]> =>
  page.locator('script[type="application/ld+json"]').evaluateAll((scripts) =>
    scripts.flatMap((script) => {
      const data: unknown = JSON.parse(script.textContent ?? "null");
      return (Array.isArray(data) ? data : [data]) as Record<string, unknown>[];
    }),
  );

test.describe("about", () => {
  test("tells mission, people, vision, journey and inspiration (R-2.15-01, R-2.1-02)", async ({ page }) => {
    await page.goto("/about");

    await expect(page.getByRole("heading", { level: 2 })).toContainText([
      "Our Mission",
      "Who We Are",
      "Our Vision",
      "Our Journey",
      "Our Inspiration",
    ]);
  });

  test("leads to both shops (R-2.15-02)", async ({ page }) => {
    await page.goto("/about");
    const shop = page.getByRole("region", { name: "Shop" });

    await expect(shop.getByRole("link", { name: /Shop Men/ })).toHaveAttribute("href", "/shop/men");
    await expect(shop.getByRole("link", { name: /Shop Women/ })).toHaveAttribute("href", "/shop/women");
  });
});

test.describe("contact", () => {
  test("says when an answer comes, where the shop is and whom to write to (R-2.15-03, R-2.15-04)", async ({ page }) => {
    await page.goto("/contact");
    const main = page.getByRole("main");

    await expect(main).toContainText("within 2 business days");
    await expect(main.getByRole("link", { name: "support@ironmesa.example" }).first()).toHaveAttribute(
      "href",
      "mailto:support@ironmesa.example",
    );
    await expect(main).toContainText("2140 Switchback Road");
    await expect(main).toContainText(/media and talent/);
  });

  test("promises delivery, money back and help abroad, and ends with two ways on (R-2.15-06, R-2.15-07)", async ({
    page,
  }) => {
    await page.goto("/contact");
    await expect(page.getByRole("region", { name: "What you can count on" }).getByRole("heading")).toHaveText([
      "Nationwide Delivery",
      "30 Days Money Back Guarantee",
      "International Shipping And Returns",
    ]);

    const tiles = page.getByRole("region", { name: "Where to look next" });
    await expect(tiles.getByRole("link")).toHaveCount(2);
    await expect(tiles.getByRole("link", { name: /New Release/ })).toHaveAttribute("href", "/shop/new-arrivals");
    await tiles.getByRole("link", { name: /Best Sellers/ }).click();
    await expect(page).toHaveURL("/#best-sellers");
    await expect(page.getByRole("heading", { name: "Best Sellers" })).toBeInViewport();
  });
});

test.describe("FAQ", () => {
  const TABS = [
    "Ordering & Payments",
    "Shipping & Delivery",
    "Returns & Exchanges",
    "Product Info & Custom Orders",
    "Sizing & Fit",
    "Discounts, Promotions & Wholesale",
    "Account & Privacy",
    "Customer Service & Support",
  ];
  const open = (page: Page) => page.getByRole("main").getByRole("button", { expanded: true });

  test("has eight tabs in order (R-2.15-11, R-2.1-07)", async ({ page }) => {
    await page.goto("/faqs");
    const tabs = page.getByRole("tab");
    await expect(tabs).toHaveCount(TABS.length);
    for (const [place, name] of TABS.entries()) await expect(tabs.nth(place)).toHaveAccessibleName(name);
  });

  test("has one question open at a time (R-2.15-10)", async ({ page }) => {
    await page.goto("/faqs");
    await alive(page);
    await page.getByRole("button", { name: "How do I place an order?" }).click();
    await expect(open(page)).toHaveText("How do I place an order?");

    await page.getByRole("button", { name: "Can I pay in installments?" }).click();

    await expect(open(page)).toHaveText("Can I pay in installments?");
  });

  test("closes the open question when a tab is chosen (R-2.15-12)", async ({ page }) => {
    await page.goto("/faqs");
    await alive(page);
    await page.getByRole("button", { name: "How do I place an order?" }).click();

    await page.getByRole("tab", { name: "Sizing & Fit" }).click();
    await page.getByRole("tab", { name: "Ordering & Payments" }).click();

    await expect(open(page)).toHaveCount(0);
  });

  test("makes links of addresses, its own without leaving the shop (R-2.15-13)", async ({ page }) => {
    await page.goto("/faqs");
    await alive(page);
    await page.getByRole("button", { name: "I did not get a confirmation e-mail" }).click();

    const panel = page.getByRole("tabpanel");
    await expect(panel.getByRole("link", { name: "support@ironmesa.example" })).toHaveAttribute(
      "href",
      "mailto:support@ironmesa.example",
    );
    await panel.getByRole("link", { name: /order-status/ }).click();
    await expect(page).toHaveURL("/order-status");
  });

  test("tells search engines its questions, and quotes the shop's settings", async ({ page }) => {
    await page.goto("/faqs");
    const faq = (await structured(page)).find((data) => data["@type"] === "FAQPage");

    expect(JSON.stringify(faq)).toContain("How do I place an order?");
    expect(await page.content()).not.toMatch(/\{(returnDays|supportEmail|freeShippingOver|deliveryFee)\}/);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("shows every answer", async ({ page }) => {
      await page.goto("/faqs");
      await expect(page.getByRole("tabpanel").first()).toContainText("How do I place an order?");
      for (const heading of TABS) await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    });
  });
});

test.describe("the policies", () => {
  const heads = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });

  test("terms have 16 sections, privacy 12 and the return policy its date (R-2.1-07, R-2.1-08, R-2.15-14, R-2.15-16)", async ({
    page,
  }) => {
    await page.goto("/terms-&-conditions");
    await expect(heads(page)).toHaveCount(16);
    await expect(page.getByRole("main")).toContainText("GeoNames");
    await page.goto("/privacy-policy");
    await expect(heads(page)).toHaveCount(12);
    await page.goto("/return-policy");
    await expect(page.getByRole("main")).toContainText("Effective date: 09/29/2025");
    await expect(page.getByRole("main")).toContainText("Template for the merchant's lawyer.");
  });

  test("the service is not for under 13s (R-2.15-15)", async ({ page }) => {
    await page.goto("/privacy-policy");
    await expect(page.getByRole("main")).toContainText(/anyone under 13/);
  });

  test("say thirty days everywhere (R-9-06)", async ({ page }) => {
    await page.goto("/return-policy");
    await expect(page.getByRole("main")).toContainText("You have 30 days");
    await page.goto("/terms-&-conditions");
    await expect(page.getByRole("main")).toContainText("within 30 days");
    await expect(page.getByRole("main")).not.toContainText("20 days");
  });

  test("the contents follow what is read", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/terms-&-conditions");
    await alive(page);
    const contents = page.getByRole("navigation", { name: "Contents" });
    await expect(contents.locator("[aria-current]")).toContainText("1.");

    await contents.getByRole("link", { name: /^7\./ }).click();

    await expect(page.getByRole("heading", { name: /^7\./ })).toBeInViewport();
    await expect(contents.locator("[aria-current]")).toContainText("7.");
  });
});

test.describe("the blog", () => {
  const cards = (page: Page) => page.getByRole("tabpanel").getByRole("article");
  interface BlogWire {
    title: string;
    category: { name: string };
    content: string;
  }
  const blogs = async (page: Page): Promise<BlogWire[]> => (await page.request.get("/api/blogs")).json();

  test("is titled, with a tab for all and one for each category (R-2.1-09, R-2.13-01)", async ({ page }) => {
    await page.goto("/blogs");
    const categories: { name: string }[] = await (await page.request.get("/api/blogs/categories")).json();

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Catch The Blogs");
    await expect(page.getByRole("tab")).toHaveText(["All", ...categories.map(({ name }) => name)]);
  });

  test("a tab shows the articles of its category, and the address remembers it (R-2.13-03)", async ({ page }) => {
    await page.goto("/blogs");
    await alive(page);
    await page.getByRole("tab", { name: "Gear Guides" }).click();

    const wanted = (await blogs(page)).filter(({ category }) => category.name === "Gear Guides");
    await expect(cards(page).getByRole("heading")).toHaveText(wanted.map(({ title }) => title));
    await page.reload();
    await expect(page.getByRole("tab", { name: "Gear Guides" })).toHaveAttribute("aria-selected", "true");
  });

  test("comes with the tab that led here (R-2.13-02, R-2.14-06)", async ({ page }) => {
    await page.goto("/community");
    await alive(page);
    await page.getByRole("link", { name: /Upcoming Bikers Events/ }).click();

    await expect(page).toHaveURL(/\/blogs/);
    await expect(page.getByRole("tab", { name: "Biker Events" })).toHaveAttribute("aria-selected", "true");
  });

  test("a card has its day, its title and a hundred letters of its text (R-2.13-04)", async ({ page }) => {
    await page.goto("/blogs");
    const [first] = await blogs(page);
    const text = (first?.content ?? "")
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();

    await expect(cards(page).first()).toContainText("November 19, 2026");
    await expect(cards(page).first()).toContainText(first?.title ?? "-");
    await expect(cards(page).first()).toContainText(text.slice(0, 100).trimEnd());
    await expect(cards(page).first()).not.toContainText(text.slice(0, 102));
  });

  test("four cards, a banner, then the rest (R-2.13-05)", async ({ page }) => {
    await page.goto("/blogs");
    const top = async (locator: ReturnType<typeof cards>) => (await locator.boundingBox())?.y ?? 0;
    const banner = await top(page.getByRole("heading", { name: "Ride More. Scroll Less." }));

    expect(await top(cards(page).nth(3))).toBeLessThan(banner);
    expect(await top(cards(page).nth(4))).toBeGreaterThan(banner);
  });

  test("a card leads to its article, which shows picture, day, title and its text as meant (R-2.13-06, R-2.13-07)", async ({
    page,
  }) => {
    await page.goto("/blogs");
    await alive(page);
    await page.route("**/api/blogs**", (route) => route.abort());
    await page.getByRole("link", { name: "A First Timer Guide to the Homecoming Rally" }).click();

    await expect(page).toHaveURL("/blog/a-first-timer-guide-to-the-homecoming-rally");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("A First Timer Guide to the Homecoming Rally");
    await expect(page.getByText("November 5, 2026")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Camp manners", level: 2 })).toBeVisible();
    await expect(page.getByRole("main").locator("img").first()).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("<p>");
  });

  test("an article is found by its address, without its punctuation too (R-2.1-09, R-4-48)", async ({ page }) => {
    const answer = await page.goto("/blog/Denim-vs-Leather!");
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Denim vs Leather");
  });

  test("an unknown one is said to be unknown, with a way to all others (R-8-21)", async ({ page }) => {
    const answer = await page.goto("/blog/no-such-blog");

    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog not found");
    await page.getByRole("main").getByRole("link", { name: "All articles" }).click();
    await expect(page).toHaveURL("/blogs");
  });

  test("'Loading blog...' shows while a link waits (R-8-21)", async ({ page }) => {
    await page.goto("/blogs");
    await alive(page);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/blog\/.*\.data/, async (route) => {
      await held;
      await route.continue();
    });

    await cards(page).first().getByRole("link").click();

    await expect(page.getByText("Loading blog...")).toBeVisible();
    letGo();
    await expect(page.getByText("Loading blog...")).toBeHidden();
  });

  test("a list that cannot be had says so and offers to try again (R-8-20)", async ({ page }) => {
    await page.goto("/about");
    await alive(page);
    await page.route(/\/blogs\.data/, (route) => route.abort());
    await page.getByRole("contentinfo").getByRole("link", { name: "Blogs" }).click();

    await expect(page.getByRole("alert").filter({ hasText: "Error fetching blogs" })).toBeVisible();
    await page.unroute(/\/blogs\.data/);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Catch The Blogs");
  });

  test("Read More has the others, close ones first, at most six (R-2.13-13)", async ({ page }) => {
    await page.goto("/blog/denim-vs-leather");
    const more = page.getByRole("region", { name: "Read More" }).getByRole("article");

    await expect(more).toHaveCount(6);
    await expect(more.filter({ hasText: "Denim vs Leather" })).toHaveCount(0);
    await expect(more.first()).toContainText("Gear Guides");
  });
});

test.describe("sharing an article", () => {
  const ADDRESS = /\/blog\/denim-vs-leather$/;
  const share = (page: Page) => page.getByRole("button", { name: "Share" });
  const said = (page: Page) =>
    new Promise<string>((resolve) =>
      page.once("dialog", (dialog) => {
        resolve(dialog.message());
        void dialog.accept();
      }),
    );

  test("uses what the device offers (R-2.13-08)", async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shared: [] });
      Object.assign(navigator, {
        share: async (what: ShareData) => void (window as unknown as { shared: ShareData[] }).shared.push(what),
      });
    });
    await page.goto("/blog/denim-vs-leather");
    await alive(page);
    await share(page).click();

    const shared = await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
    expect(shared).toHaveLength(1);
    expect(shared[0]?.url).toMatch(ADDRESS);
  });

  test("else copies the address and says so (R-2.13-09)", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await page.goto("/blog/denim-vs-leather");
    await alive(page);
    const words = said(page);
    await share(page).click();

    expect(await words).toBe("Link copied to clipboard!");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(ADDRESS);
  });

  test("else says that it cannot (R-8-22)", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "share", { value: undefined });
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    await page.goto("/blog/denim-vs-leather");
    await alive(page);
    const words = said(page);
    await share(page).click();

    expect(await words).toBe("Sharing not supported in this browser.");
  });

  test("leads to Facebook, Pinterest, X and mail with the article's address (R-2.13-10)", async ({ page }) => {
    await page.goto("/blog/denim-vs-leather");
    for (const [name, beginning] of [
      ["Share on Facebook", "https://www.facebook.com/"],
      ["Share on Pinterest", "https://www.pinterest.com/"],
      ["Share on X", "https://x.com/"],
      ["Share by mail", "mailto:"],
    ] as const) {
      const href = (await page.getByRole("link", { name }).getAttribute("href")) ?? "";
      expect(href.startsWith(beginning)).toBe(true);
      expect(decodeURIComponent(href)).toContain("/blog/denim-vs-leather");
    }
  });
});

test.describe("the community", () => {
  test("welcomes, gives and meets (R-2.14-01, R-2.14-04, R-2.14-05, R-2.14-06)", async ({ page }) => {
    await page.goto("/community");
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Welcome To America's Largest Bikers Community!");

    await expect(main.getByRole("link", { name: /Donate Now/ })).toHaveAttribute("href", /^https:\/\/fundraising/);
    for (const [name, address] of [
      [/Talk to us/, "/contact"],
      [/Get Support/, "/contact"],
      [/Collaborate WITH US/, "/contact"],
      [/WHAT TO WEAR\?/, "/shop/new-arrivals"],
    ] as const)
      await expect(main.getByRole("link", { name })).toHaveAttribute("href", address);
  });

  test("has the fifty states to choose from, each once (R-2.14-02)", async ({ page }) => {
    await page.goto("/community");
    const states = await page.getByRole("combobox", { name: "State" }).getByRole("option").allTextContents();

    expect(new Set(states.slice(1)).size).toBe(50);
    expect(states).toHaveLength(51);
    await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "E-mail" }).first()).toBeVisible();
  });

  test("announces ten events, the next first, none of them over", async ({ page }) => {
    await page.goto("/community");
    const days = await page
      .getByRole("region", { name: "On The Calendar" })
      .locator("time")
      .evaluateAll((times) => times.map((time) => time.getAttribute("datetime") ?? ""));

    expect(days).toHaveLength(10);
    expect(days.toSorted()).toEqual(days);
  });

  test("has the community's own promises (R-2.3-22)", async ({ page }) => {
    await page.goto("/community");
    await expect(page.getByRole("region", { name: "Why shop here" }).getByRole("heading")).toHaveText([
      "Customer Service",
      "Free Shipping",
      "Easy Returns",
      "Secure Payment",
    ]);
  });
});

test.describe("what is not there", () => {
  for (const path of ["/404", "/no/such/page", "/terms-and-conditions"])
    test(`${path} says so, with a search and ways back (R-2.1-10)`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      const main = page.getByRole("main");
      await expect(main.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
      await expect(main.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");

      await alive(page);
      await main.getByRole("searchbox").fill("jacket");
      await main.getByRole("searchbox").press("Enter");
      await expect(page).toHaveURL("/search?query=jacket");
    });
});

test.describe("for search engines", () => {
  const PAGES = [
    "/",
    "/about",
    "/contact",
    "/faqs",
    "/terms-&-conditions",
    "/blogs",
    "/blog/denim-vs-leather",
    "/community",
  ];

  test("every page has a title of its own, a description, one address and a picture", async ({ page }) => {
    const titles: string[] = [];
    for (const path of PAGES) {
      await page.goto(path);
      titles.push(await page.title());
      const content = (name: string) =>
        page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute("content");
      expect((await content("description"))?.length, path).toBeGreaterThan(20);
      expect(await page.locator("link[rel=canonical]").getAttribute("href"), path).toMatch(
        new RegExp(`${path.replace("/", "\\/")}$`),
      );
      expect((await page.request.get((await content("og:image")) ?? "")).status(), path).toBe(200);
    }
    expect(new Set(titles).size).toBe(PAGES.length);
    for (const title of titles) expect(title).toContain("Iron Mesa");
  });

  test("pages say what they are", async ({ page }) => {
    const types = async (path: string) => {
      await page.goto(path);
      return (await structured(page)).map((data) => data["@type"]);
    };

    expect(await types("/")).toEqual(["Organization", "WebSite"]);
    expect(await types("/blog/denim-vs-leather")).toEqual(["Article", "BreadcrumbList"]);
    expect(await types("/faqs")).toEqual(["FAQPage", "BreadcrumbList"]);
  });

  test("the map of the shop names only pages that are there", async ({ page }) => {
    const map = await (await page.request.get("/sitemap.xml")).text();
    const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) =>
      (address ?? "").replaceAll("&amp;", "&"),
    );

    expect(addresses.length).toBeGreaterThan(80);
    for (const address of addresses.filter((_, place) => place % 9 === 0))
      expect((await page.request.get(address)).status(), address).toBe(200);
    expect(await (await page.request.get("/robots.txt")).text()).toContain("/sitemap.xml");
  });

  test("whoever finds a weakness is told whom to write to", async ({ page }) => {
    const contact = await page.request.get("/.well-known/security.txt");
    expect(contact.headers()["content-type"]).toBe("text/plain; charset=utf-8");
    expect(await contact.text()).toMatch(/^Contact: mailto:.+@/);
  });

  test("the feed for merchants' listings has every variant with price and picture", async ({ page }) => {
    const answer = await page.request.get("/products.xml");
    expect(answer.headers()["content-type"]).toContain("xml");
    const feed = await answer.text();

    const items = feed.split("<item>").slice(1);
    expect(items.length).toBeGreaterThan(200);
    for (const item of items) expect(item).toMatch(/<g:price>\d+\.\d\d USD<\/g:price>/);
  });
});
