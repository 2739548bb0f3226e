import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import { addressedProduct } from "~/shop/catalog/catalog.server";
import { findGoods } from "~/shop/catalog/editing/find-goods.server";
import { PRODUCT_ID } from "~/shop/catalog/product-id-pattern";
import { productAddress, productIdIn } from "~/shop/catalog/product";
import { postAddress } from "~/shop/blog/post";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { textPage } from "../text.server";

/** Pictures in an article's text, with or without words. */
const PICTURE = /!\[[^\]]*\]\((\/media\/[^\s)]+)/g;
const PRODUCT = /\]\((\/product\/[^\s)?#]+)/g;

/** Data of an article's page; null for an id of none. `uploaded` is the path of a picture that was just sent without script. */
export async function articlePage(
  services: Services,
  member: Member,
  { id, uploaded, goods }: { id: string; uploaded: string; goods: string },
  now: Date,
) {
  const page = await textPage(services, member, { kind: "article", id }, now);
  if (!page) return null;
  const { db } = services;
  const { stored } = page;
  const text = stored.text ?? "";
  const paths = [...[...text.matchAll(PICTURE)].map(([, path = ""]) => path), stored.cover ?? "", uploaded];
  const pictures = await picturesFor(db, paths.filter(Boolean));
  const isNew = page.version === 0;
  const shown: Record<string, string> = { ...stored, isShown: isNew ? "yes" : (stored.isShown ?? "") };
  return {
    ...page,
    /** A new article is to be shown once it is put on the shop. */
    stored: shown,
    isNew,
    shopAddress: stored.title ? postAddress({ title: stored.title }) : "",
    host: new URL(services.address).host,
    pictures: Object.fromEntries([...pictures].map(([path, { hash }]) => [path, hash])),
    products: await productsIn(services, text),
    uploaded: pictures.has(uploaded) ? uploaded : "",
    found: goods === "" ? null : await foundProducts(services, member, goods),
    goods,
  };
}

/** Names of the products that a text links to, by path. */
async function productsIn({ db }: Services, text: string): Promise<Record<string, string>> {
  const paths = [...new Set([...text.matchAll(PRODUCT)].map(([, path = ""]) => path))].slice(0, 100);
  const names = await Promise.all(
    paths.map(async (path) => {
      const id = productIdIn(path.slice("/product/".length));
      const product = PRODUCT_ID.test(id) ? await addressedProduct(db, id) : undefined;
      return product ? ([[path, product.name]] as const) : [];
    }),
  );
  return Object.fromEntries(names.flat());
}

/** Products on the shop with these letters in their names, as links. */
async function foundProducts(services: Services, member: Member, text: string) {
  if (!can(member, "goods.read")) return [];
  const goods = await findGoods(services, member, text, 8);
  const links = goods
    .filter(({ status }) => status === "published")
    .map(({ id, name }) => ({ name, address: productAddress({ id, name }) }));
  return links.filter(({ address }, place) => links.findIndex((each) => each.address === address) === place);
}
