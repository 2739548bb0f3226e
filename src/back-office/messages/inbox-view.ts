import { listAddress, oneOf, recordNumber, words } from "../list-address";

/** Part of the inbox that an address shows. */
export interface InboxAddress {
  /** Open or done messages, or samples where these are shown apart. */
  view: "open" | "done" | "samples";
  search: string;
  /** Id of the last message on the previous page. */
  after: number | null;
}

export const inboxList = listAddress<InboxAddress>("/messages", {
  view: oneOf("view", ["open", "done", "samples"]),
  search: words("q", 100),
  after: recordNumber("after"),
});

/** Id of a message in an address; undefined if invalid. */
export const messageId = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : undefined;

export const messageAddress = (id: number): string => `/messages/${id}`;
