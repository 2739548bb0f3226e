import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import { type Act, type ActFilter, actOf, acts } from "~/shop/audit/acts.server";
import { type Keep, type Saved, type Stale } from "~/shop/audit/saving";
import { settingsInForce } from "~/shop/audit/settings-record.server";
import { ratesInForce } from "~/shop/tax/save-states.server";
import { undo } from "~/shop/audit/undo.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { readMemberEvents } from "~/shop/members/read-member-events.server";
import { clearedNumbers } from "~/shop/orders/used-numbers.server";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { spokenTime } from "~/shop/shop-time";
import { logKinds, recordKinds } from "../record-kinds.server";
import { actSentence } from "./act-sentence.server";
import { changeWords } from "./change-words.server";
import type { ChangeWords, RecordNames } from "./log-kind";
import { mayOpen } from "../shell/screen-places";
import { memberEventWords } from "./member-event-words";
import { recordNames } from "./record-names.server";
import { kindName } from "./log-kind";
import type { LogView } from "./log-view";
import { pageSizes } from "../page-sizes";

/** Number of changes of an act that a list shows. */
const NAMED = 2;

/** Data of an act's line in the log. */
export interface ActLine {
  act: string;
  who: string;
  at: string;
  what: string;
  /** First changes of the act. */
  changes: ChangeWords[];
  more: number;
  /** Whether the first change describes the whole act, such as a sale; the other changes follow from it. */
  isWhole: boolean;
  standing: Act["undoable"];
  /** Address of the changed record's page; null if the record is deleted or the member may not open it. */
  way: string | null;
  /** Submission id of the form that undoes the act. */
  submission: string;
}

/**
 * Returns a page of acts in the log that match the filter of an address.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function actLines(services: Services, member: Member, view: LogView, now: Date) {
  await requireRight(services, member, "log.read");
  const { db } = services;
  const filter = {
    ...(view.who && { memberId: view.who }),
    ...(view.kind && { kind: view.kind }),
    days: { from: view.from, to: view.to, zone: services.settings().timeZone },
    ...(view.before && { before: view.before }),
  };
  const [found, names] = await Promise.all([
    acts(services, member, recordKinds, filter, pageSizes.log + 1, now),
    memberNames(db),
  ]);
  return {
    ...(await linesOf(services, member, found, names, now)),
    members: [...names].map(([id, name]) => ({ id, name })),
    kinds: logKinds.map((kind) => ({ id: kindName(kind), name: kind.title })),
  };
}

/**
 * Returns a page of acts on certain records, such as a product and its variants.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function recordActLines(services: Services, member: Member, filter: ActFilter, now: Date) {
  const found = await acts(services, member, recordKinds, filter, pageSizes.log + 1, now);
  return linesOf(services, member, found, await memberNames(services.db), now);
}

async function linesOf(services: Services, member: Member, found: Act[], names: Map<string, string>, now: Date) {
  const shown = found.slice(0, pageSizes.log);
  const records = await recordNames(
    services.db,
    shown.flatMap(({ changes }) => changes.slice(0, NAMED)),
  );
  const { timeZone } = services.settings();
  const lines = shown.map((act) => actLine(act, { members: names, records }, now, timeZone));
  const cleared = await clearedNumbers(
    services.db,
    lines.flatMap(({ way }) => numberIn(way ?? "") ?? []),
  );
  return {
    lines: lines.map((line) => ({ ...line, way: leads(member, cleared, line.way ?? undefined) ? line.way : null })),
    older: found.length > pageSizes.log ? (shown.at(-1)?.last ?? null) : null,
  };
}

/** Whether the member can open an address: the member has the right, and the record has not been deleted. */
const leads = (member: Member, cleared: ReadonlySet<string>, way: string | undefined): boolean =>
  way !== undefined && mayOpen(member, way) && !cleared.has(numberIn(way) ?? "");

interface Names {
  members: Map<string, string>;
  records: RecordNames;
}

function actLine(act: Act, { members: names, records }: Names, now: Date, zone: string): ActLine {
  const changes = act.changes.map((change) => changeWords(change, records, zone));
  return {
    act: act.act,
    who: whoWords(act.memberId, names),
    at: spokenTime(new Date(act.at), now, zone),
    what: act.action === "undo" ? "Taken back" : "",
    changes: changes.slice(0, NAMED),
    more: act.count - Math.min(NAMED, changes.length),
    isWhole: act.changes[0]?.ofWhole ?? false,
    standing: act.undoable,
    way: changes[0]?.way ?? null,
    submission: randomUUID(),
  };
}

const whoWords = (id: string | null, names: Map<string, string>): string =>
  id === null ? "The shop" : (names.get(id) ?? "Somebody");

/** Returns a page of sign-ins and refusals in the log. */
export async function eventLines(services: Services, member: Member, view: LogView, now: Date) {
  const days = { from: view.from, to: view.to };
  const filter = { ...(view.who && { memberId: view.who }), days, ...(view.before && { before: view.before }) };
  const [found, names] = await Promise.all([
    readMemberEvents(services, member, filter, pageSizes.log + 1),
    memberNames(services.db),
  ]);
  const shown = found.slice(0, pageSizes.log);
  return {
    lines: shown.map(({ id, kind, memberId, details, at }) => ({
      id,
      ...memberEventWords[kind],
      words: memberEventWords[kind].words + timesWords(details),
      who: memberId === null ? "Somebody unknown" : whoWords(memberId, names),
      at: spokenTime(at, now, services.settings().timeZone),
    })),
    older: found.length > pageSizes.log ? (shown.at(-1)?.id ?? null) : null,
    members: [...names].map(([id, name]) => ({ id, name })),
  };
}

/**
 * Returns an act with all its changes; null for an unknown act.
 *
 * @throws {Refusal} `right-missing` for another member's act.
 */
export async function actPage(services: Services, member: Member, act: string, now: Date) {
  const [found, names] = await Promise.all([actOf(services, member, recordKinds, act, now), memberNames(services.db)]);
  if (!found) return null;
  const zone = services.settings().timeZone;
  const records = await recordNames(services.db, found.changes);
  const worded = found.changes.map((change) => ({ ...change, ...changeWords(change, records, zone) }));
  const numbers = worded.flatMap(({ way }) => numberIn(way) ?? []);
  const cleared = await clearedNumbers(services.db, numbers);
  return {
    sentence: actSentence(found, records, zone),
    who: whoWords(found.memberId, names),
    at: spokenTime(new Date(found.at), now, zone),
    reason: found.reason,
    standing: found.undoable,
    mayReadLog: can(member, "log.read"),
    changes: worded.map(({ id, isUndone, mayUndo, ofWhole, what, from, to, way }) => ({
      id,
      isUndone,
      mayUndo,
      ofWhole,
      what,
      from,
      to,
      ...(leads(member, cleared, way) && { way }),
    })),
    more: found.count - found.changes.length,
  };
}

/** Number of the order or return in the address of its page; undefined for other addresses. */
const numberIn = (way = ""): string | undefined => /^\/(?:orders|returns)\/(R?\d+)$/.exec(way)?.[1];

/** Text with the number of times that an event was repeated within a minute. */
const timesWords = ({ times }: Record<string, unknown>): string =>
  typeof times === "number" ? `, ${times.toLocaleString("en-US")} times in one minute` : "";

interface TakeBack {
  act: string;
  /** Id of a single change; undefined for the whole act. */
  change?: number;
  submission: string;
  keep: Record<string, Keep>;
  versions: Record<string, number>;
  keepsRest?: boolean;
}

/** Undoes an act or one of its changes. If a field has a newer change, the answer asks which value to keep. */
export async function takeBack(
  services: Services,
  member: Member,
  { act, change, submission, keep, versions, keepsRest = false }: TakeBack,
): Promise<Saved | Stale> {
  const of = change === undefined ? { act } : { act, change };
  const answer = await undo(services, member, recordKinds, { of, submission, keep, versions, keepsRest });
  // Reloads settings and tax rates, so that this answer already uses the restored values.
  if (answer.saved) await Promise.all([settingsInForce(services), ratesInForce(services)]);
  return answer;
}
