import type { CommunityKind } from "./community-forms";
import type { chapters, events, socialPosts, videos } from "./community.tables";
import { eventWords, meetingWords, timeWords } from "./schedule-words";

type ChapterRow = typeof chapters.$inferSelect;
type EventRow = typeof events.$inferSelect;
type FilmRow = typeof videos.$inferSelect;
type PostRow = typeof socialPosts.$inferSelect;

/** Values of a record as in forms, drafts and the log: texts, and whether the shop shows the record. */
export type CommunityValues = Record<string, string | boolean>;

/** Rows by kind. */
export interface CommunityRows {
  chapter: ChapterRow;
  event: EventRow;
  film: FilmRow;
  post: PostRow;
}

/** Values of a row, by kind. A rule is read as empty if it equals the text that the schedule gives. */
export const communityValues: { [K in CommunityKind]: (row: CommunityRows[K]) => CommunityValues } = {
  chapter: ({ name, kind, city, state, schedule, rule, meetAt, description, hidden }) => ({
    name,
    kind,
    city,
    state,
    nth: String(schedule.nth),
    weekday: String(schedule.weekday),
    time: schedule.time,
    rule: rule === meetingWords(schedule) ? "" : rule,
    meetAt,
    description,
    isShown: !hidden,
  }),
  event: ({ name, city, state, schedule, rule, description, blogCategory, hidden }) => ({
    name,
    city,
    state,
    nth: String(schedule.nth),
    weekday: String(schedule.weekday),
    month: String(schedule.month),
    startOffset: String(schedule.startOffset),
    days: String(schedule.days),
    rule: rule === eventWords(schedule) ? "" : rule,
    description,
    category: blogCategory,
    isShown: !hidden,
  }),
  film: ({ filePath, poster, productId, position, hidden }) => ({
    file: filePath,
    poster: poster ?? "",
    product: productId ?? "",
    position: String(position),
    isShown: !hidden,
  }),
  post: ({ caption, mediaType, mediaUrl, thumbnailUrl, position, hidden }) => ({
    caption,
    picture: mediaType === "image" ? mediaUrl : (thumbnailUrl ?? ""),
    film: mediaType === "video" ? mediaUrl : "",
    position: String(position),
    isShown: !hidden,
  }),
};

/** Values of a record that is not saved yet, by kind. */
export const emptyCommunity: Readonly<Record<CommunityKind, CommunityValues>> = {
  chapter: {
    name: "",
    kind: "chapter",
    city: "",
    state: "",
    nth: "1",
    weekday: "6",
    time: "09:00",
    rule: "",
    meetAt: "",
    description: "",
    isShown: false,
  },
  event: {
    name: "",
    city: "",
    state: "",
    nth: "1",
    weekday: "6",
    month: "5",
    startOffset: "0",
    days: "1",
    rule: "",
    description: "",
    category: "",
    isShown: false,
  },
  film: { file: "", poster: "", product: "", position: "", isShown: false },
  post: { caption: "", picture: "", film: "", position: "", isShown: false },
};

type Columns<K extends CommunityKind> = Omit<CommunityRows[K], "id" | "version">;

const text = (value: string | boolean | undefined): string => String(value ?? "");
const number = (value: string | boolean | undefined): number => Number(value) || 0;

/** Columns for all values of a record, by kind. Columns without a form field keep their stored value. */
export const communityColumns: {
  [K in CommunityKind]: (values: CommunityValues, row?: CommunityRows[K]) => Columns<K>;
} = {
  chapter(values, row) {
    const schedule = { nth: number(values.nth), weekday: number(values.weekday), time: text(values.time) };
    // The text of a time is written again only if the time changes, because an imported text may differ.
    const time = row && row.schedule.time === schedule.time ? row.time : timeWords(schedule.time);
    return {
      name: text(values.name),
      kind: values.kind === "meet-up" ? "meet-up" : "chapter",
      city: text(values.city),
      state: text(values.state),
      schedule,
      rule: text(values.rule) || meetingWords(schedule),
      time,
      meetAt: text(values.meetAt),
      description: text(values.description),
      hidden: values.isShown !== true,
    };
  },
  event(values) {
    const schedule = {
      month: number(values.month),
      nth: number(values.nth),
      weekday: number(values.weekday),
      startOffset: number(values.startOffset),
      days: number(values.days),
    };
    return {
      name: text(values.name),
      city: text(values.city),
      state: text(values.state),
      schedule,
      rule: text(values.rule) || eventWords(schedule),
      description: text(values.description),
      blogCategory: text(values.category),
      hidden: values.isShown !== true,
    };
  },
  film: (values, row) => ({
    filePath: text(values.file),
    fileName: row && row.filePath === values.file ? row.fileName : (text(values.file).split("/").at(-1) ?? ""),
    poster: text(values.poster) || null,
    productId: text(values.product) || null,
    position: number(values.position),
    hidden: values.isShown !== true,
  }),
  post(values, row) {
    const [picture, film] = [text(values.picture), text(values.film)];
    const kept = row?.mediaType === "image" ? row.thumbnailUrl : null;
    return {
      caption: text(values.caption),
      mediaType: film === "" ? "image" : "video",
      mediaUrl: film === "" ? picture : film,
      thumbnailUrl: film === "" ? kept : picture || null,
      position: number(values.position),
      hidden: values.isShown !== true,
    };
  },
};
