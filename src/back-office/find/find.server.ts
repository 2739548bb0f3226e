import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import { findGoods } from "~/shop/catalog/find-goods.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { findOrders } from "~/shop/orders/find-orders.server";
import { shownNumber } from "~/shop/orders/order";
import { stateWords } from "~/shop/orders/state-words";
import { spokenTime } from "~/shop/shop-time";
import { placesFor } from "../shell/places";
import type { FoundThing, HitGroup } from "../ui/hits";
import { counted } from "../words";
import { ACTS } from "./acts";
import { findSettings } from "./find-settings";

/** How many of a kind are named. */
const MOST = 5;

/** Whatever has these letters in its name, as far as the member may see it, in the groups of the palette. */
export async function findAnything(services: Services, member: Member, query: string): Promise<HitGroup[]> {
  const text = query.trim();
  const [goods, orders] = await Promise.all([foundGoods(services, member, text), foundOrders(services, member, text)]);
  const groups: HitGroup[] = [
    { name: "Goods", hits: goods },
    { name: "Orders", hits: orders },
    { name: "Settings", hits: can(member, "settings.read") ? findSettings(text).slice(0, MOST) : [] },
    { name: "Go to", hits: foundPlaces(member, text) },
    { name: "Do", hits: foundActs(member, text) },
  ];
  return groups.filter(({ hits }) => hits.length > 0);
}

async function foundGoods(services: Services, member: Member, text: string): Promise<FoundThing[]> {
  if (text.length < 2 || !can(member, "goods.read")) return [];
  const goods = await findGoods(services, member, text, MOST);
  const pictures = await picturesFor(
    services.db,
    goods.flatMap(({ image }) => (image ? [image] : [])),
  );
  return goods.map(({ id, name, image, color, left, status }) => ({
    to: `/goods/${id}`,
    name: color ? `${name}, ${color}` : name,
    note: status === "published" ? (left === null ? "no limit" : `${left} left`) : "not on the shop",
    picture: (image && pictures.get(image)?.hash) || null,
  }));
}

async function foundOrders(services: Services, member: Member, text: string): Promise<FoundThing[]> {
  const digits = text.replace(/[#\s-]/g, "");
  if (!/^\d{3,8}$/.test(digits) || !can(member, "orders.read")) return [];
  const orders = await findOrders(services, member, digits, MOST);
  const { timeZone } = services.settings();
  return orders.map(({ number, state, pieces, at }) => ({
    to: `/find?q=${number}`,
    name: `${shownNumber(number)}, ${counted(pieces, "piece")}`,
    note: `${stateWords[state].name}, ${spokenTime(at, new Date(), timeZone)}`,
  }));
}

const has = (name: string, text: string): boolean => name.toLowerCase().includes(text.toLowerCase());

const foundPlaces = (member: Member, text: string): FoundThing[] =>
  placesFor(member)
    .flat()
    .filter(({ name }) => has(name, text))
    .map(({ to, name }) => ({ to, name }));

const foundActs = (member: Member, text: string): FoundThing[] =>
  ACTS.filter(({ name, right }) => (!right || can(member, right)) && has(name, text))
    .slice(0, MOST)
    .map(({ to, name }) => ({ to, name }));
