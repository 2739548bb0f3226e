import { collections } from "~/shop/catalog/collections";

/** A page whose title and sentence in search results members may change. */
export interface SearchPage {
  key: string;
  name: string;
  /** Its public address. */
  address: string;
}

/** Pages with a fixed address that search engines list, in the order of their list. Products and articles have fields of their own. */
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

/** Page of a key; undefined for an unknown one. */
export const searchPage = (key: string): SearchPage | undefined => searchPages.find((page) => page.key === key);
