import { listAddress, oneOf, recordNumber, words } from "../list-address";

/** Which part of the inbox an address shows. */
export interface InboxAddress {
  /** Waiting messages, done ones, or samples, where those stand apart. */
  view: "open" | "done" | "samples";
  search: string;
  /** The last message of the page before. */
  after: number | null;
}

export const inboxList = listAddress<InboxAddress>("/messages", {
  view: oneOf("view", ["open", "done", "samples"]),
  search: words("q", 100),
  after: recordNumber("after"),
});

/** The number of a message in an address; nothing for what is none. */
export const messageId = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : undefined;

export const messageAddress = (id: number): string => `/messages/${id}`;
