import { nameIn } from "~/platform/by-name";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { save } from "~/shop/audit/save.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { addressOfOrder, orderAddressRecord } from "~/shop/orders/order-records.server";
import { placesOfZip } from "~/shop/places/places.server";
import { Refusal } from "~/shop/refusal";
import { zipOf } from "~/shop/zip-code";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { staleRecord } from "../stale-record.server";
import { ADDRESS_FIELDS, ZIP_IS_RIGHT } from "./order-words";

/** Fields of an order's address that the member may see; null for an unknown order. */
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

/**
 * Saves a typed address; returns undefined if it is saved. If another member changed address fields meanwhile, returns the
 * conflict, so that the member chooses; other changes of the order are no conflict.
 *
 * @throws {Refusal} as `save`; `input-invalid` if ZIP and city do not match and the member has not confirmed them; `order-state`
 * after a parcel was sent.
 */
export async function saveAddress(
  { services, member, params, submission, version, wanted }: SentForm,
  values: Record<string, string>,
): Promise<FormOutcome | void> {
  const isOwn = (name: string) => values[name] !== undefined && (name !== "phone" || can(member, "people.change"));
  const fields = Object.keys(orderAddressRecord.fields).filter(isOwn);
  await askAboutZip(services, params.number ?? "", values);
  const typed = wanted(Object.fromEntries(fields.map((name) => [name, values[name]])));
  const edit = { kind: orderAddressRecord, id: params.number ?? "", values: typed };
  const answer = await save(services, member, { submission, edits: [{ ...edit, version }] });
  if (answer.saved) return;
  const [stale] = answer.stale;
  if (stale && !stale.fields.some(({ by }) => by !== null)) {
    const again = await save(services, member, { submission, edits: [{ ...edit, version: stale.version }] });
    if (again.saved) return;
  }
  return { conflict: await staleRecord(services, answer, WORDS) };
}

/** Asks for confirmation if ZIP or city was changed and the ZIP belongs to another city in the table of places. */
async function askAboutZip({ db }: Services, number: string, values: Record<string, string>): Promise<void> {
  if (values[ZIP_IS_RIGHT]) return;
  const stored = (await addressOfOrder({ db }, number))?.address;
  const [zip, city] = [zipOf(values["postalCode"] ?? ""), (values["city"] ?? "").trim()];
  if (!stored || !city || (zip === stored.postalCode && city === stored.city)) return;
  await refuseDoubtfulZip(db, zip, city);
}

/** @throws {Refusal} `input-invalid` at the ZIP if it belongs to another city in the table of places. */
export async function refuseDoubtfulZip(db: Database, zip: string, city: string): Promise<void> {
  const places = await placesOfZip(db, zip);
  if (places.length === 0 || places.some((place) => place.city.toLowerCase() === city.toLowerCase())) return;
  const known = places.map((place) => [place.city, place.state].filter(Boolean).join(", ")).join("; ");
  const words = `${zip} is ${known}. Correct the city or the ZIP, or say below that both are right.`;
  throw new Refusal("input-invalid", { fields: { postalCode: words } });
}

const WORDS = {
  label: (field: string) => nameIn(ADDRESS_FIELDS, field, "Address"),
  value: (_field: string, value: unknown) => (typeof value === "string" ? value : ""),
};
