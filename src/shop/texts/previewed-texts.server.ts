import { AsyncLocalStorage } from "node:async_hooks";
import { type SQL, sql } from "drizzle-orm";
import type { MenuRow } from "./menu-forms";

/** A question of the FAQ in its group; a group without questions has one line without them. */
export interface FaqLine {
  categoryId: string;
  name: string;
  id: string | null;
  question: string | null;
  answer: string | null;
}

/** Unpublished texts that replace those on the shop while a page is rendered for members. */
export interface PreviewedTexts {
  /** Contents of pages, by key. */
  pages: ReadonlyMap<string, unknown>;
  /** All questions that would be shown; undefined: as they are on the shop. */
  faqs?: FaqLine[];
  /** Rows of menus that differ, by menu; `banners` is the strip. */
  menus?: ReadonlyMap<string, readonly MenuRow[]>;
  /** Changed values of all drafted records, by kind and id: for readers of other kinds than those above. */
  records: ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
  /** The moment that the page shows; unset: now. */
  at?: Date;
}

const previews = new AsyncLocalStorage<PreviewedTexts>();

/** Renders a page with other texts. Only uncached requests may be rendered inside. */
export const withPreviewedTexts = <T>(texts: PreviewedTexts, render: () => Promise<T>): Promise<T> =>
  previews.run(texts, render);

/** Texts of the preview in progress; undefined for every request of the shop. */
export const previewedTexts = (): PreviewedTexts | undefined => previews.getStore();

/** Time from which a page counts days: the previewed time, else now. */
export const shownDate = (): Date => previews.getStore()?.at ?? new Date();

/** Time at which a query tests publication dates: the previewed time, else now. */
export const shownMoment = (): SQL => {
  const at = previews.getStore()?.at;
  return at ? sql`${at.toISOString()}::timestamptz` : sql`now()`;
};
