import type { Services } from "~/services";
import { save } from "~/shop/audit/save.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { addressOfOrder, orderAddressRecord } from "~/shop/orders/order-records.server";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { staleRecord } from "../stale-record.server";
import { ADDRESS_FIELDS } from "./order-texts";

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

/**
 * Saves an address as it was typed. What somebody else changed of it meanwhile is not written over: the member chooses. Whatever else
 * happened to the order does not matter here. Nothing to say where it is saved.
 *
 * @throws {Refusal} as `save`; `order-state` once a parcel has left.
 */
export async function saveAddress(
  { services, member, params, submission, version, wanted }: SentForm,
  values: Record<string, string>,
): Promise<FormOutcome | void> {
  const isOwn = (name: string) => values[name] !== undefined && (name !== "phone" || can(member, "people.change"));
  const fields = Object.keys(orderAddressRecord.fields).filter(isOwn);
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

const WORDS = {
  label: (field: string) => ADDRESS_FIELDS[field] ?? field,
  value: (_field: string, value: unknown) => (typeof value === "string" ? value : ""),
};
