import { eq, inArray, isNotNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { isSame, type RecordKind } from "~/shop/audit/record-kind.server";
import { save } from "~/shop/audit/save.server";
import { settingRecord } from "~/shop/audit/settings-record.server";
import type { FieldValues, Saved, Stale } from "~/shop/audit/saving";
import { articleRecord } from "~/shop/blog/article-record.server";
import { posts } from "~/shop/blog/blog.tables";
import { chapterRecord, eventRecord } from "~/shop/community/community-records.server";
import { countsByCollection } from "~/shop/catalog/listing/facet-counts.server";
import { largestShop } from "~/shop/catalog/listing/links-to-goods.server";
import { chapters, events } from "~/shop/community/community.tables";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { settingVersions } from "~/shop/settings.server";
import { allFaqGroups, faqGroupRecord } from "~/shop/texts/faq-group-record.server";
import { faqRecord } from "~/shop/texts/faq-record.server";
import { allPageTexts, pageRecord } from "~/shop/texts/page-record.server";
import { faqs } from "~/shop/texts/texts.tables";
import { allLetterTexts, letterRecord } from "~/shop/texts/letters/letter-record.server";
import { allMenus, menuRecord, menuVersion } from "~/shop/texts/menu-record.server";
import { menuForms } from "~/shop/texts/menu-forms";
import {
  EMPTIED,
  emptyOpening,
  NEWEST_PIECES,
  PLAIN_GROUPS,
  type InventedGroup,
  type InventedText,
  PLAIN_TILES,
} from "./invented-texts";
import { inventedWords, withoutWords } from "./invented-words";
import { readContent } from "./content.server";
import { DEMO_CONTENT } from "./seed.server";
import { keyOf, readShippedTexts } from "./shipped-texts.server";

/** An invented text that the shop still shows, and the change that hides it. */
interface Found extends InventedText {
  kind: RecordKind;
  id: string;
  version: number;
  values: FieldValues;
  /** Words that leave the record's texts besides; several groups may be about one text. */
  words?: Words[];
}

type Words = (typeof inventedWords)[number];

let known: ReturnType<typeof readShipped> | undefined;
/** The demo's texts, read once, because the files do not change while the program runs. */
const shipped = () => (known ??= readShipped());

async function readShipped() {
  const [content, texts] = await Promise.all([readContent(DEMO_CONTENT), readShippedTexts()]);
  return { content, texts };
}

/** Texts that the demo invented and that nobody changed since, in groups. */
export async function inventedTexts(services: Pick<Services, "db" | "settings">): Promise<InventedText[]> {
  return (await found(services)).map(({ key, group, name }) => ({ key, group, name }));
}

async function found({ db, settings }: Pick<Services, "db" | "settings">): Promise<Found[]> {
  const [ofRows, ofPages, ofAnswers, ofGroups, ofLinks] = await Promise.all([
    inventedRows(db),
    inventedPages(db),
    inventedAnswers(db),
    inventedGroups(db),
    inventedLinks(db, settings().social),
  ]);
  const ofMenus = await emptiedLinks(db, [...ofRows, ...ofPages]);
  return [...ofRows, ...ofPages, ...ofAnswers, ...ofGroups, ...ofMenus, ...ofLinks];
}

const HIDDEN = { isShown: false };

/** Chapters, events and articles with the demo's texts. */
async function inventedRows(db: Database): Promise<Found[]> {
  const { content } = await shipped();
  const { chapters: demoChapters, events: demoEvents } = content["events.json"];
  const { articles } = content["blogs.json"];
  const [ofChapters, ofEvents, ofPosts] = await Promise.all([
    db.select().from(chapters).where(eq(chapters.hidden, false)),
    db.select().from(events).where(eq(events.hidden, false)),
    db
      .select({
        id: posts.id,
        title: posts.title,
        description: posts.description,
        markdown: posts.markdown,
        version: posts.version,
      })
      .from(posts)
      .where(isNotNull(posts.publishedAt)),
  ]);
  const chapterIn = new Map(demoChapters.map((chapter) => [chapter._id, chapter]));
  const eventIn = new Map(demoEvents.map((event) => [event._id, event]));
  const articleIn = new Map(articles.map((article) => [article._id, article]));
  return [
    ...ofChapters.flatMap(({ id, name, city, meetAt, description, version }): Found[] =>
      isSame({ name, city, meetAt, description }, textsOf(chapterIn.get(id), "name city meetAt description"))
        ? [rowOf("chapters", chapterRecord, { id, name: `${name}, ${city}`, version })]
        : [],
    ),
    ...ofEvents.flatMap(({ id, name, city, description, version }): Found[] =>
      isSame({ name, city, description }, textsOf(eventIn.get(id), "name city description"))
        ? [rowOf("events", eventRecord, { id, name: `${name}, ${city}`, version })]
        : [],
    ),
    ...ofPosts.flatMap(({ id, title, description, markdown, version }): Found[] => {
      const demo = articleIn.get(id);
      return demo &&
        title === demo.title &&
        description === demo.description &&
        (markdown ?? demo.content) === demo.content
        ? [rowOf("articles", articleRecord, { id, name: title, version })]
        : [];
    }),
  ];
}

/** The named fields of a value; undefined without a value. */
const textsOf = (value: object | undefined, names: string): FieldValues | undefined =>
  value && Object.fromEntries(Object.entries(value).filter(([name]) => names.split(" ").includes(name)));

const rowOf = (
  group: InventedGroup,
  kind: RecordKind,
  { id, name, version }: { id: string; name: string; version: number },
): Found => ({ key: `${kind.kind} ${id}`, group, name, kind, id, version, values: HIDDEN });

/** A block of a page: the beginning of the paths of its texts, and the change that hides it. */
interface Block {
  page: string;
  group: InventedGroup;
  texts: string;
  name: string;
  values: FieldValues;
}

/** The opening of the first page, which leads to the largest of its collections. */
async function openingOf(db: Database): Promise<Block> {
  const values = emptyOpening(largestShop(await countsByCollection(db)) ?? "new-arrivals");
  return { page: "home", group: "home", texts: "parts.hero.", name: "The sale in the opening", values };
}

const FITS = { tight: "tight fit", loose: "loose fit", usual: "usual fit" } as const;

const BLOCKS: readonly Block[] = [
  {
    page: "home",
    group: "home",
    texts: "parts.bestSellers.",
    name: "The name Best Sellers over the newest pieces",
    values: NEWEST_PIECES,
  },
  ...(
    [
      ["partners", "Partners"],
      ["categories", "Tiles of the categories"],
      ["collections", "Trending collections"],
      ["benefits", "Why shop here"],
      ["videos", "Films"],
      ["testimonials", "Riders' words"],
      ["social", "From the feed"],
    ] as const
  ).map(([id, name]) => ({
    page: "home",
    group: "home" as const,
    texts: `parts.${id}.`,
    name,
    values: { [`parts.${id}.state`]: "hidden" },
  })),
  { page: "contact", group: "pages", texts: "tiles.", name: "Contact: the tiles of goods", values: PLAIN_TILES },
  {
    page: "contact",
    group: "pages",
    texts: "headOffice.",
    name: "Contact: the head office",
    values: { "headOffice.visibility": "hidden" },
  },
  {
    page: "contact",
    group: "pages",
    texts: "mediaLine",
    name: "Contact: whom media and talents write to",
    values: { mediaLine: "Whatever it is about, write to {supportEmail}." },
  },
  {
    page: "contact",
    group: "pages",
    texts: "sellingPoints.2.",
    name: "Contact: delivery to other countries",
    values: {
      "sellingPoints.2.title": "Within The United States",
      "sellingPoints.2.text": "The checkout takes addresses in the United States.",
    },
  },
  {
    page: "productPage",
    group: "pages",
    texts: "brandStory.",
    name: "Every product: our story",
    values: { "brandStory.visibility": "hidden" },
  },
  {
    page: "productPage",
    group: "pages",
    texts: "sizeFit.",
    name: "Every product: how the goods are cut",
    values: { "sizeFit.visibility": "hidden" },
  },
  ...(["tight", "loose", "usual"] as const).map((fit) => ({
    page: "productPage",
    group: "pages" as const,
    texts: `${fit}.`,
    name: `Every product: which of two sizes to take, ${FITS[fit]}`,
    values: { [`${fit}.text`]: "Fit: {fit}" },
  })),
  {
    page: "sizeGuide",
    group: "pages",
    texts: "",
    name: "Every product without a size guide of its own: the demo's measures and charts",
    values: { visibility: "hidden" },
  },
  { page: "about", group: "pages", texts: "", name: "About: the whole page", values: { visibility: "hidden" } },
  { page: "community", group: "pages", texts: "", name: "Community: the whole page", values: { visibility: "hidden" } },
  {
    page: "community",
    group: "pages",
    texts: "donation.",
    name: "Community: the fund that asks for money",
    values: { "donation.visibility": "hidden" },
  },
];

/** Fields that say where and whether a block is shown, which are no texts. */
const NO_TEXT = /(?:^|\.)(?:place|state|visibility|productId)$/;

async function inventedPages(db: Database): Promise<Found[]> {
  const [{ texts: delivered }, pages, opening] = await Promise.all([shipped(), allPageTexts(db), openingOf(db)]);
  const blocks = [opening, ...BLOCKS].flatMap(({ page, group, texts: start, name, values }): Found[] => {
    const own = pages.get(page);
    const demo = delivered.get(keyOf({ kind: "page", id: page }))?.values;
    if (!own || !demo) return [];
    const paths = Object.keys(demo).filter((path) => path.startsWith(start) && !NO_TEXT.test(path));
    const isDemo = paths.length > 0 && paths.every((path) => own.texts[path] === demo[path]);
    const isThere = Object.entries(values).some(([path, value]) => path in own.texts && own.texts[path] !== value);
    if (!isDemo || !isThere) return [];
    return [{ key: `page ${page} ${start}`, group, name, kind: pageRecord, id: page, version: own.version, values }];
  });
  const letters = new Map((await allLetterTexts(db)).map((letter) => [letter.id as string, letter]));
  const words = inventedWords.flatMap((own): Found[] => {
    const page = own.kind === "page" ? pages.get(own.id) : own.kind === "letter" ? letters.get(own.id) : undefined;
    if (!page || !hasAny(page.texts[own.field], own)) return [];
    const { group, id, name } = own;
    return [
      {
        key: `${group} ${id}`,
        group,
        name,
        kind: own.kind === "letter" ? letterRecord : pageRecord,
        id,
        version: page.version,
        values: textsBefore(page.texts, own),
        words: [own],
      },
    ];
  });
  return [...blocks, ...words];
}

const hasAny = (text: string | undefined, { words }: Words): boolean =>
  text !== undefined && words.some(([from]) => text.includes(from));

/** The text whose words leave, as it stands. */
const textsBefore = (texts: Record<string, unknown>, { field }: Words): FieldValues => ({ [field]: texts[field] });

async function inventedAnswers(db: Database): Promise<Found[]> {
  const { content } = await shipped();
  const demo = new Map(
    content["faqs.json"].categories.flatMap(({ questions }) => questions.map((each) => [each._id, each])),
  );
  const words = new Map(inventedWords.flatMap((each) => (each.kind === "faq" ? [[each.id, each]] : [])));
  const ids = [...demo.values()].flatMap(({ _id, isInvented }) => (isInvented ? [_id] : []));
  const rows = await db
    .select()
    .from(faqs)
    .where(inArray(faqs.id, [...ids, ...words.keys()]));
  return rows.flatMap(({ id, question, answer, publishedAt, version }): Found[] => {
    if (publishedAt === null) return [];
    const common = { name: question, kind: faqRecord, id, version };
    const own = words.get(id);
    if (own && hasAny(answer, own))
      return [{ ...common, key: `${own.group} ${id}`, group: own.group, values: { answer }, words: [own] }];
    const shippedOne = demo.get(id);
    return ids.includes(id) && shippedOne?.question === question && shippedOne.answer === answer
      ? [{ ...common, key: `faq ${id}`, group: "answers", values: HIDDEN }]
      : [];
  });
}

/** Groups of the FAQ whose names offer what only the demo sells. */
async function inventedGroups(db: Database): Promise<Found[]> {
  return (await allFaqGroups(db)).flatMap(({ id, name, version }): Found[] => {
    const own = PLAIN_GROUPS.get(name);
    if (own === undefined) return [];
    const shown = { key: `faq-group ${id}`, group: "offers", name: `FAQ: the tab ${name}` } as const;
    return [{ ...shown, kind: faqGroupRecord, id, version, values: { name: own } }];
  });
}

/**
 * Links in menus to pages that show nothing, or will show nothing once what was found is hidden. A link is removed from its menu;
 * undo brings it back.
 */
async function emptiedLinks(db: Database, found: Found[]): Promise<Found[]> {
  const [pages, menus] = await Promise.all([allPageTexts(db), allMenus(db)]);
  const hides = (kind: RecordKind, id?: string) =>
    found.filter((own) => own.kind === kind && (id === undefined || own.id === id));
  const isGone = (page: string) =>
    pages.get(page)?.texts.visibility === "hidden" ||
    hides(pageRecord, page).some(({ values }) => values.visibility === "hidden");
  const articles = await db.$count(posts, isNotNull(posts.publishedAt));
  const gone = new Set([
    ...(isGone("about") ? ["/about"] : []),
    ...(isGone("community") ? ["/community"] : []),
    ...(articles === hides(articleRecord).length ? ["/blogs"] : []),
  ]);
  const entries: Found[] = [];
  for (const { key, name } of menuForms) {
    const rows = menus.get(key) ?? [];
    const lost = rows.filter(({ href }) => gone.has(href));
    const names = Object.entries(EMPTIED).filter(([page]) => lost.some(({ href }) => href === page));
    const ids = new Set(lost.map(({ id }) => id));
    const left = rows.filter(({ id, parent }) => !ids.has(id) && !ids.has(parent));
    if (lost.length === 0 || left.length === 0) continue;
    entries.push({
      key: `menu ${key}`,
      group: "links",
      name: `${name}: ${names.map(([, page]) => page).join(", ")}`,
      kind: menuRecord,
      id: key,
      version: await menuVersion(db, key),
      values: { rows: left },
    });
  }
  return entries;
}

/** The shop's pages in social networks, while they are the demo's. */
async function inventedLinks(db: Database, social: Record<string, string>): Promise<Found[]> {
  const { content } = await shipped();
  if (!isSame(social, content["social.json"].accounts)) return [];
  const none = Object.fromEntries(Object.keys(social).map((name) => [name, ""]));
  if (isSame(social, none)) return [];
  const version = (await settingVersions(db)).social?.version ?? 0;
  const name = `${Object.keys(social).length} links at the foot of every page`;
  return [
    {
      key: "setting social",
      group: "links",
      name,
      kind: settingRecord,
      id: "social",
      version,
      values: { social: none },
    },
  ];
}

/**
 * Hides the chosen texts in one act, which can be undone as a whole or text by text. A text that was changed meanwhile is left as
 * it is.
 *
 * @throws {Refusal} as `save`.
 */
export async function hideInvented(
  services: Pick<Services, "db" | "settings" | "reloadSettings">,
  member: Member,
  { submission, chosen }: { submission: string; chosen: ReadonlySet<string> },
): Promise<Saved | Stale> {
  await requireRight(services, member, "content.change", "settings.change");
  const hidden = (await found(services)).filter(({ key }) => chosen.has(key));
  const edits = [...Map.groupBy(hidden, ({ kind, id }) => `${kind.kind} ${id}`).values()].flatMap((of) => {
    const [first] = of;
    return first ? [{ ...first, values: valuesOf(of) }] : [];
  });
  const saved = await save(services, member, { submission, edits, action: "hide-invented" });
  if (saved.saved) await services.reloadSettings();
  return saved;
}

/** Values of one record without all that was found in it. */
function valuesOf(found: readonly Found[]): FieldValues {
  const values: FieldValues = Object.assign({}, ...found.map((each) => each.values));
  for (const own of found.flatMap(({ words }) => words ?? []))
    values[own.field] = withoutWords(String(values[own.field]), own);
  return values;
}
