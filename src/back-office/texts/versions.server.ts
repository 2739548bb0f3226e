import { HOUR } from "~/platform/durations";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { spokenTime } from "~/shop/shop-time";
import { openWords } from "~/shop/publishing/drafts.server";
import { type Version, versionsOf } from "~/shop/publishing/versions.server";
import type { TextId } from "~/shop/publishing/text-id";
import { counted } from "../count-words";
import { changedPart } from "./changed-part";
import { fieldLabel } from "./fields-of-text";
import { rowsText } from "./menu-row-fields";
import { fixedName, textAddress } from "./texts-address";

/** A published version of a text in the list of versions. */
export interface VersionLine {
  version: number;
  at: string;
  /** Time for which the version was on the shop, such as "3 days on the shop". */
  stood: string;
  by: string;
  isNow: boolean;
  changed: { label: string; from: string; to: string }[];
}

/** Maximum number of changes listed for a version. */
const NAMED = 6;

/** Data of the page of a text's versions; null for an unknown text. */
export async function versionsPage(services: Services, member: Member, words: TextId, now: Date) {
  const [opened, found, names] = await Promise.all([
    openWords(services, member, words),
    versionsOf(services, member, words),
    memberNames(services.db),
  ]);
  if (!opened) return null;
  const { timeZone } = services.settings();
  const line = ({ version, memberId, at, until, changed }: Version, place: number): VersionLine => ({
    version,
    at: spokenTime(at, now, timeZone),
    stood:
      place === 0 ? "On the shop now" : stoodFor(at, until ?? now, place === found.length - 1 && memberId === null),
    by: (memberId && names.get(memberId)) || (memberId === null ? "Shop" : "Somebody"),
    isNow: place === 0,
    changed: changed.slice(0, NAMED).map(({ field, from, to }) => ({
      label: fieldLabel(words, field),
      from: changedPart(textOf(from), textOf(to)) || "Empty",
      to: changedPart(textOf(to), textOf(from)) || "Empty",
    })),
  });
  return {
    here: textAddress(words),
    name: fixedName(words) ?? "this text",
    version: opened.version,
    versions: found.map(line),
    mayChange: can(member, "content.change"),
  };
}

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? rowsText(value)
    : typeof value === "boolean"
      ? value
        ? "on the shop"
        : "not on the shop"
      : String(value ?? "");

function stoodFor(from: Date, until: Date, isDelivered: boolean): string {
  if (isDelivered) return "As delivered";
  const hours = Math.max(0, (until.getTime() - from.getTime()) / HOUR);
  if (hours < 1) return "Less than an hour on the shop";
  return `${hours < 48 ? counted(Math.round(hours), "hour") : counted(Math.round(hours / 24), "day")} on the shop`;
}
