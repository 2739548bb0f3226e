import { randomUUID } from "node:crypto";
import type { Database } from "~/platform/database.server";
import { picturesIn } from "~/platform/media.server";
import type { Services } from "~/services";
import { allBlogCategories } from "~/shop/blog/blog.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { orNotFound } from "~/shop/form";
import { quotable, type Settings } from "~/shop/settings";
import { sentenceTime } from "~/shop/shop-time";
import { addressOfRecord, recordAt } from "~/shop/information/record-address.server";
import { chipWords, letterForm } from "~/shop/texts/letters/letter-forms";
import type { MenuRow } from "~/shop/texts/menu-forms";
import { faqGroups } from "~/shop/texts/faq-lines.server";
import { communityForms, isCommunityKind } from "~/shop/community/community-forms";
import { discardDraft, openWords, saveDraft, settleDraft } from "~/shop/publishing/drafts.server";
import { checkedDraft } from "~/shop/publishing/checked-draft.server";
import { hideDraft, showDraft, shownAddresses } from "~/shop/publishing/shown-drafts.server";
import type { TextId } from "~/shop/publishing/text-id";
import { type FormOutcome, type SentForm, Typed, versionIn } from "../forms/form-action.server";
import { staleRecord, theirsIn } from "../stale-record.server";
import { rowsText } from "./menu-row-fields";
import { withChoices } from "./community/community-choices.server";
import { communityName } from "./community/community-words";
import { newerDefaultLines } from "./newer-default.server";
import { planLines } from "./plans.server";
import { sectionActs } from "./section-acts";
import { listsByKind } from "./lists-by-kind";
import { fieldLabel, partsOf, typedFrom, valuesFrom } from "./fields-of-text";
import { shownAddress } from "./shown-address.server";
import { fixedName, menuOf, textAddress } from "./texts-address";

/** Folders of pictures that can be chosen for a page; those of products and riders' posts are not among them. */
const PAGE_PICTURES = ["scenes", "brand", "words"];
/** Maximum number of these pictures. */
const PICTURES_LISTED = 300;

/** Data of the page of one text; null for an unknown text. */
export async function textPage(services: Services, member: Member, words: TextId, now: Date) {
  const opened = await openWords(services, member, words);
  if (!opened) return null;
  const { db } = services;
  const settings = services.settings();
  const [names, groups, checked] = await Promise.all([
    memberNames(db),
    groupsOf(db, words),
    checkedDraft(db, settings, words, opened),
  ]);
  const { draft, live } = opened;
  // A new text is ticked to be on the shop, as a merchant expects who publishes it.
  const isNew = live.version === 0 && !draft;
  const stored: Record<string, string> = {
    ...typedFrom(await withAddresses(services, opened.values)),
    ...(isNew && "isShown" in opened.values && { isShown: "yes" }),
  };
  return {
    words,
    name: nameOf(words, stored),
    here: textAddress(words),
    address: await shownAddress(services, words),
    parts: await withChoices(db, partsOf(words, opened.values)),
    pictures:
      words.kind === "page" || isCommunityKind(words.kind) ? await picturesIn(db, PAGE_PICTURES, PICTURES_LISTED) : [],
    stored,
    version: opened.version,
    liveVersion: live.version,
    isShown: live.values.isShown !== false,
    plans: await plansOf(services, words),
    draft: draft && {
      who: names.get(draft.memberId) ?? "Somebody",
      isMine: draft.memberId === member.id,
      at: sentenceTime(draft.begunAt, now, settings.timeZone),
      fields: draft.fields.map((name) => fieldLabel(words, name)),
      newer: draft.newer.map(({ field, mine, shop }) => ({
        name: field,
        label: fieldLabel(words, field),
        mine: shownValue(groups)(field, mine),
        theirs: shownValue(groups)(field, shop),
      })),
      complaints: checked.complaints.map(({ field, text }) => ({ field, label: fieldLabel(words, field), text })),
    },
    groups,
    menu: words.kind === "menu" ? (menuOf(words.id) ?? null) : null,
    quotes: quotesOf(words, settings),
    memberId: member.id,
    newerDefault: (await newerDefaultLines(services, member, words))[0] ?? null,
    shown: (await shownAddresses(db, words)).map(({ expiresAt }) => sentenceTime(expiresAt, now, settings.timeZone)),
    mayChange: can(member, "content.change"),
    submission: randomUUID(),
  };
}

const nameOf = (words: TextId, stored: Record<string, string>): string =>
  fixedName(words) ??
  (isCommunityKind(words.kind)
    ? communityName(words.kind, stored) || `A new ${communityForms[words.kind].one.toLowerCase()}`
    : words.kind === "article"
      ? stored.title || "A new article"
      : stored.question || "A new question");

/**
 * Names that can be written in braces: settings, and for a letter its chips. None for community records, where braces are not
 * filled in.
 */
function quotesOf({ kind, id }: TextId, settings: Settings): { name: string; value: string }[] {
  if (isCommunityKind(kind)) return [];
  const form = kind === "letter" ? letterForm(id) : undefined;
  return [
    ...(form ? chipWords(form) : []),
    ...Object.entries(quotable(settings)).map(([name, value]) => ({ name, value })),
  ];
}

/** Groups of the FAQ, or categories of articles, one of which is chosen in the form. */
const groupsOf = (db: Database, { kind }: TextId): Promise<{ id: string; name: string }[]> | [] =>
  kind === "menu" || kind === "letter" || kind === "search" || isCommunityKind(kind)
    ? []
    : kind === "article"
      ? allBlogCategories(db)
      : faqGroups(db);

/** Plans that change a text. */
async function plansOf(services: Services, words: TextId) {
  const way = textAddress(words);
  return (await planLines(services)).filter(({ texts }) => texts.some((text) => text.way === way));
}

const shownValue =
  (groups: readonly { id: string; name: string }[]) =>
  (field: string, value: unknown): string => {
    if (field === "isShown") return value === true ? "On the shop" : "Not on the shop";
    if (field.endsWith(".state")) return value === "shown" ? "Shown" : value === "hidden" ? "Hidden" : "Taken out";
    if (field === "rows") return rowsText(value);
    if (field === "categoryId") return groups.find(({ id }) => id === value)?.name ?? "";
    return String(value ?? "");
  };

/**
 * Saves the form of a text as a draft.
 *
 * @throws {Refusal} as `saveDraft`.
 */
async function saveText(sent: SentForm, words: TextId): Promise<FormOutcome> {
  const { services, member, submission, version, typed, wanted } = sent;
  const opened = await openWords(services, member, words);
  if (!opened) return { late: GONE };
  const read = valuesFrom(words, opened.values, typed);
  if (read.errors) return { errors: read.errors };
  const written = await withTargets(services, read.values);
  const values = { ...wanted(written), ...sectionActs(typed.act, opened.values) };
  const liveVersion = versionIn(typed.liveVersion ?? "0");
  const result = await saveDraft(services, member, { ...words, submission, version, liveVersion, values });
  const to = textAddress(words);
  if (result.saved) return { to, act: result.changed > 0 ? result.act : null };
  const groups = await groupsOf(services.db, words);
  const label = (field: string) => fieldLabel(words, field);
  return { conflict: await staleRecord(services, result, { label, value: shownValue(groups) }) };
}

/** Adds to each row of a menu the record that its address shows, and replaces a film's product address by the product's id. */
async function withTargets({ db }: Services, values: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (typeof values.product === "string" && values.product !== "")
    return { ...values, product: (await recordAt(db, values.product)).replace(/^product:/, "") || values.product };
  if (!Array.isArray(values.rows)) return values;
  const rows = await Promise.all(
    (values.rows as MenuRow[]).map(async (row) => ({ ...row, target: await recordAt(db, row.href) })),
  );
  return { ...values, rows };
}

/**
 * Replaces the addresses in a menu's rows by the current ones of their records, and a film's product id by the product's address.
 */
async function withAddresses({ db }: Services, values: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (typeof values.product === "string" && values.product !== "")
    return { ...values, product: (await addressOfRecord(db, `product:${values.product}`)) ?? values.product };
  if (!Array.isArray(values.rows)) return values;
  const rows = await Promise.all(
    (values.rows as MenuRow[]).map(async (row) => ({
      ...row,
      href: (row.target && (await addressOfRecord(db, row.target))) || row.href,
    })),
  );
  return { ...values, rows };
}

const GONE = "This is not there any more.";
const CHANGED = "Somebody changed this text meanwhile. Look again, then decide.";

/**
 * Discards the draft of a text.
 *
 * @throws {Refusal} as `discardDraft`.
 */
async function discardText({ services, member, submission, version }: SentForm, words: TextId): Promise<FormOutcome> {
  const result = await discardDraft(services, member, { ...words, submission, version });
  if (!result.saved) return { late: CHANGED };
  const list = listsByKind[words.kind];
  return { to: list?.isOfWritten ? list.to : textAddress(words), act: result.changed > 0 ? result.act : null };
}

/**
 * Resolves a draft whose texts were changed on the shop since it was begun: the member keeps the draft's or the shop's value of
 * each.
 *
 * @throws {Refusal} as `settleDraft`.
 */
async function settleText(
  { services, member, submission, version, typed }: SentForm,
  words: TextId,
): Promise<FormOutcome> {
  const settled = await settleDraft(services, member, { ...words, submission, version, takes: theirsIn(typed) });
  return { to: textAddress(words), act: settled.changed > 0 ? settled.act : null };
}

/**
 * Creates an address that shows the draft to anybody for an hour; the address is shown to the member only once.
 *
 * @throws {Refusal} as `showDraft`.
 */
export async function showText({ services, member }: SentForm, words: TextId): Promise<FormOutcome> {
  const secret = await showDraft(services, member, words, null);
  return { shown: { address: `${services.backOfficeAddress}/shown/${secret}` } };
}

/**
 * Makes every address that shows the draft invalid.
 *
 * @throws {Refusal} as `hideDraft`.
 */
export async function hideText({ services, member }: SentForm, words: TextId): Promise<FormOutcome> {
  await hideDraft(services, member, words);
  return { to: textAddress(words), act: null };
}

/** Forms that the pages of all texts have: saving and discarding a draft, and choosing where the shop has newer words. */
export const textForms = (textAt: (params: SentForm["params"]) => TextId | undefined) => {
  const on = (act: (sent: SentForm, words: TextId) => Promise<FormOutcome>) => ({
    right: "content.change" as const,
    schema: Typed,
    act: (sent: SentForm) => act(sent, orNotFound(textAt(sent.params))),
  });
  return { save: on(saveText), discard: on(discardText), settle: on(settleText) };
};
