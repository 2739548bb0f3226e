import { listAddress, oneOf, recordNumber, words } from "../list-address";

/** Parameters of the inbox's address: view, filter and page. */
export interface InboxAddress {
  /** View: open messages, done messages, or samples if these are listed separately. */
  view: "open" | "done" | "samples";
  search: string;
  /** Id of the last message on the previous page. */
  after: number | null;
}

/** Views above the list, in their order. */
export const inboxViews = [
  { view: "open", name: "Open" },
  { view: "done", name: "Done" },
  { view: "samples", name: "Samples" },
] as const;

export const inboxList = listAddress<InboxAddress>("/messages", {
  view: oneOf("view", ["open", "done", "samples"]),
  search: words("q", 100),
  after: recordNumber("after"),
});

/** Parses the id of a message in an address; undefined if it is not valid. */
export const messageId = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : undefined;

export const messageAddress = (id: number): string => `/messages/${id}`;
