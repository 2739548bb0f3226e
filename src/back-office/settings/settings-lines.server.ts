import { failingJobs } from "~/platform/failing-jobs.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { paymentHealth } from "~/shop/payments/payment-health.server";
import { sentenceTime, sinceTime } from "~/shop/shop-time";
import { wordsFor } from "../system/job-words";
import { counted } from "../count-words";
import { zonesLine } from "../zones/zones.server";
import { taxLine } from "../tax/tax-line.server";
import { groupWords } from "./group-words";
import { settingGroups } from "./setting-fields";
import type { SettingsLine } from "./settings-list";

/** Services that merchants may expect and the shop does not offer. */
const MISSING: SettingsLine[] = [
  {
    id: "labels",
    name: "Delivery labels",
    says: "No carrier is connected: labels are bought at yours, and a return's is uploaded or linked",
  },
];

/**
 * All lines of the settings list, as sentences with the current values.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function settingsLines(services: Services, member: Member, now: Date): Promise<SettingsLine[]> {
  await requireRight(services, member, "settings.read");
  const settings = services.settings();
  const clock = { now, zone: settings.timeZone };
  const [failing, payments] = await Promise.all([
    failingJobs(services.db),
    can(member, "money.read") ? paymentHealth(services, member, now) : null,
  ]);
  const groups = settingGroups.map(({ id, name }): SettingsLine => ({
    id,
    name,
    says: groupWords(id, settings, services.mail.isDelivering),
    ...(id === "mail" && !services.mail.isDelivering && { sign: "waits" }),
    to: `/settings/${id}`,
  }));
  const letters = failing.jobs.filter(({ queue }) => wordsFor(queue).kind === "letter");
  const mail = groups.find(({ id }) => id === "mail");
  if (mail && letters[0])
    Object.assign(mail, {
      sign: "waits",
      says: `Not leaving ${sinceTime(letters[0].since, now, clock.zone)}`,
    });
  const seen: (SettingsLine | false)[] = [
    { id: "zones", name: "Delivery zones", says: zonesLine(services), to: "/settings/zones", isSeen: true },
    { id: "tax", name: "Sales tax", to: "/settings/tax", isSeen: true, ...(await taxLine(services, member, now)) },
    ...MISSING,
    payments !== null && {
      id: "payments",
      name: "Payments",
      says: paymentWords(payments.isLive, payments.lastReceivedAt, clock),
      to: "/system",
      isSeen: true,
    },
    can(member, "members") && {
      id: "members",
      name: "Members",
      says: "Who works here, and what each may do",
      to: "/members",
      isSeen: true,
    },
    can(member, "log.read") && {
      id: "log",
      name: "What changed",
      says: "Who, what, from, to. It can be taken back",
      to: "/log",
      isSeen: true,
    },
    can(member, "system.read") && {
      id: "health",
      name: "Health",
      ...(failing.count > 0
        ? { sign: "waits" as const, says: `${counted(failing.count, "task")} failed` }
        : { says: "No task failed" }),
      to: "/system",
      isSeen: true,
    },
  ];
  return [...groups, ...seen.filter((line) => line !== false)];
}

function paymentWords(isLive: boolean, last: Date | null, { now, zone }: { now: Date; zone: string }): string {
  const mode = isLive ? "Live" : "In practice mode: no card is charged";
  return last ? `${mode}. The last payment came ${sentenceTime(last, now, zone)}` : mode;
}
