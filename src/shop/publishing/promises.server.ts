import { createHash } from "node:crypto";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { save } from "~/shop/audit/save.server";
import type { FieldValues, Saved, Stale } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { checkedSentences, checkSentences } from "~/shop/members/setup-checklist.server";
import { Refusal } from "~/shop/refusal";
import { allFaqs } from "~/shop/texts/faq-lines.server";
import { faqRecord } from "~/shop/texts/faq-record.server";
import { letterComplaint } from "~/shop/texts/letters/letter-check";
import { letterForms } from "~/shop/texts/letters/letter-forms";
import { allLetterTexts, letterRecord } from "~/shop/texts/letters/letter-record.server";
import { allMenus, menuRecord, menuVersion } from "~/shop/texts/menu-record.server";
import { allPageTexts, pageRecord } from "~/shop/texts/page-record.server";
import { type PromiseTopic, promisesIn, withoutSentence } from "./promises";
import type { TextId } from "./text-id";
import { nameOfText } from "./text-names";

/** A sentence on the shop that binds it. */
export interface ShopPromise {
  /** Digest of the sentence, its topic and its text. */
  key: string;
  topic: PromiseTopic;
  sentence: string;
  text: TextId;
  /** Name of the text for members. */
  where: string;
  /** Whether a member said that it is true. */
  isTrue: boolean;
  /** Whether the sentence can be taken off the shop, alone or with the block that has only it. */
  hides: boolean;
}

interface Hiding {
  kind: RecordKind;
  id: string;
  version: number;
  values: FieldValues;
}

type Found = Omit<ShopPromise, "isTrue" | "hides"> & { hiding: Hiding | null };

/** Sentences that bind the shop in all texts that shoppers see or get by letter. */
export async function shopPromises({ db }: Pick<Services, "db">): Promise<ShopPromise[]> {
  const [found, confirmed] = await Promise.all([promisesOnShop(db), checkedSentences({ db })]);
  return found.map(({ hiding, ...promise }) => ({
    ...promise,
    isTrue: confirmed.has(promise.key),
    hides: hiding !== null,
  }));
}

async function promisesOnShop(db: Database): Promise<Found[]> {
  const found = await Promise.all([pagePromises(db), answerPromises(db), stripPromises(db), letterPromises(db)]);
  const seen = new Set<string>();
  return found.flat().filter(({ key }) => !seen.has(key) && seen.add(key));
}

const keyOf = (text: TextId, sentence: string): string =>
  createHash("sha256").update(`${text.kind} ${text.id} ${sentence}`).digest("hex").slice(0, 24);

async function pagePromises(db: Database): Promise<Found[]> {
  const pages = await allPageTexts(db);
  return [...pages].flatMap(([id, { version, texts }]) => {
    const text: TextId = { kind: "page", id };
    return Object.entries(texts)
      .filter(([path]) => isShown(texts, path))
      .flatMap(([path, words]) =>
        promisesIn(words).map(({ sentence, topic }) => {
          const values = hidingAt(texts, path, sentence);
          const hiding = values && { kind: pageRecord, id, version, values };
          return { key: keyOf(text, sentence), topic, sentence, text, where: nameOfText(text), hiding };
        }),
      );
  });
}

/** Whether shoppers see the block that has the text at a path. */
function isShown(texts: Record<string, string>, path: string): boolean {
  const [, section] = /^parts\.(\w+)\./.exec(path) ?? [];
  if (section !== undefined) return texts[`parts.${section}.state`] === "shown";
  const block = path.slice(0, path.indexOf("."));
  return texts.visibility !== "hidden" && texts[`${block}.visibility`] !== "hidden";
}

/** The change that takes a sentence off a page: without the sentence, else without its section; null if neither can be. */
function hidingAt(texts: Record<string, string>, path: string, sentence: string): FieldValues | null {
  const left = withoutSentence(texts[path] ?? "", sentence);
  if (left !== undefined) return { [path]: left };
  const [, section = ""] = /^parts\.(\w+)\./.exec(path) ?? [];
  if (section !== "" && section !== "hero") return { [`parts.${section}.state`]: "hidden" };
  return null;
}

async function answerPromises(db: Database): Promise<Found[]> {
  const rows = (await allFaqs(db)).filter(({ isShown }) => isShown);
  return rows.flatMap(({ id, question, answer, version }) => {
    const text: TextId = { kind: "faq", id };
    return promisesIn(answer).map(({ sentence, topic }) => {
      const left = withoutSentence(answer, sentence);
      const values = left === undefined ? { isShown: false } : { answer: left };
      const hiding = { kind: faqRecord, id, version, values };
      return { key: keyOf(text, sentence), topic, sentence, text, where: `FAQ, "${question}"`, hiding };
    });
  });
}

/** Promises of letters. A sentence that a letter needs can be changed but not taken out. */
async function letterPromises(db: Database): Promise<Found[]> {
  const letters = await allLetterTexts(db);
  return letters.flatMap(({ id, version, texts }) => {
    const text: TextId = { kind: "letter", id };
    return Object.entries(texts).flatMap(([field, words]) =>
      promisesIn(words).map(({ sentence, topic }) => {
        const left = withoutSentence(words, sentence) ?? "";
        const isWhole = letterComplaint(letterForms[id], field, left) === undefined;
        const hiding = isWhole ? { kind: letterRecord, id, version, values: { [field]: left } } : null;
        return { key: keyOf(text, sentence), topic, sentence, text, where: `Letter, "${nameOfText(text)}"`, hiding };
      }),
    );
  });
}

async function stripPromises(db: Database): Promise<Found[]> {
  const [menus, version] = await Promise.all([allMenus(db), menuVersion(db, "banners")]);
  const rows = menus.get("banners") ?? [];
  const text: TextId = { kind: "menu", id: "banners" };
  return rows.flatMap((row) =>
    promisesIn(row.label).map(({ sentence, topic }) => ({
      key: keyOf(text, sentence),
      topic,
      sentence,
      text,
      where: nameOfText(text),
      // The strip keeps at least one message.
      hiding:
        rows.length > 1
          ? {
              kind: menuRecord,
              id: "banners",
              version,
              values: { rows: rows.filter((each) => each !== row) },
            }
          : null,
    })),
  );
}

/**
 * Records that a member said of these sentences that they are true. Sentences that no longer stand on the shop are left out.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function confirmPromises(
  services: Pick<Services, "db">,
  member: Member,
  keys: readonly string[],
): Promise<void> {
  const chosen = new Set(keys);
  const sentences = (await shopPromises(services)).flatMap(({ key, isTrue }) =>
    chosen.has(key) && !isTrue ? [key] : [],
  );
  if (sentences.length === 0) return;
  await checkSentences(services, member, sentences);
}

/**
 * Takes a sentence off the shop: out of its text, or together with the answer or section that has only it. It can be undone.
 *
 * @throws {Refusal} as `save`; `record-unknown` if the sentence no longer stands on the shop or cannot be taken out by itself.
 */
export async function hidePromise(
  services: Pick<Services, "db">,
  member: Member,
  { submission, key }: { submission: string; key: string },
): Promise<Saved | Stale> {
  await requireRight(services, member, "content.change");
  const hiding = (await promisesOnShop(services.db)).find((promise) => promise.key === key)?.hiding;
  if (!hiding) throw new Refusal("record-unknown");
  return save(services, member, { submission, edits: [hiding] });
}
