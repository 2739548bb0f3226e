import type { Database } from "~/platform/database.server";
import { publishedTitles } from "~/shop/blog/blog.server";
import { postAddress, postAt } from "~/shop/blog/post";
import { addressedProduct } from "~/shop/catalog/catalog.server";
import { productAddress, productIdIn } from "~/shop/catalog/product";
import { PRODUCT_ID } from "~/shop/catalog/product-id-pattern";

/** Present path of a record that a menu links to, such as `product:<id>`; undefined if the record is not on the shop. */
export async function addressOfRecord(db: Database, target: string): Promise<string | undefined> {
  const [, kind, id = ""] = /^(product|post):(.+)$/.exec(target) ?? [];
  if (kind === "product") {
    const product = await addressedProduct(db, id);
    return product && productAddress({ id, name: product.name });
  }
  const post = kind === "post" ? (await publishedTitles(db)).find((each) => each.id === id) : undefined;
  return post && postAddress(post);
}

/**
 * Record that a path of the shop leads to, so that a link remains valid when the record is renamed; an empty string for other
 * URLs.
 */
export async function recordAt(db: Database, href: string): Promise<string> {
  const [, room, name = ""] = /^\/(product|blog)\/([^/?#]+)$/.exec(href) ?? [];
  if (room === "product") {
    const id = productIdIn(name);
    return PRODUCT_ID.test(id) && (await addressedProduct(db, id)) ? `product:${id}` : "";
  }
  if (room !== "blog") return "";
  const post = postAt(await publishedTitles(db), decoded(name));
  return post ? `post:${post.id}` : "";
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
