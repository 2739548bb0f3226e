import { RETURN_VIEWS, type ReturnView } from "~/shop/returns/return-views";
import { fitting, listAddress, oneOrNone, words } from "../list-address";

/** Part of the returns that an address shows. */
export interface ReturnsView {
  view: ReturnView;
  text: string;
  /** Number of the last return on the previous page. */
  after: string | null;
}

const list = listAddress<Omit<ReturnsView, "view"> & { view: ReturnView | null }>("/returns", {
  view: oneOrNone("view", RETURN_VIEWS),
  text: words("q", 80),
  after: fitting("after", (text) => /^R\d{7}$/.exec(text)?.[0] ?? null),
});

/** Default view of an address: a search covers all returns. */
const usualView = (text: string): ReturnView => (text === "" ? "waits" : "all");

/** View of an address; invalid parameters are ignored. */
export function returnsView(search: URLSearchParams): ReturnsView {
  const { view, ...found } = list.viewIn(search);
  return { ...found, view: view ?? usualView(found.text) };
}

/** The address of a view. */
export const returnsAddress = ({ view, ...found }: ReturnsView): string =>
  list.addressOf({ ...found, view: view === usualView(found.text) ? null : view });

export const viewNames: Record<ReturnView, string> = {
  waits: "Waits for you",
  asks: "Asks to come back",
  coming: "On its way",
  here: "Is here to look at",
  settled: "Settled",
  refused: "Refused",
  all: "All",
  test: "Test orders",
  sample: "Samples",
};
