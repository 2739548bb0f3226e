import type { Database } from "~/platform/database.server";
import { quotable, type Settings } from "~/shop/settings";
import { draftedKind } from "./draft-record.server";
import type { OpenedWords } from "./drafts.server";
import { deadLinkComplaints } from "./leads-somewhere.server";
import { picturesOf, weightComplaint, weightOf } from "./page-weight.server";
import { type Complaint, complaintsOf, linksIn } from "./publish-checks";
import type { TextId } from "./text-id";

/** Result of a draft's checks; without errors it can be published. */
interface CheckedDraft {
  complaints: Complaint[];
  /** Number of valid links. */
  links: number;
  /** Approximate bytes of the pictures in its texts that shoppers download; null without pictures. */
  weight: number | null;
}

/**
 * Checks the texts of a record with its draft applied: quoted settings, headings, pictures, targets of links, and fields that
 * were published meanwhile. Returns at most one error per field. Most checks skip fields that the draft does not change.
 */
export async function checkedDraft(
  db: Database,
  settings: Settings,
  { kind, id }: TextId,
  { values, draft }: Pick<OpenedWords, "values" | "draft">,
): Promise<CheckedDraft> {
  const fields = draft?.fields ?? [];
  const changed = Object.fromEntries(fields.map((field) => [field, values[field]]));
  const { markdown, complaints, chips } = draftedKind(kind);
  const quotes = [...Object.keys(quotable(settings)), ...(chips?.(id) ?? [])];
  const links = linksIn(changed, markdown);
  const pictures = await picturesOf(db, values, markdown);
  const dead = await deadLinkComplaints(db, links);
  return {
    complaints: [
      ...(draft?.newer ?? []).map(({ field }) => ({
        field,
        text: "This was changed on the shop after the draft began. Choose which to keep.",
      })),
      ...((await complaints?.(db, id, values, fields)) ?? []),
      ...weightComplaint(pictures, fields),
      ...complaintsOf(changed, new Set(quotes), markdown),
      ...dead,
    ].filter(({ field }, place, all) => all.findIndex((each) => each.field === field) === place),
    links: links.length - dead.length,
    weight: pictures.length > 0 ? weightOf(pictures) : null,
  };
}
