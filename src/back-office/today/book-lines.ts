import { counted } from "../count-texts";

/**
 * Numbers of differences between the shop's books and those of the gateway and the tax service; null if the member may not see
 * them or there is no tax service.
 */
export interface BookDifferences {
  /** Number of movements at the gateway that do not match the shop's books. */
  unmatched: number | null;
  /** Number of orders and refunds that have not been reported to the tax service for a day. */
  untold: number | null;
}

/** Lines on Today for differences between the books. */
export const bookLines = ({ unmatched, untold }: BookDifferences) => [
  ...untoldLines(untold ?? 0),
  ...unmatchedLines(unmatched ?? 0),
];

/** Line for orders and refunds that have not been reported to Stripe Tax for a day. */
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

/** Line for movements at the gateway that do not match the shop's books. */
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
