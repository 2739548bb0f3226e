/** A table whose rows are the content of the shop: what an export holds of it. */
export interface ContentTable {
  name: string;
  /** One of its rows, and several, as members read them. */
  words: [one: string, many: string];
  /** What makes two rows the same, in this shop and elsewhere. */
  key: readonly string[];
  /** Left out: numbers that another shop gives itself, counts that it makes itself, and what belongs to a person. */
  omitted?: readonly string[];
  /** Stays as it is where the row is there already. */
  kept?: readonly string[];
  /** Which rows are content; all of them, where nothing is said. */
  where?: string;
  order: string;
  /** A list as a whole: rows that the file does not have are dropped with what it replaces. */
  isList?: true;
}

/** Each table after those it refers to. */
export const contentTables: readonly ContentTable[] = [
  {
    name: "settings",
    words: ["setting", "settings"],
    key: ["name"],
    omitted: ["version", "changed_at"],
    order: "name",
  },
  {
    name: "categories",
    words: ["category", "categories"],
    key: ["id"],
    omitted: ["version"],
    order: "parent_id is not null, position, id",
  },
  { name: "size_guides", words: ["size guide", "size guides"], key: ["id"], omitted: ["version"], order: "id" },
  {
    name: "products",
    words: ["product", "products"],
    key: ["id"],
    omitted: ["version", "review_count", "star_sum"],
    order: "position, id",
  },
  {
    name: "product_colors",
    words: ["color", "colors"],
    key: ["product_id", "name"],
    order: "product_id, position, name",
  },
  {
    name: "variants",
    words: ["size or color", "sizes and colors"],
    key: ["product_id", "size", "color"],
    omitted: ["id", "version"],
    kept: ["stock"],
    order: "id",
  },
  {
    name: "media_uses",
    words: ["picture", "pictures"],
    key: ["path"],
    omitted: ["version", "unused_since"],
    order: "path",
  },
  {
    name: "reviews",
    words: ["review", "reviews"],
    key: ["id"],
    omitted: ["version"],
    where: "state = 'approved'",
    order: "id",
  },
  {
    name: "questions",
    words: ["question", "questions"],
    key: ["id"],
    omitted: ["version", "email"],
    where: "state = 'approved'",
    order: "id",
  },
  { name: "review_summaries", words: ["summary of reviews", "summaries of reviews"], key: ["scope"], order: "scope" },
  {
    name: "blog_categories",
    words: ["category of articles", "categories of articles"],
    key: ["id"],
    omitted: ["version"],
    order: "position, id",
  },
  { name: "posts", words: ["article", "articles"], key: ["id"], omitted: ["version"], order: "id" },
  { name: "pages", words: ["page", "pages"], key: ["key"], omitted: ["version"], order: "key" },
  {
    name: "faq_categories",
    words: ["category of the FAQ", "categories of the FAQ"],
    key: ["id"],
    omitted: ["version"],
    order: "position, id",
  },
  {
    name: "faqs",
    words: ["question of the FAQ", "questions of the FAQ"],
    key: ["id"],
    omitted: ["version"],
    order: "id",
  },
  {
    name: "menu_links",
    words: ["row of the menus", "rows of the menus"],
    key: ["menu", "position"],
    omitted: ["version"],
    order: "menu, position",
    isList: true,
  },
  {
    name: "banners",
    words: ["banner", "banners"],
    key: ["position"],
    omitted: ["version"],
    order: "position",
    isList: true,
  },
  { name: "states", words: ["state", "states"], key: ["code"], order: "code" },
  { name: "chapters", words: ["chapter", "chapters"], key: ["id"], omitted: ["version"], order: "id" },
  { name: "events", words: ["event", "events"], key: ["id"], omitted: ["version"], order: "id" },
  { name: "videos", words: ["film", "films"], key: ["id"], omitted: ["version"], order: "position, id" },
  {
    name: "social_posts",
    words: ["riders' post", "riders' posts"],
    key: ["id"],
    omitted: ["version"],
    order: "position, id",
  },
];

/** A name of a table or column as SQL takes it; only names that stand here or in the database's own lists come through. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
