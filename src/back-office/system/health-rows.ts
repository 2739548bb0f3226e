import type { DatabaseState } from "~/platform/database-state.server";
import { HOUR } from "~/platform/durations";
import type { FailingJob, QueueLength } from "~/platform/failing-jobs.server";
import type { Testing } from "~/backup/backups";
import { isProofLate, type Proofs } from "~/backup/proof";
import type { ShopAlarms } from "~/shop/orders/shop-alarms.server";
import type { PaymentHealth } from "~/shop/payments/payment-health.server";
import { sentenceTime, sinceTime } from "~/shop/shop-time";
import type { Sign } from "../ui/state";
import { counted } from "../count-words";
import { notTested } from "./not-tested";
import { wordsFor } from "./job-words";

interface System {
  database: DatabaseState;
  pictures: { stored: number; withoutWidths: number };
  failing: { jobs: FailingJob[]; count: number };
  queues: QueueLength[];
  payments: PaymentHealth | null;
  alarms: ShopAlarms;
  mail: string;
  backups: BackupState;
}

interface BackupState {
  newest: { at: Date; bytes: number } | undefined;
  oldest: Date | undefined;
  count: number;
  /** Number of backups that are not encrypted although the shop has a passphrase. */
  unencrypted: number;
  isHourly: boolean;
  folder: string;
  copiedTo: string | undefined;
  proofs: Proofs | undefined;
  testing: Testing;
}

interface Surroundings {
  now: Date;
  zone: string;
  mode: "demo" | "live";
  version: string;
  node: string;
}

/** State of one part of the system, with an explanation. */
export interface HealthRow {
  name: string;
  sign: Sign;
  state: string;
  note: string;
}

/** The health of the shop as a list of explained states. */
export const healthRows = (system: System, around: Surroundings): HealthRow[] => [
  databaseRow(system.database),
  rolesRow(system.database),
  mailRow(system, around),
  ...(system.payments ? [paymentRow(system.payments, system.failing.jobs, around), paidRow(system.alarms)] : []),
  stockRow(system.alarms),
  signInRow(system.alarms),
  picturesRow(system.pictures),
  workRow(system, around),
  backupRow(system, around),
  proofRow(system, around),
  {
    name: "Version",
    sign: "full",
    state: around.version,
    note: `On Node ${around.node}${around.mode === "demo" ? ", as a demo shop" : ", live"}.`,
  },
];

/** Hours after which the last hourly backup counts as late. */
const LATE_HOURS = 2;

function backupRow({ backups }: System, { now, zone, mode }: Surroundings): HealthRow {
  const { newest, count, unencrypted, isHourly, folder, copiedTo } = backups;
  const name = "Backups";
  const each = copiedTo
    ? `The shop makes one each hour, and sends it to ${copiedTo}.`
    : "The shop makes one each hour.";
  const after = isHourly ? each : "BACKUP_HOURLY is off: the operator makes them.";
  if (!newest) return { name, sign: mode === "live" ? "waits" : "half", state: "None yet", note: after };
  const isLate = isHourly && now.getTime() - newest.at.getTime() > LATE_HOURS * HOUR;
  return {
    name,
    sign: isLate ? "waits" : "full",
    state: `${isLate ? "Late: the last one was made" : "The last one was made"} ${sentenceTime(newest.at, now, zone)}`,
    note: `${sizeWords(newest.bytes)} without pictures, ${counted(count, "file", "files")} in ${folder}. ${unencryptedWords(unencrypted, count)}${after}`,
  };
}

const unencryptedWords = (unencrypted: number, count: number): string =>
  unencrypted === 0
    ? ""
    : `${unencrypted.toLocaleString("en-US")} of ${count.toLocaleString("en-US")} ${unencrypted === 1 ? "is" : "are"} not encrypted, although BACKUP_PASSPHRASE is set: a restore takes such a file only with --unencrypted. `;

function proofRow({ backups: { proofs, oldest, testing } }: System, { now, zone }: Surroundings): HealthRow {
  const name = "Restore test";
  const how =
    notTested(testing) ||
    "Each week, and after a release changed the tables, the shop restores its newest backup into a second database, checks it, and deletes that database again.";
  if (!proofs) {
    const isLate = isProofLate(proofs, oldest, now);
    return { name, sign: isLate ? "waits" : "half", state: "None yet", note: how };
  }
  const { last, proven } = proofs;
  const time = (at: string) => sentenceTime(new Date(at), now, zone);
  if (last.outcome === "proven") {
    const what = [
      counted(last.rows, "row"),
      counted(last.pictures, "picture"),
      `${counted(last.orders, "order")} read`,
    ].join(", ");
    return {
      name,
      sign: isProofLate(proofs, oldest, now) ? "waits" : "full",
      state: `Proven ${time(last.at)}`,
      note: `Of ${last.backup}: ${what}. ${last.unencrypted ? "It is not encrypted. " : ""}Nothing was sent meanwhile. ${how}`,
    };
  }
  const before = proven ? `One was last proven ${time(proven.at)}.` : "None is proven yet.";
  const tried = last.outcome === "failed" ? "Failed" : "Not tried";
  return { name, sign: "waits", state: `${tried} ${time(last.at)}`, note: `${last.words} ${before}` };
}

const databaseRow = ({ version, size }: DatabaseState): HealthRow => ({
  name: "Database",
  sign: "full",
  state: "Answers",
  note: `PostgreSQL ${version}, ${sizeWords(size)}.`,
});

const rolesRow = ({ role, ownsTables }: DatabaseState): HealthRow =>
  ownsTables
    ? {
        name: "Who may change what",
        sign: "waits",
        state: "The shop owns its tables",
        note: `The database is reached by one role, ${role}, which owns all tables. So only the shop's own code keeps the log from being changed: whoever gets hold of that role could. Give the owner a role of its own by DATABASE_OWNER_URL, and the database itself refuses.`,
      }
    : {
        name: "Who may change what",
        sign: "full",
        state: "The shop owns no table",
        note: `It works as the role ${role}, and the database itself refuses to change or delete what the log holds.`,
      };

function mailRow({ failing: { jobs }, mail }: System, { now, zone }: Surroundings): HealthRow {
  const stuck = jobs.filter(({ queue }) => wordsFor(queue).kind === "letter");
  const [oldest] = stuck;
  const goes = mail.includes("/")
    ? `No mail server is set: letters are written to ${mail}.`
    : `Letters leave by ${mail}.`;
  if (!oldest)
    return {
      name: "Mail",
      sign: mail.includes("/") ? "here" : "full",
      state: mail.includes("/") ? "Into a folder" : "Leaves",
      note: goes,
    };
  return {
    name: "Mail",
    sign: "waits",
    state: `Not leaving ${sinceTime(oldest.since, now, zone)}`,
    note: `${counted(stuck.length, "letter waits", "letters wait")}. ${goes} Orders go on, and each letter is sent once as soon as it can be.`,
  };
}

function paymentRow(health: PaymentHealth, jobs: FailingJob[], { now, zone }: Surroundings): HealthRow {
  const stuck = jobs.filter(({ queue }) => wordsFor(queue).kind === "money").length;
  const last = health.lastReceivedAt
    ? `The last payment came ${sentenceTime(health.lastReceivedAt, now, zone)}.`
    : "No payment has come yet.";
  const practice = !health.isLive;
  const isStripe = health.gateway === "stripe";
  const by = practice
    ? `Practice: ${isStripe ? "the keys are Stripe's test keys, and " : ""}no card is charged.`
    : `Taken by ${isStripe ? "Stripe" : health.gateway}.`;
  if (stuck > 0)
    return {
      name: "Payments",
      sign: "waits",
      state: "Not in step",
      note: `${counted(stuck, "task waits", "tasks wait")} for the gateway. ${by} ${last}`,
    };
  return {
    name: "Payments",
    sign: practice ? "here" : "full",
    state: practice ? "In practice mode" : "Live",
    note: `${by} ${last}`,
  };
}

const paidRow = ({ paidWithoutOrder: count }: ShopAlarms): HealthRow =>
  count === 0
    ? {
        name: "Money and orders",
        sign: "full",
        state: "In step",
        note: "Each payment of the last week has its order, or went back.",
      }
    : {
        name: "Money and orders",
        sign: "waits",
        state: `${counted(count, "payment", "payments")} without an order`,
        note: "Money arrived, and neither an order nor a refund came of it within 15 minutes, or its refund was refused. The shop compares with the gateway each minute; what stays has to be paid back at the gateway.",
      };

const stockRow = ({ stockBelowZero: count }: ShopAlarms): HealthRow =>
  count === 0
    ? { name: "Stock", sign: "full", state: "Nothing below zero", note: "No more is sold than there is." }
    : {
        name: "Stock",
        sign: "waits",
        state: `${counted(count, "variant", "variants")} below zero`,
        note: "More was sold than there is. Compare it with its movements: npm run shop -- db stock.",
      };

/** Number of refused sign-ins in an hour from which Health warns that somebody may be guessing passwords. */
const MANY_REFUSED = 20;

const signInRow = ({ signInsRefused: count }: ShopAlarms): HealthRow => ({
  name: "Sign-ins",
  sign: count >= MANY_REFUSED ? "waits" : "full",
  state: count === 0 ? "None refused" : `${count.toLocaleString("en-US")} refused in an hour`,
  note:
    count >= MANY_REFUSED
      ? "Somebody may be guessing passwords. The limits hold; the log of members names the accounts."
      : "In the last hour. A mistyped password counts as one.",
});

const picturesRow = ({ stored, withoutWidths }: System["pictures"]): HealthRow => ({
  name: "Pictures",
  sign: withoutWidths > 0 ? "half" : "full",
  state: counted(stored, "picture"),
  note:
    withoutWidths > 0
      ? `Smaller sizes of ${withoutWidths.toLocaleString("en-US")} are still being made; until then the large one is shown.`
      : "All in their smaller sizes.",
});

function workRow({ failing, queues }: System, { now, zone }: Surroundings): HealthRow {
  const waiting = queues.reduce((count, queue) => count + queue.waiting, 0);
  const oldest = queues.map((queue) => queue.oldest).toSorted((one, other) => one.getTime() - other.getTime())[0];
  const note = oldest
    ? `${counted(waiting, "task waits for its turn", "tasks wait for their turn")}, the oldest ${sinceTime(oldest, now, zone)}.`
    : "Nothing waits for its turn.";
  return failing.count === 0
    ? { name: "Work behind the counter", sign: "full", state: "In step", note }
    : {
        name: "Work behind the counter",
        sign: "waits",
        state: `${counted(failing.count, "task")} failed`,
        note: `Each is tried again by itself, for about a day. ${note}`,
      };
}

/** Formats a number of bytes: 1,288,490,188 as "1.3 GB". */
function sizeWords(bytes: number): string {
  const [size, unit] = bytes >= 1e9 ? [bytes / 1e9, "GB"] : [bytes / 1e6, "MB"];
  return `${size < 10 ? size.toFixed(1) : Math.round(size).toLocaleString("en-US")} ${unit}`;
}
