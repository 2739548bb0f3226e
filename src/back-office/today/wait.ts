/** One line of waiting work. Without a count it is trouble, with a warning sign. */
export interface Wait {
  key: string;
  count: number | null;
  title: string;
  text: string;
  /** Product pictures; null where one is missing. */
  plates?: (string | null)[];
  /** Page that deals with it and the link's label; unset for information only. */
  way?: { to: string; name: string };
}

/** Current time with the shop's time zone, and the shop's promises. */
export interface Clock {
  now: Date;
  zone: string;
}
