import { createHash } from "node:crypto";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { pageContent } from "~/shop/texts/page-content.server";
import { newsletterWords } from "./newsletter.tables";
import type { SubscriptionSource } from "./subscription-source";

interface FormWords {
  heading: string;
  text: string;
  fieldLabel: string;
  button: string;
  note: string;
}
type Shop = Pick<Services, "db" | "settings">;

const ofFooter = async ({ db, settings }: Shop): Promise<FormWords> =>
  (await pageContent(db, "footer", settings())).newsletter;
const ofPopUp = ({ db, settings }: Shop): Promise<FormWords> => pageContent(db, "newsletterPopup", settings());

/** Words of the form of each place that takes a consent. */
const wordsOf: Record<SubscriptionSource, (shop: Shop) => Promise<FormWords>> = {
  footer: ofFooter,
  page: ofFooter,
  "pop-up": ofPopUp,
};

/** Words that a place shows at present to somebody who agrees to the newsletter there. */
export async function consentWords(shop: Shop, source: SubscriptionSource): Promise<string> {
  const { heading, text, fieldLabel, button, note } = await wordsOf[source](shop);
  return [heading, text, fieldLabel, button, note].join("\n");
}

/** Stores words that somebody agreed to, once, and returns their digest. */
export async function keptWords(tx: Transaction, words: string): Promise<string> {
  const digest = createHash("sha256").update(words).digest("base64url");
  await tx.insert(newsletterWords).values({ digest, words }).onConflictDoNothing();
  return digest;
}
