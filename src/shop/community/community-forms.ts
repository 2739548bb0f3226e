import { MONTHS, NTH, offsetWords, WEEKDAYS } from "./schedule-words";

/** Kinds of the community's records. */
export const COMMUNITY_KINDS = ["chapter", "event", "film", "post"] as const;
export type CommunityKind = (typeof COMMUNITY_KINDS)[number];

export const isCommunityKind = (kind: string): kind is CommunityKind =>
  (COMMUNITY_KINDS as readonly string[]).includes(kind);

export interface Choice {
  value: string;
  name: string;
}

interface CommunityField {
  label: string;
  kind: "line" | "lines" | "choice" | "picture" | "shown";
  /** Choices that are the same in every shop; other choices come from the shop's records. */
  options?: readonly Choice[];
  note?: string;
}

interface CommunityForm {
  /** Names of the list and of one record (`one`), and last segment of the list's address (`slug`). */
  list: string;
  one: string;
  slug: string;
  says: string;
  fields: Readonly<Record<string, CommunityField>>;
}

const choices = (names: readonly string[], from: number): Choice[] =>
  names.map((name, place) => ({ value: String(place + from), name }));

const nths = (all: boolean): Choice[] =>
  ["0", "1", "2", "3", "4", "-1"]
    .filter((value) => all || value !== "0")
    .map((value) => ({ value, name: `${(NTH[value] ?? "")[0]?.toUpperCase()}${(NTH[value] ?? "").slice(1)}` }));

const weekday: CommunityField = { label: "Weekday", kind: "choice", options: choices(WEEKDAYS, 0) };
const shown: CommunityField = { label: "On the shop", kind: "shown" };
const rule: CommunityField = {
  label: "In other words",
  kind: "line",
  note: "Left empty, it is said by the days above.",
};
const place: CommunityField = { label: "Place in the row", kind: "line", note: "The lowest number comes first." };

/** Numbers of days before or after the named weekday on which an event may begin. */
const OFFSETS = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6];

/** Forms for the community's records, by kind. */
export const communityForms: Readonly<Record<CommunityKind, CommunityForm>> = {
  chapter: {
    list: "Chapters",
    one: "Chapter",
    slug: "chapters",
    says: "Chapters and meet-ups, each in its state. Their next days are counted from the rule.",
    fields: {
      name: { label: "Name", kind: "line" },
      kind: {
        label: "Kind",
        kind: "choice",
        options: [
          { value: "chapter", name: "Chapter" },
          { value: "meet-up", name: "Meet-up" },
        ],
      },
      city: { label: "City", kind: "line" },
      state: { label: "State", kind: "choice" },
      nth: { label: "Meets on the", kind: "choice", options: nths(true) },
      weekday,
      time: { label: "Time", kind: "line", note: "Like 9:30 or 18:00, by the clock of its place." },
      rule,
      meetAt: { label: "Where", kind: "line" },
      description: { label: "Text", kind: "lines" },
      isShown: shown,
    },
  },
  event: {
    list: "Events",
    one: "Event",
    slug: "events",
    says: "Events of every year. Their next days are counted from the rule.",
    fields: {
      name: { label: "Name", kind: "line" },
      city: { label: "City", kind: "line" },
      state: { label: "State", kind: "choice" },
      nth: { label: "Counts from the", kind: "choice", options: nths(false) },
      weekday,
      month: { label: "Of", kind: "choice", options: choices(MONTHS, 1) },
      startOffset: {
        label: "Begins",
        kind: "choice",
        options: OFFSETS.map((offset) => ({
          value: String(offset),
          name:
            offset === 0 ? "On that day" : `${offsetWords(offset)[0]?.toUpperCase()}${offsetWords(offset).slice(1)}`,
        })),
      },
      days: { label: "Days", kind: "line", note: "1 to 60." },
      rule,
      description: { label: "Text", kind: "lines" },
      category: { label: "Articles about it", kind: "choice" },
      isShown: shown,
    },
  },
  film: {
    list: "Films",
    one: "Film",
    slug: "films",
    says: "The films on home, each beside the product that it shows.",
    fields: {
      file: { label: "Film", kind: "choice" },
      poster: { label: "First picture", kind: "picture" },
      product: {
        label: "Product",
        kind: "line",
        note: "Its address, such as /product/name-id. Left empty, none is named.",
      },
      position: place,
      isShown: shown,
    },
  },
  post: {
    list: "Riders' posts",
    one: "Post",
    slug: "posts",
    says: "The riders' posts on home.",
    fields: {
      caption: { label: "Words", kind: "lines" },
      picture: { label: "Picture", kind: "picture" },
      film: { label: "Film", kind: "choice", note: "With a film, the picture is its first." },
      position: place,
      isShown: shown,
    },
  },
};

/** Messages about braces in a record's texts and, if the shop shall show the record, about required fields that are empty. */
export function communityComplaints(
  kind: CommunityKind,
  values: Readonly<Record<string, unknown>>,
): { field: string; text: string }[] {
  const braces = Object.entries(values).flatMap(([field, text]) =>
    typeof text === "string" && /[{}]/.test(text)
      ? [{ field, text: "Nothing is filled in here: shoppers would see the braces. Write the words themselves." }]
      : [],
  );
  if (values.isShown !== true) return braces;
  const empty = (field: string) => String(values[field] ?? "").trim() === "";
  return [...braces, ...NEEDED[kind].flatMap(([field, text]) => (empty(field) ? [{ field, text }] : []))];
}

const PLACED = [
  ["name", "Write a name."],
  ["city", "Write a city."],
  ["state", "Choose a state."],
  ["description", "Write a sentence about it."],
] as const;

const NEEDED: Record<CommunityKind, readonly (readonly [string, string])[]> = {
  chapter: [...PLACED, ["meetAt", "Write where it meets."], ["time", "Write when it meets."]],
  event: [...PLACED, ["days", "Write how many days it lasts."]],
  film: [
    ["file", "Choose a film."],
    ["poster", "Choose its first picture: it stands there until the film runs."],
  ],
  post: [
    ["caption", "Write the words."],
    ["picture", "Choose a picture."],
  ],
};
