import { folded } from "~/shop/folded-text";
import type { Services } from "~/services";
import { lastChanges } from "~/shop/audit/change-log.server";
import { letterForms, letterKeys } from "~/shop/texts/letters/letter-forms";
import { changedLetters } from "~/shop/texts/letters/letter-record.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { spokenTime } from "~/shop/shop-time";
import { draftedValues } from "~/shop/publishing/drafts.server";
import { counted } from "../../count-words";
import type { Sign } from "../../ui/state";

/** A letter in the list of letters. */
export interface LetterListed {
  key: string;
  name: string;
  when: string;
  state: { sign: Sign; text: string };
  isYours: boolean;
  at: string;
  by: string;
}

/**
 * Letters to shoppers with their drafts, in a fixed order; with a search text only letters that contain it.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function lettersPage(services: Services, member: Member, text: string, now: Date) {
  await requireRight(services, member, "content.read");
  const { db } = services;
  const { timeZone } = services.settings();
  const [found, changed, last, names] = await Promise.all([
    draftedValues(db),
    changedLetters(db),
    lastChanges(db, "letter"),
    memberNames(db),
  ]);
  const drafts = found.filter(({ kind }) => kind === "letter");
  const wanted = folded(text);
  const letters = letterKeys.flatMap((key): LetterListed[] => {
    const { name, when, fields } = letterForms[key];
    const draft = drafts.find(({ id }) => id === key);
    const own = changed.get(key) ?? {};
    const texts = Object.entries(fields).map(
      ([field, { delivered }]) => draft?.values[field] ?? own[field] ?? [delivered].flat().join(""),
    );
    if (!folded(`${name}\n${when}\n${texts.join("\n")}`).includes(wanted)) return [];
    const at = draft ? { by: draft.memberId, at: draft.changedAt } : last.get(key);
    const changes = Object.keys(draft?.values ?? {}).length;
    return [
      {
        key,
        name,
        when,
        state:
          changes > 0
            ? { sign: "here", text: `Draft, ${counted(changes, "change")}` }
            : { sign: "full", text: "In use" },
        isYours: Object.keys(own).length > 0,
        at: at ? spokenTime(at.at, now, timeZone) : "",
        by: (at?.by && names.get(at.by)) || "",
      },
    ];
  });
  return { letters, drafts: drafts.length, mayChange: can(member, "content.change") };
}
