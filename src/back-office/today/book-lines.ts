import { counted } from "../count-texts";

/** Differences between this shop's books and those of others; null where the member lacks the right. */
export interface BookDifferences {
  /** Number of movements at the gateway that do not match. */
  unmatched: number | null;
  /** Number of orders and refunds that were not reported to the tax service. */
  untold: number | null;
}

/** Lines for differences between this shop's books and those of others. */
export const bookLines = ({ unmatched, untold }: BookDifferences) => [
  ...untoldLines(untold ?? 0),
  ...unmatchedLines(unmatched ?? 0),
];

/** Orders and refunds that the books of Stripe Tax lack for a day. */
const untoldLines = (untold: number) =>
  untold === 0
    ? []
    : [
        {
          key: "untold-taxes",
          count: null,
          title: `Stripe Tax has not heard of ${counted(untold, "order or refund", "orders or refunds")}`,
          text: "The shop goes on trying. Until it has, the reports of Stripe lack them.",
          way: { to: "/system", name: "See why" },
        },
      ];

/** A line for movements at the gateway that do not match the shop's books. */
const unmatchedLines = (count: number) =>
  count === 0
    ? []
    : [
        {
          key: "unmatched",
          count: null,
          title: `${counted(count, "movement")} at the gateway ${count === 1 ? "does" : "do"} not match`,
          text: "A payment, a refund, a dispute or a payout differs from what the shop knows.",
          way: { to: "/payouts/unmatched", name: "Look at them" },
        },
      ];
