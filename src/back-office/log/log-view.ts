import { namedDay } from "~/shop/shop-time";
import { fitting, listAddress, oneOf, recordNumber } from "../list-address";

/** Parameters of the log's address: tab, filter and page. */
export interface LogView {
  /** Changes (`changes`), or sign-ins and refusals (`door`). */
  tab: "changes" | "door";
  who: string | null;
  kind: string | null;
  /** First and last day (`to`) in the shop's time zone, both inclusive. */
  from: string | null;
  to: string | null;
  /** Id of the last entry on the previous page; the page shows older entries. */
  before: number | null;
}

/** Tabs above the log, in their order; a tab's address leaves out filters that the tab does not have. */
export const logTabs: { tab: LogView["tab"]; name: string; without?: Partial<LogView> }[] = [
  { tab: "changes", name: "Changes" },
  { tab: "door", name: "At the door", without: { kind: null } },
];

export const log = listAddress<LogView>("/log", {
  tab: oneOf("tab", ["changes", "door"]),
  who: fitting("who", (text) => /^[\da-f-]{36}$/.exec(text)?.[0] ?? null),
  kind: fitting("kind", (text) => /^[a-z-]{1,40}$/.exec(text)?.[0] ?? null),
  from: fitting("from", namedDay),
  to: fitting("to", namedDay),
  before: recordNumber("before"),
});
