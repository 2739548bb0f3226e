import { byName } from "~/platform/by-name";

/** Pages of the shop that are suggested as targets of links; other addresses may be typed. */
export const PAGES = byName<string>({
  "/": "Home",
  "/shop/men": "Men",
  "/shop/women": "Women",
  "/shop/accessories": "Accessories",
  "/shop/headwear": "Headwear",
  "/shop/new-arrivals": "New arrivals",
  "/shop/final-sale": "Final sale",
  "/faqs": "FAQ",
  "/about": "About",
  "/contact": "Contact",
  "/community": "Community",
  "/blogs": "Blog",
  "/return-or-exchange": "Return or exchange",
  "/order-status": "Order status",
  "/return-policy": "Return policy",
  "/privacy-policy": "Privacy policy",
  "/accessibility": "Accessibility",
  "/terms-&-conditions": "Terms and conditions",
});
