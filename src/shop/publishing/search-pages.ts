import { collections } from "~/shop/catalog/collections";

/** A page whose title and description in search results members can change. */
export interface SearchPage {
  key: string;
  name: string;
  /** Public address of the page. */
  address: string;
}

/**
 * Pages with a fixed address that search engines list, in the order of the members' list. Products and articles have their own
 * fields for search results.
 */
export const searchPages: readonly SearchPage[] = [
  { key: "home", name: "Home", address: "/" },
  ...Object.entries(collections).map(([key, name]) => ({ key: `shop-${key}`, name, address: `/shop/${key}` })),
  { key: "about", name: "About", address: "/about" },
  { key: "contact", name: "Contact", address: "/contact" },
  { key: "community", name: "Community", address: "/community" },
  { key: "blogs", name: "Blog", address: "/blogs" },
  { key: "faqs", name: "FAQ", address: "/faqs" },
  { key: "returns", name: "Return or exchange", address: "/return-or-exchange" },
  { key: "newsletter", name: "Newsletter", address: "/newsletter" },
  { key: "policy-returns", name: "Return policy", address: "/return-policy" },
  { key: "policy-terms", name: "Terms and conditions", address: "/terms-&-conditions" },
  { key: "policy-privacy", name: "Privacy policy", address: "/privacy-policy" },
  { key: "policy-accessibility", name: "Accessibility", address: "/accessibility" },
];

/** Page with a key; undefined for an unknown key. */
export const searchPage = (key: string): SearchPage | undefined => searchPages.find((page) => page.key === key);
