import { asc, eq, sql } from "drizzle-orm";
import { byName } from "~/platform/by-name";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { deliveredWords, letterForms, letterKeys } from "./letters/letter-forms";
import { changedLetters } from "./letters/letter-record.server";
import { letterPage } from "./letters/letter-words.server";
import { searchTextsPage } from "./search-texts.server";
import { withoutFormerPlaces } from "./home-parts";
import { shoppingForms } from "./shopping-forms";
import { shoppingTexts } from "./shopping-texts";
import { banners, faqCategories, faqs, pages } from "./texts.tables";
import { type QuotedPlace, quotingSentences, textsIn } from "./setting-quotes";

/** Pages with stored texts: their names for members, and their addresses. */
const SCREENS = byName<{ where: string; address: string }>({
  "policy:returns": { where: "Return policy", address: "/return-policy" },
  "policy:terms": { where: "Terms and conditions", address: "/terms-&-conditions" },
  "policy:privacy": { where: "Privacy policy", address: "/privacy-policy" },
  "policy:accessibility": { where: "Accessibility", address: "/accessibility" },
  home: { where: "Home", address: "/" },
  about: { where: "About", address: "/about" },
  contact: { where: "Contact", address: "/contact" },
  community: { where: "Community", address: "/community" },
  product: { where: "Every product page", address: "/shop/men" },
  returnStart: { where: "Start a return", address: "/return-or-exchange" },
  newsletterPopup: { where: "Newsletter pop-up", address: "/" },
  footer: { where: "Foot of every page", address: "/" },
  ...Object.fromEntries(shoppingForms.map(({ key, name, address }) => [key, { where: name, address }])),
});

/**
 * Sentences in the shop's texts that quote one of these settings, each with its page.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function quotedPlaces(
  services: Pick<Services, "db">,
  member: Member,
  names: readonly string[],
): Promise<QuotedPlace[]> {
  await requireRight(services, member, "settings.read");
  if (names.length === 0) return [];
  const { db } = services;
  const quotes = `\\{(${names.join("|")})\\}`;
  const [ofPages, ofFaqs, ofBanners, storedKeys, letters] = await Promise.all([
    db
      .select({ key: pages.key, content: pages.content })
      .from(pages)
      .where(sql`${pages.content}::text ~ ${quotes}`)
      .orderBy(asc(pages.key)),
    db
      .select({ question: faqs.question, answer: faqs.answer })
      .from(faqs)
      .innerJoin(faqCategories, eq(faqCategories.id, faqs.categoryId))
      .where(sql`${faqs.answer} ~ ${quotes} or ${faqs.question} ~ ${quotes}`)
      .orderBy(asc(faqCategories.position), asc(faqCategories.id), asc(faqs.position), asc(faqs.id)),
    db
      .select({ label: banners.label })
      .from(banners)
      .where(sql`${banners.label} ~ ${quotes}`)
      .orderBy(asc(banners.position), asc(banners.id)),
    db.select({ key: pages.key }).from(pages),
    changedLetters(db),
  ]);
  const shown = ofPages.filter(({ key }) => !key.startsWith(letterPage("")));
  return [
    ...[...shown, ...defaultsBeside(storedKeys.map(({ key }) => key))].flatMap(({ key, content }) => {
      const { where, address } = SCREENS[key] ?? screenOf(key);
      return placesIn(textsIn(key === "home" ? withoutFormerPlaces(content) : content), names, where, address);
    }),
    ...ofFaqs.flatMap(({ question, answer }) => placesIn([question, answer], names, `FAQ, "${question}"`, "/faqs")),
    ...placesIn(
      ofBanners.map(({ label }) => label),
      names,
      "Banner over every page",
      "/",
    ),
    ...lettersQuoting(letters, names),
  ];
}

/** Name and address shown for stored texts without an entry in `SCREENS`, such as texts for search results. */
const screenOf = (key: string): { where: string; address: string } => ({
  where: key.startsWith(searchTextsPage("")) ? "Search results" : key,
  address: "/",
});

/** Sentences of the current texts of letters. Letters have no public page. */
const lettersQuoting = (
  changed: ReadonlyMap<string, Record<string, string>>,
  names: readonly string[],
): QuotedPlace[] =>
  letterKeys.flatMap((key) => {
    const form = letterForms[key];
    const words = { ...deliveredWords(form), ...changed.get(key) };
    return placesIn(Object.values(words), names, `Letter "${form.name}"`, "");
  });

/** Default texts of pages for which no row is stored. */
const defaultsBeside = (stored: readonly string[]): { key: string; content: unknown }[] =>
  Object.entries(shoppingTexts).flatMap(([key, schema]) =>
    stored.includes(key) ? [] : [{ key, content: schema.parse(undefined) }],
  );

/** Sentences in these texts that quote one of the settings, each only once per page. */
export function placesIn(texts: string[], names: readonly string[], where: string, address: string): QuotedPlace[] {
  const sentences = new Set(texts.flatMap((text) => quotingSentences(text, names)));
  return [...sentences].map((sentence) => ({ sentence, where, address }));
}
