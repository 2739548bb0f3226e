import { test, type Page } from "@playwright/test";
import { noPopUp, remember } from "./browser";
import { lineOf, productNamed } from "./products";
import { DAY } from "../../src/platform/durations";

/** Addresses of the shop's screens to check; "…" is a placeholder for a product's id. */
export const SCREENS = [
  "/",
  "/about",
  "/contact",
  "/return-or-exchange",
  "/shop/men",
  "/shop/accessories?colors=Black",
  "/shop/final-sale",
  "/shop/men?search=zzzz",
  "/product/x-…",
  "/cart",
  "/checkout",
  "/success",
  "/wishlist",
  "/faqs",
  "/terms-&-conditions",
  "/privacy-policy",
  "/return-policy",
  "/blogs",
  "/blog/denim-vs-leather",
  "/community",
  "/community?state=AZ",
  "/404",
  "/search?query=jacket",
  "/order-success",
  "/order-status",
  "/newsletter",
  "/unsubscribe",
  "/back-in-stock?product=…",
  "/reviews?product=…",
  "/questions?product=…",
  "/nowhere",
];

/** Fills bag and wishlist; the returned function replaces "…" in the address of a screen by a product's id. */
export async function shopperWithThings(page: Page): Promise<(screen: string) => string> {
  const jacket = await productNamed(page, "Outlaw Leather Jacket");
  await remember(page, {
    cart: [await lineOf(page, "Ride Dirty Tee")],
    wishlist: { ids: [jacket._id], expires: Date.now() + DAY },
    ...noPopUp,
  });
  return (screen) => screen.replace("…", jacket._id);
}

/**
 * Collects console errors and warnings, also of hydration, and requests to other hosts. Ignores the statuses 400, 404 and 422.
 */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  const own = new URL(test.info().project.use.baseURL ?? "").host;
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const isOwnStatus = /status of 4(04|22|00)/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isOwnStatus) complaints.push(message.text());
  });
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http") && host !== own) complaints.push(`asks ${host}`);
  });
  return complaints;
}
