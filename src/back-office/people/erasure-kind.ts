import { counted } from "../count-words";
import type { LogKind } from "../log/log-kind";

/** Log kind of erasures of persons; the log never knows whom. */
export const erasureKind: LogKind = {
  kind: "erasure",
  title: "Erasures",
  words: ({ record, new: orders }) => ({
    what: "A person",
    from: "Known",
    to: `Erased, with the names on ${counted(Number(orders), "order")}`,
    way: `/erasures/${record}`,
  }),
  sentence: ({ changes: [change] }) =>
    `The person is being erased, with the names on ${counted(Number(change?.new ?? 0), "order")}.`,
};
