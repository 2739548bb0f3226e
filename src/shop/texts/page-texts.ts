import { z } from "zod";
import { HomePart } from "./home-part";
import { withParts } from "./home-parts";
import { shoppingTexts } from "./shopping-texts";

const Text = z.string();
const Link = z.object({ label: Text, href: Text });
const IconText = z.object({ icon: Text, title: Text, text: Text });
const Tile = z.object({ title: Text, button: Text, href: Text });
/** A tile that may show a product's picture. */
const ProductTile = Tile.extend({ text: Text, productId: Text });
const SubscribeForm = z.object({
  heading: Text,
  text: Text,
  fieldLabel: Text,
  placeholder: Text,
  button: Text,
  note: Text,
  success: Text,
});
/** Whether shoppers see a page, or a block of it. */
const Visibility = z.enum(["shown", "hidden"]).default("shown");
const SizeTable = z.object({ title: Text, columns: Text.array(), rows: Text.array().array() });

/** Schemas of the texts of each page, which a merchant may change. The texts may quote settings in braces. */
export const pageTexts = {
  footer: z.object({
    newsletter: SubscribeForm,
    languages: z.object({ code: Text, label: Text }).array().min(1),
    countries: z.object({ code: Text, label: Text }).array().min(1),
    tagline: Text,
    copyright: Text,
  }),
  home: z.preprocess(
    withParts,
    z.looseObject({
      splash: z.object({ title: Text, text: Text }),
      parts: z.record(z.string(), HomePart),
    }),
  ),
  newsletterPopup: SubscribeForm.extend({
    kicker: Text,
    closeLabel: Text,
    invalid: Text,
    categories: Link.array(),
  }),
  product: z.object({
    promoTiles: Tile.array(),
    faqs: z.object({ _id: Text, question: Text, answer: Text }).array(),
  }),
  sizeGuide: z.object({
    heading: Text,
    unit: Text,
    intro: Text,
    defaultTab: Text,
    tabs: z.object({ _id: Text, label: Text, text: Text, tables: SizeTable.array() }).array().min(1),
    charts: SizeTable.array(),
    howToMeasure: z.object({
      heading: Text,
      items: z.object({ term: Text, text: Text }).array(),
      notes: Text.array(),
    }),
    visibility: Visibility,
  }),
  testimonials: z.object({ _id: Text, quote: Text, name: Text, age: z.int(), location: Text, avatar: Text }).array(),
  collections: z
    .object({ _id: Text, title: Text, text: Text, image: Text, button: Text, href: Text, productIds: Text.array() })
    .array(),
  partners: z.object({ _id: Text, name: Text, line: Text, logo: Text }).array(),
  about: z.object({
    hero: z.object({ title: Text, text: Text }),
    sections: z.object({ key: Text, heading: Text, paragraphs: Text.array() }).array(),
    tiles: Tile.array(),
    visibility: Visibility,
  }),
  contact: z.object({
    headline: Text,
    message: Text,
    emailLabel: Text,
    email: Text,
    hoursLabel: Text,
    hours: Text,
    headOffice: z.object({ heading: Text, lines: Text.array(), note: Text, visibility: Visibility }),
    mediaLine: Text,
    form: z.object({ heading: Text, name: Text, email: Text, message: Text, button: Text, success: Text }),
    sellingPoints: IconText.array(),
    tiles: ProductTile.array(),
  }),
  community: z.object({
    hero: z.object({
      title: Text,
      text: Text,
      form: z.object({ name: Text, email: Text, state: Text, statePlaceholder: Text, button: Text }),
      /** Contains `{state}`, which is replaced by the chosen state's name. */
      results: Text,
      joined: Text,
    }),
    donation: z.object({
      kicker: Text,
      heading: Text,
      paragraphs: Text.array(),
      button: Link,
      links: Link.extend({ text: Text }).array(),
      visibility: Visibility,
    }),
    events: z.object({ heading: Text, items: Tile.extend({ text: Text, blogCategory: Text.optional() }).array() }),
    calendar: z.object({ heading: Text, text: Text }),
    visibility: Visibility,
  }),
  blogs: z.object({
    title: Text,
    allTab: Text,
    banner: z.object({ heading: Text, text: Text, button: Text, href: Text }),
    readMore: Text,
    comments: z.object({
      heading: Text,
      note: Text,
      name: Text,
      email: Text,
      message: Text,
      button: Text,
      success: Text,
    }),
  }),
  returnStart: z.object({
    heading: Text,
    text: Text,
    orderLabel: Text,
    orderPlaceholder: Text,
    emailLabel: Text,
    button: Text,
    links: Link.array(),
  }),
  notFound: z.object({ title: Text, text: Text, links: Link.array() }),
  ...shoppingTexts,
};

export type PageKey = keyof typeof pageTexts;
export type PageTexts<K extends PageKey> = z.infer<(typeof pageTexts)[K]>;

/** Keys of the policies. */
export const policyKeys = ["terms", "privacy", "returns", "accessibility"] as const;
export type PolicyKey = (typeof policyKeys)[number];
/** A stored policy: Markdown beginning with its title. */
export const PolicyText = z.object({ markdown: Text });

/** A rendered policy; `headings` are the titles of its sections and their anchors. */
export interface Policy {
  title: string;
  html: string;
  headings: { id: string; text: string }[];
}

/** A row of a menu. */
export interface MenuLink {
  label: string;
  href: string;
  /** Name of an icon, in menus that show icons. */
  icon?: string;
  /** Whether the row is a child: of the nearest row above that is not a child itself. */
  isUnder?: true;
}

/** Menus of the frame; the footer has columns. */
export interface Menus {
  main: MenuLink[];
  sticky: MenuLink[];
  mobileIcons: MenuLink[];
  footer: { heading: string; links: MenuLink[] }[];
}
