import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import { findGoods } from "~/shop/catalog/naming/find-goods.server";
import { productAddress } from "~/shop/catalog/product";
import { postAddress } from "~/shop/blog/post";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { textPage } from "../text.server";

/** Matches the pictures in an article's text, with or without alternative text. */
const PICTURE = /!\[(?:[^[\]\\]|\\.)*\]\((\/media\/[^\s)]+)/g;

/**
 * Data of an article's page; null for an invalid id. `uploaded` is the path of a picture that was just uploaded without
 * JavaScript.
 */
export async function articlePage(
  services: Services,
  member: Member,
  { id, uploaded, goods, at }: { id: string; uploaded: string; goods: string; at: string },
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
  return {
    ...page,
    isNew,
    shopAddress: stored.title ? postAddress({ title: stored.title }) : "",
    host: new URL(services.address).host,
    hashes: Object.fromEntries([...pictures].map(([path, { hash }]) => [path, hash])),
    uploaded: pictures.has(uploaded) ? uploaded : "",
    found: goods === "" ? null : await foundProducts(services, member, goods),
    goods,
    at,
  };
}

/** Links to products on the shop with the typed letters in their names. */
async function foundProducts(services: Services, member: Member, text: string) {
  if (!can(member, "goods.read")) return [];
  const goods = await findGoods(services, member, text, 8);
  const links = goods
    .filter(({ status }) => status === "published")
    .map(({ id, name }) => ({ name, address: productAddress({ id, name }) }));
  return links.filter(({ address }, place) => links.findIndex((each) => each.address === address) === place);
}
