import { RETURN_VIEWS, type ReturnView } from "~/shop/returns/return-views";
import { fitting, listAddress, oneOrNone, words } from "../list-address";

/** Parameters of the address of the list of returns: view, search and page. */
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

/** View of an address without the parameter: a search covers all returns, the list without a search only waiting ones. */
const usualView = (text: string): ReturnView => (text === "" ? "waits" : "all");

/** Parses the parameters of an address; ignores invalid ones. */
export function returnsView(search: URLSearchParams): ReturnsView {
  const { view, ...found } = list.viewIn(search);
  return { ...found, view: view ?? usualView(found.text) };
}

export const returnsAddress = ({ view, ...found }: ReturnsView): string =>
  list.addressOf({ ...found, view: view === usualView(found.text) ? null : view });

/** Names of the views above the list, in their order. */
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
export const returnViews = Object.keys(viewNames) as ReturnView[];
