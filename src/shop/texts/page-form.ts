/** Maximum number of entries of a list whose texts can be edited; the shop's pages have far fewer. */
export const MOST_ENTRIES = 12;

/** Texts of a page that members edit under one heading. */
export interface FormPart {
  title: string;
  /** Paths into the page's texts; `*` matches each entry of a list. */
  paths: readonly string[];
  /** Id of the home page's section that contains these texts. */
  section?: string;
}

/** A page whose texts members can edit. */
export interface PageForm {
  /** Key under which the page's texts are stored. */
  key: string;
  /** Name of the page in URLs of the back office. */
  slug: string;
  /** Name of the page for members. */
  name: string;
  /** A public address at which the page can be seen. */
  address: string;
  /** True for texts that every page shows. */
  isEverywhere?: true;
  /** True for texts that every product page shows. */
  isBesideProducts?: true;
  parts: readonly FormPart[];
}
