import { expect } from "@playwright/test";
import { test } from "./support/test";
import { alive, complaintsOf, shopperWithThings } from "./support";

const MENU = [
  "New Arrivals",
  "Final Sale",
  "Men",
  "Women",
  "Accessories",
  "Headwear",
  "FAQ",
  "Community",
  "About",
  "Contact",
];

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`following links of menu, footer and pages to the checkout loads no document anew and logs no error, at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const at = await shopperWithThings(page);
    const complaints = complaintsOf(page);
    await page.goto(at("/blogs"));
    await alive(page);
    let loads = 0;
    page.on("load", () => loads++);

    for (const name of MENU) {
      await page.getByRole("button", { name: "Open menu" }).click();
      const link = page
        .getByRole("dialog", { name: "Menu" })
        .getByRole("navigation")
        .getByRole("link", { name, exact: true });
      const address = (await link.getAttribute("href")) ?? "";
      await link.click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      expect(complaints, name).toEqual([]);
    }

    const footer = page.getByRole("contentinfo");
    for (const name of ["Order Status", "Return or Exchange", "Terms & Conditions", "Privacy Policy", "Blogs"]) {
      const link = footer.getByRole("link", { name, exact: true });
      const address = (await link.getAttribute("href")) ?? "";
      await link.click();
      await expect(page).toHaveURL(address);
      expect(complaints, name).toEqual([]);
    }

    await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
    await expect(page).toHaveURL(/\/blog\//);
    await footer.getByRole("link", { name: "Headwear", exact: true }).click();
    await page.getByRole("link", { name: "Apex Full-Face Helmet", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Apex Full-Face Helmet" })).toBeVisible();
    for (const [link, heading] of [
      [/^Wishlist, /, "Wishlist"],
      [/^Bag, /, "Shopping Bag"],
    ] as const) {
      await page.getByRole("banner").getByRole("link", { name: link }).click();
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    }
    await page.getByRole("button", { name: "CONTINUE TO CHECKOUT" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: /home$/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/FINAL\s*SALE/);

    expect(complaints).toEqual([]);
    expect(loads).toBe(0);
  });
