import { RETURN_VIEWS, type ReturnView } from "~/shop/returns/return-views";

/** Which part of the returns an address shows. */
export interface ReturnsView {
  view: ReturnView;
  text: string;
  /** The number of the last return of the page before. */
  after: string | null;
}

/** The longest that is searched for. */
const LONGEST = 80;

/** The view of an address; what makes no sense is left out. A search without a view goes through all returns. */
export function returnsView(search: URLSearchParams): ReturnsView {
  const text = (search.get("q") ?? "").replaceAll("\0", "").trim().slice(0, LONGEST);
  const asked = RETURN_VIEWS.find((view) => view === search.get("view"));
  return {
    view: asked ?? (text === "" ? "waits" : "all"),
    text,
    after: /^R\d{7}$/.exec(search.get("after") ?? "")?.[0] ?? null,
  };
}

/** The address of a view. */
export function returnsAddress({ view, text, after }: ReturnsView): string {
  const search = new URLSearchParams();
  if (view !== (text === "" ? "waits" : "all")) search.set("view", view);
  if (text !== "") search.set("q", text);
  if (after) search.set("after", after);
  return search.size > 0 ? `/returns?${search}` : "/returns";
}

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
