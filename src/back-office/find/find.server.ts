import { foldedPlace } from "~/shop/folded-text";
import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import { findGoods } from "~/shop/catalog/naming/find-goods.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { findOrders } from "~/shop/orders/list/find-orders.server";
import { shownNumber } from "~/shop/orders/order-number";
import { disputeWords, kindWords, placedWords } from "~/shop/orders/member-state-words";
import { spokenTime } from "~/shop/shop-time";
import { settingGroups } from "../settings/setting-fields";
import { findPeople } from "../people/people.server";
import { placesFor } from "../shell/screen-places";
import { findReturns } from "../returns/find-returns.server";
import type { FoundThing, HitGroup } from "../ui/hits";
import { counted } from "../count-words";
import { ACTS } from "./found-acts";
import { foundWords } from "./found-words";
import { matches } from "./matching";
import { placeSynonyms, settingSynonyms } from "./synonyms";

/** Maximum number of results of one kind. */
const MOST = 5;

/**
 * Finds screens, settings and records whose name contains the query and that the member may see, in the groups of the palette.
 */
export async function findAnything(services: Services, member: Member, query: string): Promise<HitGroup[]> {
  const text = query.trim();
  const [goods, orders, people] = await Promise.all([
    foundGoods(services, member, text),
    foundOrders(services, member, text),
    foundPeople(services, member, text),
  ]);
  const ways: HitGroup[] = [
    { name: "Go to", hits: foundPlaces(member, text) },
    { name: "Do", hits: foundActs(member, text) },
  ];
  const things: HitGroup[] = [
    { name: "Goods", hits: goods },
    { name: "Orders", hits: orders },
    { name: "Returns", hits: await findReturns(services, member, text, MOST) },
    { name: "People", hits: people },
    { name: "Words", hits: can(member, "content.read") ? foundWords(text).slice(0, MOST) : [] },
    { name: "Settings", hits: can(member, "settings.read") ? findSettings(text).slice(0, MOST) : [] },
  ];
  // Screens come before records: "sale" should first find the page of sales, not a shopper with a similar name.
  const groups = text === "" ? [...things, ...ways] : [...ways, ...things];
  return groups
    .filter(({ hits }) => hits.length > 0)
    .map(({ name, hits }) => ({ name, hits: hits.map((hit) => ({ ...hit, place: foldedPlace(hit.name, text) })) }));
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
  if (text.length < 3 || !can(member, "orders.read")) return [];
  const orders = await findOrders(services, member, text, MOST);
  const { timeZone } = services.settings();
  return orders.map(({ number, name, pieces, at, kind, dispute, ...placed }) => ({
    to: `/orders/${number}`,
    name: name ? `${shownNumber(number)}, ${name}` : shownNumber(number),
    note: [
      dispute && disputeWords[dispute],
      counted(pieces, "piece"),
      placedWords(placed).name,
      `${spokenTime(at, new Date(), timeZone)}${kindWords[kind] && `. ${kindWords[kind]}`}`,
    ]
      .filter(Boolean)
      .join(", "),
  }));
}

async function foundPeople(services: Services, member: Member, text: string): Promise<FoundThing[]> {
  if (text.length < 3 || !can(member, "people.read")) return [];
  const people = await findPeople(services, member, text, MOST);
  return people.map(({ to, name, email }) => ({ to, name, ...(name !== email && { note: email }) }));
}

const foundPlaces = (member: Member, text: string): FoundThing[] =>
  placesFor(member)
    .flat()
    .filter(({ to, name }) => matches(text, name, placeSynonyms[to]))
    .map(({ to, name }) => ({ to, name }));

const foundActs = (member: Member, text: string): FoundThing[] =>
  ACTS.filter(({ name, right, also }) => (!right || can(member, right)) && matches(text, name, also))
    .slice(0, MOST)
    .map(({ to, name, without }) => ({ to: without && !can(member, without.right) ? without.to : to, name }));

/** Finds settings and groups of settings whose name or synonyms contain the query's words. */
function findSettings(text: string): FoundThing[] {
  return settingGroups.flatMap(({ id, name, fields }): FoundThing[] => [
    ...(matches(text, name, settingSynonyms[id]) ? [{ to: `/settings/${id}`, name: `Settings: ${name}` }] : []),
    ...(text.trim() === "" ? [] : fields)
      .filter(({ label }) => matches(text, label))
      .map(({ path, label }) => ({ to: `/settings/${id}#${path}`, name: label, note: name })),
  ]);
}
