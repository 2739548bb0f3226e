import type { LoudHour } from "~/platform/hourly-sum.server";
import { MANY_TAX_QUESTIONS } from "~/shop/tax/tax-questions";
import { retentionKinds } from "~/privacy/retention-kinds";
import type { EndsByItself } from "~/privacy/end-by-itself.server";
import { sentenceTime } from "~/shop/shop-time";
import { counted } from "../count-words";
import type { Clock, Wait } from "./waits";

/** Free bytes below which Today says that the disk is almost full. */
export const SCANT_BYTES = 1e9;

/** Line on Today for a shop that rests after a restore. */
export const restingShop = (isHeld: boolean): Wait[] =>
  isHeld
    ? [
        {
          key: "held",
          count: null,
          title: "The shop rests after a restore and takes no payments",
          text: "Riders read that payments are not taken right now. No letter leaves, and no work is done. Whoever looks after the machine checks the restored shop and runs npm run shop -- resume.",
        },
      ]
    : [];

/** Line on Today for a disk with little room; a full one takes no payments. */
export const scantDisk = (free: number | null | undefined): Wait[] =>
  free === null || free === undefined || free >= SCANT_BYTES
    ? []
    : [
        {
          key: "disk",
          count: null,
          title: "The shop's disk is almost full",
          text: `${Math.floor(free / 1e6).toLocaleString("en-US")} MB are free. Once it is full, no payments are taken and nothing is saved. Tell whoever looks after the machine.`,
          way: { to: "/system", name: "See health" },
        },
      ];

/** Lines on Today for sums of an hour that are unusually high; nothing was stopped. */
export const loudHours = ({
  questions,
  letters,
}: {
  questions?: LoudHour | undefined;
  letters?: LoudHour | undefined;
}) => [
  ...(questions
    ? [
        {
          key: "tax-questions",
          count: null,
          title: MANY_TAX_QUESTIONS,
          text: `${questions.times.toLocaleString("en-US")} questions were sent within an hour of the last day, and each is billed. Nothing was stopped. Many shoppers ask as much; if you had few, somebody asks from many networks.`,
          way: { to: "/settings/tax", name: "See sales tax" },
        },
      ]
    : []),
  ...(letters
    ? [
        {
          key: "first-letters",
          count: null,
          title: "Forms send letters to very many new addresses",
          text: `${letters.times.toLocaleString("en-US")} first letters were asked for within an hour of the last day. Those from networks that did not look at the shop go out slowly, none is dropped, and letters about orders go at once.`,
        },
      ]
    : []),
];

const ways = { to: "/settings/privacy", name: "See how long" };

/** Lines on Today for personal data that were there before their period was chosen, and will end by themselves. */
export const endingByItself = (soon: EndsByItself["soon"], { now, zone }: Clock): Wait[] =>
  soon.map(({ kind, found, beginsAt }) => ({
    key: `ending-${kind}`,
    count: null,
    title: `${counted(found, retentionKinds[kind].one, retentionKinds[kind].many)} will be erased`,
    text: `Their time is over, as the privacy policy says: they go ${sentenceTime(beginsAt, now, zone)}, and others as their time comes. Amounts stay. Choose a longer time before, if you need them.`,
    way: ways,
  }));

/** Line on Today for personal data that ended by themselves within the last week. */
export const endedByItself = (ended: EndsByItself["ended"]): Wait[] =>
  ended.length === 0
    ? []
    : [
        {
          key: "ended",
          count: null,
          title: "Personal data were erased, because their time was over",
          text: `Within the last week: ${ended.map((row) => counted(row.ended, retentionKinds[row.kind].one, retentionKinds[row.kind].many)).join(", ")}. Amounts stay.`,
          way: ways,
        },
      ];
