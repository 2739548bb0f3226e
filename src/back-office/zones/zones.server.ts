import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { answerOnce } from "~/shop/audit/once.server";
import { saveSettings, settingRecord } from "~/shop/audit/settings-record.server";
import type { Saved } from "~/shop/audit/saving";
import type { DeliveryZone } from "~/shop/delivery-zones";
import { mostZones } from "~/shop/zone-words";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { filled } from "~/shop/settings";
import { readSettings, settingVersions } from "~/shop/settings.server";
import { counted } from "../count-words";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import type { SettingsLine } from "../settings/settings-list";
import { parseZone } from "./parse-zone";
import { fieldsOfZone, placeField } from "./zone-form";
import { trialAt } from "./zone-trial.server";
import { placeSets, placesWords, priceWords, restName, roadWords, fasterWords } from "./zone-words";

const LIST = "/settings/zones";
const addressOf = (id: string): string => `${LIST}/${encodeURIComponent(id)}`;

/** Line about delivery zones in the list of settings. */
export function zonesLine({ settings }: Pick<Services, "settings">): string {
  const zones = settings().deliveryZones;
  if (zones.length === 0) return "One flat fee in all states; nothing to PO boxes, territories and the armed forces";
  const closed = zones.filter(({ delivers }) => !delivers).length;
  return `${restName(zones)} at the flat fee, and ${counted(zones.length, "zone")}${closed > 0 ? `, of which ${closed} not delivered` : ""}`;
}

/** Links to forms of the usual zones that a shop has not made: those with a place in no zone, and PO boxes. */
function usualZones(zones: readonly DeliveryZone[]) {
  const taken = new Set(zones.flatMap(({ states }) => states));
  const to = (set: string): string => `${LIST}/new?set=${set}`;
  const sets = Object.entries(placeSets).filter(([, { states }]) => states.some((state) => !taken.has(state)));
  return [
    ...sets.map(([set, { name }]) => ({ to: to(set), name })),
    ...(zones.some(({ boxes }) => boxes)
      ? []
      : [{ to: to("boxes"), name: "PO boxes", note: "without this zone none are delivered to" }]),
  ];
}

/**
 * Data of the page with all zones, and the answer to its trial of an address.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function zonesPage(services: Services, member: Member, search: URLSearchParams) {
  await requireRight(services, member, "settings.read");
  const settings = services.settings();
  const zones = settings.deliveryZones;
  const rest: SettingsLine = {
    id: "rest",
    name: zones.length === 0 ? "All states and DC" : restName(zones),
    says:
      filled("Streets and houses. {deliveryFee}, free from ", settings) +
      filled("{freeShippingOver}", { ...settings, deliveryZones: [] }),
    to: "/settings/delivery",
  };
  const lines = zones.map((zone): SettingsLine => ({
    id: zone.id,
    name: zone.name,
    says: [
      placesWords(zone),
      priceWords(zone),
      roadWords(zone),
      fasterWords(zone),
      !zone.delivers && zone.words && `"${zone.words}"`,
    ]
      .filter(Boolean)
      .join(". "),
    to: addressOf(zone.id),
    isPage: true,
    ...(!zone.delivers && { sign: "over" as const }),
  }));
  return {
    lines: [rest, ...lines],
    usual: usualZones(zones),
    hasWeights: zones.some(({ by, delivers }) => by === "weight" && delivers),
    pieceGrams: settings.pieceGrams,
    mayChange: can(member, "settings.change"),
    mayAdd: can(member, "settings.change") && zones.length < mostZones,
    trial: await trialAt(services, search),
  };
}

/** Data of the form of one zone; of a new one without `id`, with a set of places ticked; null if there is no such zone. */
export async function zonePage(services: Services, member: Member, id: string | undefined, set: string | null) {
  await requireRight(services, member, "settings.read");
  const zone = services.settings().deliveryZones.find((each) => each.id === id);
  if (id !== undefined && !zone) return null;
  return {
    id: id ?? null,
    here: id === undefined ? `${LIST}/new` : addressOf(id),
    title: zone?.name ?? "A new zone",
    fields: zone ? fieldsOfZone(zone) : newFields(set, services.settings().deliveryZones),
    was: zone ? JSON.stringify(zone) : "",
    submission: randomUUID(),
    pieceGrams: services.settings().pieceGrams,
    mayChange: can(member, "settings.change"),
  };
}

/** Values of a new zone's form: the places of a usual set, without those that are in another zone. */
function newFields(set: string | null, zones: readonly DeliveryZone[]): Record<string, string> {
  const taken = new Set(zones.flatMap(({ states }) => states));
  const known = Object.entries(placeSets).find(([key]) => key === set)?.[1];
  return {
    kind: set === "boxes" ? "boxes" : "places",
    name: known?.name ?? (set === "boxes" ? "PO boxes" : ""),
    ...Object.fromEntries(
      (known?.states ?? []).filter((code) => !taken.has(code)).map((code) => [placeField(code), "yes"]),
    ),
    delivers: "yes",
    by: set === "boxes" ? "place" : "one",
  };
}

/** Maximum number of attempts to save a zone while other members save other zones. */
const TRIES = 5;

/** Applies `change` to the stored zones and saves them; reads them again if another member saved meanwhile. */
async function changeZones(
  { services, member, submission }: SentForm,
  change: (zones: readonly DeliveryZone[]) => { zones: DeliveryZone[] } | FormOutcome,
): Promise<FormOutcome> {
  const before = await answerOnce<Saved>(services, member, { submission, kind: settingRecord.kind });
  if (before) return { to: LIST, act: before.act };
  for (let tries = 0; tries < TRIES; tries += 1) {
    // The version is read first: zones that are newer than it are refused and read again.
    const version = (await settingVersions(services.db)).deliveryZones?.version ?? 0;
    const changed = change((await readSettings(services.db)).deliveryZones);
    if (!("zones" in changed)) return changed;
    const seen = { deliveryZones: version };
    const result = await saveSettings(services, member, {
      submission,
      changes: { deliveryZones: changed.zones },
      seen,
    });
    if (result.saved) return { to: LIST, act: result.changed > 0 ? result.act : null };
  }
  return { late: "Others are changing the zones. Look again, then decide." };
}

const CHANGED: FormOutcome = {
  late: "Somebody changed this zone after you opened it. What you typed is still here: look again.",
};

/**
 * Saves the form of a zone; `was` is the zone as the form showed it. A zone without an id is added.
 *
 * @throws {Refusal} as `saveSettings`.
 */
export const saveZone = (sent: SentForm, id: string | undefined): Promise<FormOutcome> =>
  changeZones(sent, (zones) => {
    const before = zones.find((zone) => zone.id === id);
    if (id !== undefined && (!before || JSON.stringify(before) !== sent.typed.was)) return CHANGED;
    const read = parseZone(
      sent.typed,
      id ?? randomUUID(),
      zones.filter((zone) => zone !== before),
    );
    if (read.errors) return { errors: read.errors };
    if (!before && zones.length >= mostZones) return { message: `A shop has at most ${mostZones} zones.` };
    return { zones: before ? zones.map((zone) => (zone === before ? read.zone : zone)) : [...zones, read.zone] };
  });

/**
 * Removes a zone; its places then have the flat fee, or nothing is delivered there.
 *
 * @throws {Refusal} as `saveSettings`.
 */
export const removeZone = (sent: SentForm, id: string | undefined): Promise<FormOutcome> =>
  changeZones(sent, (zones) => {
    const before = zones.find((zone) => zone.id === id);
    if (!before || JSON.stringify(before) !== sent.typed.was) return CHANGED;
    return { zones: zones.filter((zone) => zone !== before) };
  });
