import { byName } from "~/platform/by-name";
import type { Services } from "~/services";
import { applyImport } from "~/shop/imports/apply.server";
import { UNTOLD_STOCKS } from "~/shop/imports/import";
import { dropImport, importById, type Settled, settleImport } from "~/shop/imports/imports.server";
import type { Member } from "~/shop/members/member";
import { Refusal } from "~/shop/refusal";
import { atFields, type FormOutcome } from "../forms/form-action.server";
import { mendedIn } from "./edited-cells";

interface SentPreview {
  id: number;
  /** Version of the import when the form was shown. */
  version: number;
  submission: string;
  typed: Record<string, string>;
}

/** Runs a form of the preview: stores corrected cells and choices, applies the import as previewed, or discards it. */
export async function actOnPreview(services: Services, member: Member, sent: SentPreview): Promise<FormOutcome> {
  const { id, typed } = sent;
  const here = `/imports/${id}`;
  try {
    if (typed.intent === "drop") {
      await dropImport(services, member, id);
      return { to: "/imports" };
    }
    const settled = await settledBy(services, sent);
    if (settled) {
      const settling = settleImport(services, member, id, { ...settled, version: sent.version });
      await atFields(settling, (field) => `cell-${field}`);
      return { to: typed.intent === "apply" ? `${here}?look=again` : here };
    }
    const { version, submission } = sent;
    const { act } = await applyImport(services, member, { id, version, submission });
    return { to: here, act };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === "import-settled") return { to: `${here}?look=settled` };
    if (error.code === "import-changed" || error.code === "import-overtaken") return { late: error.message };
    throw error;
  }
}

/** Answers to the questions about a whole file, by the button that gives them. */
const ANSWERS = byName<Settled>({
  points: { decimal: "point" },
  commas: { decimal: "comma" },
  dollars: { otherMoney: "dollars" },
  "left-out": { otherMoney: "left-out" },
});

/** Corrections and choices that a form changes; undefined if it applies the import without changes. */
async function settledBy({ db }: Services, { id, typed }: SentPreview): Promise<Settled | undefined> {
  const stands = await importById(db, id);
  const mended = mendedIn(typed);
  const takesStock = typed.hasStock ? typed.takesStock === "yes" : stands?.takesStock;
  const untoldStock = UNTOLD_STOCKS.find((each) => each === typed.untoldStock) ?? stands?.untoldStock;
  const isOther = mended.length > 0 || takesStock !== stands?.takesStock || untoldStock !== stands?.untoldStock;
  if (typed.intent === "apply" && !isOther) return undefined;
  const answer = ANSWERS[typed.intent ?? ""];
  return { mended, ...answer, ...(takesStock !== undefined && { takesStock }), ...(untoldStock && { untoldStock }) };
}
