/** Texts of a page that members edit under one heading. */
export interface FormPart {
  title: string;
  /** Paths into the page's texts; `*` stands for each entry of a list. */
  paths: readonly string[];
  /** Id of the section of home that it is. */
  section?: string;
}

/** A page whose texts members edit. */
export interface PageForm {
  /** Its stored key. */
  key: string;
  /** Its name in addresses of the back office. */
  slug: string;
  /** Its name for members. */
  name: string;
  /** A public address that shows it. */
  address: string;
  /** True for texts that every page shows. */
  isEverywhere?: true;
  /** True for texts that every product page shows. */
  isBesideProducts?: true;
  parts: readonly FormPart[];
}
