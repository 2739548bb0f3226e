import type { Services } from "~/services";
import { save } from "~/shop/audit/save.server";
import type { Stale } from "~/shop/audit/saving";
import { memberNames } from "~/shop/members/member-names.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { addressOfOrder, orderAddressRecord } from "~/shop/orders/order-records.server";
import { sentenceTime } from "~/shop/shop-time";

/** The fields of an order's address, as far as the member may see them; nothing when there is no such order. */
export async function addressForm(services: Services, member: Member, number: string) {
  const found = await addressOfOrder(services, number);
  if (!found) return null;
  const { phone, ...address } = found.address;
  return {
    number,
    version: found.version,
    isOpen: found.isOpen,
    address: can(member, "people.change") ? { ...address, phone } : address,
  };
}

type AddressResult = { kind: "saved" } | { kind: "clash"; message: string; errors: Record<string, string> };

interface Sent {
  values: Record<string, string>;
  facts: { page: string; version: number };
}

/**
 * Saves an address as it was typed. What somebody else changed of it meanwhile is not written over: the answer says what stands now.
 * Whatever else happened to the order does not matter here.
 *
 * @throws {Refusal} as `save`; `order-state` once a parcel has left.
 */
export async function saveAddress(
  services: Services,
  member: Member,
  number: string,
  { values, facts }: Sent,
): Promise<AddressResult> {
  const fields = Object.keys(orderAddressRecord.fields).filter(
    (name) => values[name] !== undefined && (name !== "phone" || can(member, "people.change")),
  );
  const typed = Object.fromEntries(fields.map((name) => [name, values[name]]));
  const edit = { kind: orderAddressRecord, id: number, values: typed };
  const form = { submission: facts.page, edits: [{ ...edit, version: facts.version }] };
  const answer = await save(services, member, form);
  if (answer.saved) return { kind: "saved" };
  const [stale] = answer.stale;
  if (stale && !stale.fields.some(({ by }) => by !== null)) {
    const again = await save(services, member, { ...form, edits: [{ ...edit, version: stale.version }] });
    if (again.saved) return { kind: "saved" };
  }
  return clashOf(services, answer.stale);
}

async function clashOf(services: Services, stale: Stale["stale"]): Promise<AddressResult> {
  const theirs = stale.flatMap(({ fields }) => fields).filter(({ by }) => by !== null);
  const names = await memberNames(services.db);
  const [first] = theirs;
  const who = (first?.by && names.get(first.by)) || "Somebody";
  const at = first?.at ? sentenceTime(new Date(first.at), new Date(), services.settings().timeZone) : "";
  return {
    kind: "clash",
    message: `Not saved yet. ${who} changed this address ${at}, after you opened it.`,
    errors: Object.fromEntries(
      theirs.map(({ field, theirs: now }) => [field, `${who} wrote "${String(now)}". Save again to take yours.`]),
    ),
  };
}
