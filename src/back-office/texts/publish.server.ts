import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { spokenTime } from "~/shop/shop-time";
import { communityForms, isCommunityKind } from "~/shop/community/community-forms";
import { draftedValues, openWords } from "~/shop/publishing/drafts.server";
import { checkedDraft } from "~/shop/publishing/checked-draft.server";
import { publishDrafts } from "~/shop/publishing/publish.server";
import { inKilobytes, MOST_WEIGHT } from "~/shop/publishing/page-weight.server";
import { type TextId, textName, textNamed } from "~/shop/publishing/text-id";
import { planDrafts } from "~/shop/publishing/text-plans.server";
import { counted, listed } from "../count-words";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { communityName } from "./community/community-words";
import { plannedMoment, plansInTheWay } from "./plans.server";
import { fieldLabel } from "./fields-of-text";
import { fixedName, textAddress } from "./texts-address";

/** A draft on the page for publishing. */
export interface PublishableDraft {
  /** Name of the draft's checkbox in the form. */
  name: string;
  title: string;
  way: string;
  changes: string;
  by: string;
  complaints: { label: string; text: string; way: string }[];
  links: number;
  /** Size of the draft's pictures and the limit, as text; null without pictures. */
  weight: string | null;
  isChosen: boolean;
}

/**
 * All drafts with their missing fields. `only` is the draft that is ticked at first; if it is null, every complete draft is
 * ticked.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function publishPage(services: Services, member: Member, only: string | null, now: Date) {
  await requireRight(services, member, "content.read");
  const { db } = services;
  const [found, names] = await Promise.all([draftedValues(db), memberNames(db)]);
  const drafts: PublishableDraft[] = [];
  const chosen: (TextId & { fields: string[] })[] = [];
  for (const { kind, id, memberId, changedAt } of found) {
    const opened = await openWords(services, member, { kind, id });
    if (!opened?.draft) continue;
    const { complaints, links, weight } = await checkedDraft(db, services.settings(), { kind, id }, opened);
    const way = textAddress({ kind, id });
    if (only === null || only === textName({ kind, id })) chosen.push({ kind, id, fields: opened.draft.fields });
    drafts.push({
      name: textName({ kind, id }),
      title: titleOf({ kind, id }, opened.values),
      way,
      changes: counted(opened.draft.fields.length, "change"),
      by: `${names.get(memberId) ?? "Somebody"}, ${spokenTime(changedAt, now, services.settings().timeZone)}`,
      complaints: complaints.map(({ field, text }) => ({
        label: fieldLabel({ kind, id }, field),
        text,
        way: `${way}#save-${field}`,
      })),
      links,
      weight: weight === null ? null : `${inKilobytes(weight)} of pictures, may be ${inKilobytes(MOST_WEIGHT)}`,
      isChosen: only === null ? complaints.length === 0 : only === textName({ kind, id }),
    });
  }
  const { timeZone } = services.settings();
  const plans = await plansInTheWay(services, chosen);
  return { drafts, plans, timeZone, mayChange: can(member, "content.change"), submission: randomUUID() };
}

const titleOf = (words: TextId, values: Record<string, unknown>): string =>
  (words.kind === "letter" ? `Letter: ${fixedName(words)}` : fixedName(words)) ??
  (isCommunityKind(words.kind)
    ? `${communityForms[words.kind].one}: ${communityName(words.kind, values) || "without words"}`
    : words.kind === "article"
      ? `Article: ${String(values.title) || "without a title"}`
      : `Question: ${String(values.question) || "without a text"}`);

/**
 * Publishes the ticked drafts, or plans to publish them at a chosen time; all or none.
 *
 * @throws {Refusal} as `publishDrafts`.
 */
export async function publishChosen({ services, member, submission, typed }: SentForm): Promise<FormOutcome> {
  const chosen = Object.keys(typed).flatMap((name) => textNamed(name) ?? []);
  if (chosen.length === 0) return { message: "Tick what goes on the shop." };
  const incomplete = await incompleteNames(services, member, chosen);
  if (incomplete.length > 0)
    return { message: `Nothing went on the shop: something is missing in ${listed(incomplete)}. It is named below.` };
  const [only] = chosen;
  if (typed.when === "later") return planChosen(services, member, { submission, chosen, typed });
  const moments = (["goesOutAt", "endsAt"] as const).filter((name) => typed[name]);
  if (moments.length > 0) {
    const complaint = 'A moment is filled in: choose "At a moment", or empty it.';
    return { errors: Object.fromEntries(moments.map((name) => [name, complaint])) };
  }
  const published = await publishDrafts(services, member, submission, chosen);
  return { to: chosen.length === 1 && only ? textAddress(only) : "/words", act: published.act };
}

/** Plans to publish the ticked drafts at the typed time, and to withdraw them at the typed end. */
async function planChosen(
  services: Services,
  member: Member,
  { submission, chosen, typed }: { submission: string; chosen: TextId[]; typed: Record<string, string> },
): Promise<FormOutcome> {
  const { timeZone } = services.settings();
  const now = new Date();
  const from = plannedMoment(typed.goesOutAt ?? "", typed.goesOutTurn, { timeZone, now });
  const until: ReturnType<typeof plannedMoment> | { at: null; error?: undefined; isTwice?: undefined } = typed.endsAt
    ? plannedMoment(typed.endsAt, typed.endsTurn, { timeZone, now })
    : { at: null };
  const errors = {
    ...(from.error !== undefined && { [from.isTwice ? "goesOutTurn" : "goesOutAt"]: from.error }),
    ...(until.error !== undefined && { [until.isTwice ? "endsTurn" : "endsAt"]: until.error }),
    ...(from.at && until.at && until.at <= from.at && { endsAt: "This is before it begins." }),
  };
  if (!from.at || until.at === undefined || Object.keys(errors).length > 0) return { errors };
  const replaces = Object.keys(typed).flatMap((name) => /^replaces:(.+)$/.exec(name)?.[1] ?? []);
  const planned = await planDrafts(services, member, {
    submission,
    chosen,
    goesOutAt: from.at,
    endsAt: until.at,
    replaces,
  });
  return { to: "/words/plans", act: planned.act };
}

/** Titles of the ticked drafts with errors. `publishDrafts` refuses drafts that do not exist any more. */
async function incompleteNames(services: Services, member: Member, chosen: TextId[]): Promise<string[]> {
  const names: string[] = [];
  for (const words of chosen) {
    const opened = await openWords(services, member, words);
    if (!opened?.draft) continue;
    const { complaints } = await checkedDraft(services.db, services.settings(), words, opened);
    if (complaints.length > 0) names.push(titleOf(words, opened.values));
  }
  return names;
}
