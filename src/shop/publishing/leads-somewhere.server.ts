import type { Database } from "~/platform/database.server";
import { publishedTitles } from "~/shop/blog/blog.server";
import { postAt } from "~/shop/blog/post";
import { isCollection } from "~/shop/catalog/collections";
import { productIdIn } from "~/shop/catalog/product";
import { addressedProduct } from "~/shop/catalog/catalog.server";
import { PRODUCT_ID } from "~/shop/catalog/product-id-pattern";
import { isHarmless } from "~/shop/texts/is-harmless";
import type { Complaint, linksIn } from "./publish-checks";

/** Pages with a fixed address. A test compares the list with the shop's routes. */
export const FIXED_PAGES: ReadonlySet<string> = new Set([
  "/",
  "/404",
  "/about",
  "/accessibility",
  "/back-in-stock",
  "/blogs",
  "/cart",
  "/checkout",
  "/community",
  "/contact",
  "/faqs",
  "/gift-card",
  "/gift-cards",
  "/newsletter",
  "/order-status",
  "/order-success",
  "/privacy-policy",
  "/questions",
  "/return-or-exchange",
  "/return-policy",
  "/reviews",
  "/search",
  "/success",
  "/terms-&-conditions",
  "/unsubscribe",
  "/wishlist",
  "/your-data",
]);

/** Whether a link has a target: an existing page of the shop, or any web address elsewhere, which is not requested. */
export async function leadsSomewhere(db: Database, href: string): Promise<boolean> {
  if (!isHarmless(href) || href === "#") return false;
  if (!href.startsWith("/")) return true;
  const path = pathOf(href);
  if (path === undefined) return false;
  if (FIXED_PAGES.has(path)) return true;
  const [, room, name = "", ...more] = path.split("/");
  if (more.length > 0) return false;
  if (room === "shop") return isCollection(name);
  if (room === "blog") return postAt(await publishedTitles(db), name) !== undefined;
  if (room === "product") {
    const id = productIdIn(name);
    return PRODUCT_ID.test(id) && (await addressedProduct(db, id)) !== undefined;
  }
  return false;
}

/** Complaints about links of a text that have no target. */
export async function deadLinkComplaints(db: Database, links: ReturnType<typeof linksIn>): Promise<Complaint[]> {
  const dead = new Set<string>();
  for (const href of new Set(links.map((link) => link.href))) if (!(await leadsSomewhere(db, href))) dead.add(href);
  return links.flatMap(({ field, href }) =>
    dead.has(href) ? [{ field, text: `"${href.slice(0, 80)}" leads to nothing. Choose where it leads.` }] : [],
  );
}

/** Decoded path of a link to the shop, without query, anchor and trailing slash. */
function pathOf(href: string): string | undefined {
  const [path = ""] = href.split(/[?#]/);
  try {
    return decodeURIComponent(path).replace(/(?<=.)\/$/, "");
  } catch {
    return undefined;
  }
}
