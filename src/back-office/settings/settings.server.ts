import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { quotedPlaces } from "~/shop/texts/quoted-places.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { requireRight } from "~/shop/members/rights.server";
import type { Stale } from "~/shop/audit/saving";
import { saveSettings } from "~/shop/audit/settings-record.server";
import { settingVersions } from "~/shop/settings.server";
import { quotable } from "~/shop/settings";
import { sentenceTime, spokenTime } from "~/shop/shop-time";
import type { Contested, Settled } from "../ui/conflict";
import { differ } from "../ui/differ";
import type { FactGroup } from "./facts";
import { nameOf } from "./groups";
import { readGroup } from "./parse-fields";
import { shownFrom, typedFrom, valueAt } from "./format-fields";
import { zoneChoices } from "./time-zones";

/** A form of facts as it is opened: what stands there, and since which version. */
export interface OpenForm {
  /** Names this form: sent twice, it is saved once. */
  submission: string;
  /** By the path of the fact, as it was shown. */
  base: Record<string, string>;
  /** By the name of the setting. */
  seen: Record<string, number>;
}

/** The facts of a group with their places, as the screen shows them. */
export async function openGroup(services: Services, member: Member, group: FactGroup, now: Date) {
  await requireRight(services, member, "settings.read");
  const quotes = group.facts.flatMap(({ quote }) => (quote ? [quote] : []));
  const [versions, places] = await Promise.all([settingVersions(services.db), quotedPlaces(services, member, quotes)]);
  const zone = services.settings().timeZone;
  const since = Object.fromEntries(
    group.facts.flatMap((fact) => {
      const changed = versions[nameOf(fact)];
      return changed && changed.version > 0
        ? [
            [
              fact.path,
              `Stands so since ${spokenTime(changed.changedAt, now, zone).replace(/^(Today|Yesterday)/, (day) => day.toLowerCase())}`,
            ],
          ]
        : [];
    }),
  );
  return {
    id: group.id,
    form: openForm(services, group, versions),
    places,
    since,
    quotes: quotable(services.settings()),
    shopAddress: services.address,
    zones: group.facts.some(({ type }) => type.kind === "zone") ? zoneChoices(zone) : [],
    sendsMail: services.mail.isDelivering,
    memberId: member.id,
    email: member.email,
  };
}

/** A group of facts as it is opened. */
export type OpenGroup = Awaited<ReturnType<typeof openGroup>>;

function openForm(
  services: Pick<Services, "settings">,
  group: FactGroup,
  versions: Record<string, { version: number }>,
): OpenForm {
  const settings = services.settings();
  return {
    submission: randomUUID(),
    base: Object.fromEntries(group.facts.map((fact) => [fact.path, typedFrom(fact, valueAt(settings, fact.path))])),
    seen: Object.fromEntries(group.facts.map((fact) => [nameOf(fact), versions[nameOf(fact)]?.version ?? 0])),
  };
}

/** What came of a form of facts. */
export type GroupResult =
  | { kind: "saved"; act: string }
  | { kind: "same" }
  | { kind: "wrong"; errors: Record<string, string> }
  | {
      kind: "stale";
      who: string;
      at: string;
      contested: Contested[];
      settled: Settled[];
      /** The form opened anew over what stands now, with what this member changed still typed. */
      form: OpenForm;
      typed: Record<string, string>;
    };

/**
 * Saves what differs from how the form was opened; of facts that both changed only those that the member wants as typed.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function saveGroup(
  services: Services,
  member: Member,
  group: FactGroup,
  { typed, opened }: { typed: Record<string, string>; opened: OpenForm },
  now: Date,
): Promise<GroupResult> {
  await requireRight(services, member, "settings.change");
  const { changes, changed, errors } = readGroup(group, typed, opened.base);
  if (Object.keys(errors).length > 0) return { kind: "wrong", errors };
  if (changed.length === 0) return { kind: "same" };
  const { submission, seen } = opened;
  const result = await saveSettings(services, member, { changes, seen, submission });
  if (result.saved) return { kind: "saved", act: result.act };
  return staleResult(services, group, { typed, base: opened.base, changed }, result.stale, now);
}

async function staleResult(
  services: Services,
  group: FactGroup,
  { typed, base, changed }: { typed: Record<string, string>; base: Record<string, string>; changed: string[] },
  stale: Stale["stale"],
  now: Date,
): Promise<GroupResult> {
  const first = stale.flatMap(({ fields }) => fields).find(({ by }) => by !== null);
  const names = await memberNames(services.db);
  const zone = services.settings().timeZone;
  const theirs = Object.fromEntries(
    stale.flatMap(({ id, fields }) => fields.map((field) => [id, field.theirs] as const)),
  );
  const settings = { ...services.settings(), ...theirs };
  const versions = await settingVersions(services.db);
  const contested: Contested[] = [];
  const settled: Settled[] = [];
  for (const fact of group.facts) {
    const stands = typedFrom(fact, valueAt(settings, fact.path));
    const was = base[fact.path] ?? "";
    const mine = typed[fact.path] ?? "";
    const [isMine, isTheirs] = [changed.includes(fact.path), differ(stands, was)];
    const shown = (text: string) => shownFrom(fact, text);
    if (isMine && isTheirs && differ(stands, mine))
      contested.push({ name: fact.path, label: fact.label, mine: shown(mine), theirs: shown(stands) });
    else if (isMine) settled.push({ label: fact.label, by: "me", from: shown(was), to: shown(mine) });
    else if (isTheirs) settled.push({ label: fact.label, by: "them", from: shown(was), to: shown(stands) });
  }
  return {
    kind: "stale",
    who: (first?.by && names.get(first.by)) || "Somebody",
    at: first?.at ? sentenceTime(new Date(first.at), now, zone) : "",
    contested,
    settled,
    form: openForm({ settings: () => settings }, group, versions),
    typed: Object.fromEntries(
      group.facts.map((fact) => [
        fact.path,
        changed.includes(fact.path) ? (typed[fact.path] ?? "") : typedFrom(fact, valueAt(settings, fact.path)),
      ]),
    ),
  };
}
