/** A link of a menu, or a message of the strip over every page. */
export interface MenuRow {
  /** Stored id, drawn when the row is first saved. */
  id: string;
  label: string;
  href: string;
  /** Column in the footer. */
  heading: string;
  icon: string;
  /** Id of the row of the same menu under which it stands; "" for a row of its own. */
  parent: string;
  /** Record that it leads to, such as `product:<id>`, whatever its name becomes; "" for an address as typed. */
  target: string;
}

/** A list of links that members edit as a whole. */
export interface MenuForm {
  /** Its stored name; `banners` is the strip. */
  key: "banners" | "main" | "sticky" | "mobileIcons" | "footer";
  slug: string;
  /** Its name for members. */
  name: string;
  /** Word for one of its rows. */
  row: string;
  /** Rows are in columns with headings. */
  hasColumns?: true;
  /** True: rows may have children, one level deep. */
  isNested?: true;
  /** Each row has an icon of its own, so that none is added or removed. */
  isFixed?: true;
}

/** Menus of the frame, in the order of their list. */
export const menuForms: readonly MenuForm[] = [
  { key: "banners", slug: "strip", name: "Strip at the top", row: "Message" },
  { key: "main", slug: "main-menu", name: "Main menu", row: "Link", isNested: true },
  { key: "sticky", slug: "header-links", name: "Links in the header", row: "Link" },
  { key: "mobileIcons", slug: "menu-icons", name: "Icons in the menu", row: "Link", isFixed: true },
  { key: "footer", slug: "foot-menu", name: "Menu at the foot", row: "Link", hasColumns: true },
];

/** Most rows of a menu. */
export const MOST_ROWS = 40;
