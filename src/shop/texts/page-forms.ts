import { byName } from "~/platform/by-name";
import { addedIds, STANDING } from "./home-parts";
import type { FormPart, PageForm } from "./page-form";
import { shoppingForms } from "./shopping-forms";

const part = (title: string, paths: string): FormPart => ({ title, paths: paths.split(" ") });
/** Form part of a home page section; `paths` are relative to the section. */
const section = (id: string, title: string, paths: string): FormPart => ({
  title,
  section: id,
  paths: ["place", "state", ...paths.split(" ")].map((path) => `parts.${id}.${path}`),
});
/** Paths of the texts of the sections that every home page has. */
const STANDING_PATHS = byName<string>({
  hero: "kicker title highlight href text buttons.*.label buttons.*.href wide tall",
  partners: "heading",
  bestSellers: "heading text link",
  categories: "heading tiles.*.title tiles.*.text tiles.*.button tiles.*.href",
  videos: "heading text",
  testimonials: "heading text",
  collections: "heading",
  social: "heading text",
  benefits: "items.*.title items.*.text items.*.href",
});
const policyForm = (slug: string, key: string, name: string, address: string): PageForm => ({
  key: `policy:${key}`,
  slug,
  name,
  address,
  parts: [part("Text", "markdown")],
});

/**
 * Pages whose texts members can edit, in the order of their list. Fields that the program interprets, such as names of icons, are
 * left out.
 */
export const pageForms: readonly PageForm[] = [
  {
    key: "home",
    slug: "home",
    name: "Home",
    address: "/",
    parts: [
      ...Object.entries(STANDING).map(([id, title]) => section(id, title, STANDING_PATHS[id] ?? "")),
      ...addedIds.map(({ id, kind: { name, empty } }) => section(id, name, Object.keys(empty).join(" "))),
      part("Before the page is there", "splash.title splash.text"),
    ],
  },
  {
    key: "partners",
    slug: "partners",
    name: "Partners",
    address: "/",
    parts: [part("Names", "*.name *.logo")],
  },
  policyForm("return-policy", "returns", "Return policy", "/return-policy"),
  policyForm("privacy-policy", "privacy", "Privacy policy", "/privacy-policy"),
  policyForm("terms", "terms", "Terms and conditions", "/terms-&-conditions"),
  policyForm("accessibility", "accessibility", "Accessibility", "/accessibility"),
  {
    key: "about",
    slug: "about",
    name: "About",
    address: "/about",
    parts: [
      part("Opening", "hero.title hero.text"),
      part("Chapters", "sections.*.heading sections.*.paragraphs.*"),
      part("Ways on", "tiles.*.button tiles.*.href"),
      part("Whole page", "visibility"),
    ],
  },
  {
    key: "contact",
    slug: "contact",
    name: "Contact",
    address: "/contact",
    parts: [
      part("Opening", "headline message"),
      part(
        "Address and hours",
        "emailLabel hoursLabel hours headOffice.heading headOffice.lines.* headOffice.note headOffice.visibility mediaLine",
      ),
      part("Form", "form.heading form.name form.email form.message form.button form.success"),
      part("What shoppers can count on", "sellingPoints.*.title sellingPoints.*.text"),
      part("Ways on", "tiles.*.title tiles.*.text tiles.*.button tiles.*.href"),
    ],
  },
  {
    key: "returnStart",
    slug: "start-a-return",
    name: "Start a return",
    address: "/return-or-exchange",
    parts: [
      part("Opening", "heading text"),
      part("Form", "orderLabel orderPlaceholder emailLabel button"),
      part("Ways on", "links.*.label links.*.href"),
    ],
  },
  {
    key: "notFound",
    slug: "not-found",
    name: "Page not found",
    address: "/404",
    parts: [part("Words", "title text"), part("Ways back", "links.*.label links.*.href")],
  },
  {
    key: "testimonials",
    slug: "riders-words",
    name: "Riders' words",
    address: "/",
    parts: [part("Quotes", "*.quote *.name *.location *.avatar")],
  },
  {
    key: "collections",
    slug: "collections",
    name: "Trending collections",
    address: "/",
    parts: [part("Collections", "*.title *.text *.button *.href *.image")],
  },
  {
    key: "community",
    slug: "community",
    name: "Community",
    address: "/community",
    parts: [
      part(
        "Opening",
        "hero.title hero.text hero.form.name hero.form.email hero.form.state hero.form.statePlaceholder hero.form.button",
      ),
      part(
        "Fund",
        "donation.kicker donation.heading donation.paragraphs.* donation.button.label donation.button.href donation.links.*.label donation.links.*.text donation.links.*.href donation.visibility",
      ),
      part(
        "Get out there",
        "events.heading events.items.*.title events.items.*.text events.items.*.button events.items.*.href",
      ),
      part("Calendar", "calendar.heading calendar.text"),
      part("Whole page", "visibility"),
    ],
  },
  {
    key: "blogs",
    slug: "blog",
    name: "Blog",
    address: "/blogs",
    parts: [
      part("Words", "title allTab readMore"),
      part("Banner", "banner.heading banner.text banner.button banner.href"),
      part(
        "Comments",
        "comments.heading comments.note comments.name comments.email comments.message comments.button comments.success",
      ),
    ],
  },
  ...shoppingForms.filter(({ isEverywhere }) => !isEverywhere),
  {
    key: "sizeGuide",
    slug: "size-guide",
    name: "General size guide",
    address: "/shop/men",
    isEverywhere: true,
    isBesideProducts: true,
    parts: [
      part("Opening", "heading intro"),
      ...Array.from({ length: 6 }, (_, tab) =>
        part(
          `Tab ${tab + 1}`,
          ["label", "text", "tables.*.title", "tables.*.columns.*", "tables.*.rows"]
            .map((path) => `tabs.${tab}.${path}`)
            .join(" "),
        ),
      ),
      part(
        "How to measure",
        "howToMeasure.heading howToMeasure.items.*.term howToMeasure.items.*.text howToMeasure.notes.*",
      ),
      part("Whole guide", "visibility"),
    ],
  },
  ...shoppingForms.filter(({ isEverywhere }) => isEverywhere),
  {
    key: "product",
    slug: "every-product",
    name: "Every product",
    address: "/shop/men",
    isEverywhere: true,
    isBesideProducts: true,
    parts: [
      part("Questions", "faqs.*.question faqs.*.answer"),
      part("Ways on", "promoTiles.*.title promoTiles.*.button"),
    ],
  },
  {
    key: "newsletterPopup",
    slug: "newsletter-pop-up",
    name: "Newsletter pop-up",
    address: "/",
    isEverywhere: true,
    parts: [
      part("Words", "kicker heading text"),
      part("Form", "fieldLabel placeholder button note success invalid closeLabel"),
      part("Ways on", "categories.*.label categories.*.href"),
    ],
  },
  {
    key: "footer",
    slug: "foot",
    name: "Foot of every page",
    address: "/",
    isEverywhere: true,
    parts: [
      part(
        "Newsletter",
        "newsletter.heading newsletter.text newsletter.fieldLabel newsletter.placeholder newsletter.button newsletter.note newsletter.success",
      ),
      part("Last lines", "tagline copyright"),
    ],
  },
];
