import { memoized, tableKey } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { limits } from "~/shop/limits";
import type { Settings } from "~/shop/settings";
import { faqs } from "~/shop/texts/faqs.server";
import { policy } from "~/shop/texts/policy.server";
import type { PolicyKey } from "~/shop/texts/page-texts";
import { tellsOfTexts, unitsOf } from "./query-words";
import { type FoundText, searchedText, type SearchedText, SHOP_PAGES, type ShopText, textsWith } from "./shop-texts";

const POLICIES: readonly { key: PolicyKey; address: string; words: string }[] = [
  { key: "returns", address: "/return-policy", words: "return policy returns exchanges refunds money back send back" },
  { key: "privacy", address: "/privacy-policy", words: "privacy policy data cookies gdpr ccpa" },
  { key: "terms", address: "/terms-&-conditions", words: "terms of service conditions legal shipping" },
  {
    key: "accessibility",
    address: "/accessibility",
    words: "accessibility disability screen reader keyboard ada wcag",
  },
];

/** Maximum number of characters of an excerpt. */
const EXCERPT = 140;

/** Pages, policies and FAQ answers that match a normalized query, best match first. */
export async function shopTexts(
  db: Database,
  settings: Settings,
  query: string,
  address: string,
): Promise<FoundText[]> {
  return textsWith(unitsOf(query, tellsOfTexts), await searchedTexts(db, settings, address), limits.search.texts);
}

const KEYS = [
  ...POLICIES.map(({ key }) => cacheKeys.text(`policy:${key}`)),
  tableKey("faqs"),
  tableKey("faq_categories"),
  // Texts contain values of settings, whose changes drop this key.
  cacheKeys.frame,
];

const searchedTexts = (db: Database, settings: Settings, address: string): Promise<SearchedText[]> =>
  memoized("searched texts", KEYS, async () => {
    const [policies, answers] = await Promise.all([policyTexts(db, settings), answerTexts(db, settings, address)]);
    return [...policies, ...SHOP_PAGES, ...answers].map(searchedText);
  });

const policyTexts = (db: Database, settings: Settings): Promise<ShopText[]> =>
  Promise.all(
    POLICIES.map(async ({ key, address, words }) => {
      const { title, headings } = await policy(db, key, settings);
      const sections = headings.map(({ text }) => text.replace(/^\d+\.\s*/, ""));
      const excerpt = shortened(sections.slice(0, 4).join(", "));
      return { kind: "page" as const, title, address, excerpt, words: [words, ...sections].join(" ") };
    }),
  );

async function answerTexts(db: Database, settings: Settings, address: string): Promise<ShopText[]> {
  const categories = await faqs(db, settings, address);
  return categories.flatMap(({ name, questions }) =>
    questions.map(({ id, question, answer }) => ({
      kind: "answer" as const,
      title: question,
      address: `/faqs#${id}`,
      excerpt: shortened(answer),
      words: `${name} ${answer}`,
    })),
  );
}

/** Beginning of a text, shortened to an excerpt. */
function shortened(text: string): string {
  if (text.length <= EXCERPT) return text;
  return `${text.slice(0, text.lastIndexOf(" ", EXCERPT)).replace(/[.,;:]$/, "")} …`;
}
