/** A link of a menu, or a message of the strip above every page. */
export interface MenuRow {
  /** Id of the row; assigned when the row is first saved. */
  id: string;
  label: string;
  href: string;
  /** Heading of the footer's column that contains the row. */
  heading: string;
  icon: string;
  /** Id of the parent row in the same menu; empty for a top-level row. */
  parent: string;
  /**
   * Record that the link leads to, such as `product:<id>`, so that it follows a change of the record's address; empty if an
   * address was typed.
   */
  target: string;
}

/** A list of links that members edit as one record. */
export interface MenuForm {
  /** Stored name of the list; `banners` is the strip. */
  key: "banners" | "main" | "sticky" | "mobileIcons" | "footer";
  slug: string;
  /** Name of the list for members. */
  name: string;
  /** Word for one row of the list. */
  row: string;
  /** Whether rows are grouped in columns with headings. */
  hasColumns?: true;
  /** True: rows may have children, one level deep. */
  isNested?: true;
  /** Whether rows can be neither added nor removed, because each has a fixed icon. */
  isFixed?: true;
}

/** Menus of the frame, in the order in which members see them. */
export const menuForms: readonly MenuForm[] = [
  { key: "banners", slug: "strip", name: "Strip at the top", row: "Message" },
  { key: "main", slug: "main-menu", name: "Main menu", row: "Link", isNested: true },
  { key: "sticky", slug: "header-links", name: "Links in the header", row: "Link" },
  { key: "mobileIcons", slug: "menu-icons", name: "Icons in the menu", row: "Link", isFixed: true },
  { key: "footer", slug: "foot-menu", name: "Menu at the foot", row: "Link", hasColumns: true },
];

/** Maximum number of rows of a menu. */
export const MOST_ROWS = 40;
