import { AsyncLocalStorage } from "node:async_hooks";
import { type SQL, sql } from "drizzle-orm";
import type { MenuRow } from "./menu-forms";

/** A question of the FAQ and its group; a group without questions has one entry without a question. */
export interface FaqLine {
  categoryId: string;
  name: string;
  id: string | null;
  question: string | null;
  answer: string | null;
}

/** Unpublished texts that replace published ones while a page is rendered as a preview. */
export interface PreviewedTexts {
  /** Contents of previewed pages, by key. */
  pages: ReadonlyMap<string, unknown>;
  /** All questions of the FAQ that would be shown; undefined for the published ones. */
  faqs?: FaqLine[];
  /** Rows of changed menus, by menu; those of `banners` are the messages of the promo banner. */
  menus?: ReadonlyMap<string, readonly MenuRow[]>;
  /** Changed values of all drafted records, by kind and id: for code that needs other kinds than the fields above. */
  records: ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
  /** Time for which the page is rendered; unset for the current time. */
  at?: Date;
  /** Whether everything but the previewed texts is as published at present, also articles that come out until `at`. */
  isAlone?: boolean;
}

const previews = new AsyncLocalStorage<PreviewedTexts>();

/** Runs `render` with the previewed texts. Only for requests that bypass the page cache. */
export const withPreviewedTexts = <T>(texts: PreviewedTexts, render: () => Promise<T>): Promise<T> =>
  previews.run(texts, render);

/** Texts of the current preview; undefined outside of a preview. */
export const previewedTexts = (): PreviewedTexts | undefined => previews.getStore();

/** Time that a page uses as the current time: the previewed time, or else now. */
export const shownDate = (): Date => previews.getStore()?.at ?? new Date();

/** Time with which a query compares publication dates: the previewed time, or else now. */
export const shownMoment = (): SQL => {
  const { at, isAlone } = previews.getStore() ?? {};
  return at && !isAlone ? sql`${at.toISOString()}::timestamptz` : sql`now()`;
};
