import { defaultSettings, quotable } from "~/shop/settings";
import type { LetterField, LetterForm } from "./letter-form";

const SETTINGS = Object.keys(quotable(defaultSettings));

/** Names that may be used in braces in a text of a letter: settings, and the letter's own chips. */
export const chipsOf = ({ chips }: LetterForm, field: LetterField | undefined): string[] => [
  ...Object.keys(chips),
  ...Object.keys(field?.chips ?? {}),
  ...SETTINGS,
];

const CHIP = /\{(\w+)\}/g;

/** Error message about a text of a letter; undefined for a valid text. */
export function letterComplaint(form: LetterForm, name: string, text: string): string | undefined {
  const field = form.fields[name];
  if (!field) return undefined;
  if (text.trim() === "") return field.mayBeEmpty ? undefined : "Write something here: the letter needs it.";
  const own = [...Object.keys(form.chips), ...Object.keys(field.chips ?? {})];
  const allowed = own.map((chip) => `{${chip}}`).join(", ");
  const also = allowed === "" ? "A setting of the list may stand here" : `${allowed} or a setting may stand here`;
  const used = [...text.matchAll(CHIP)].map(([, chip = ""]) => chip);
  const known = new Set(chipsOf(form, field));
  const unknown = used.find((chip) => !known.has(chip));
  if (unknown !== undefined) return `{${unknown}} is nothing that this letter knows. ${also}.`;
  if (/[{}]/.test(text.replace(CHIP, "")))
    return `A brace without its partner would be sent as it is. ${also}, written like {shopName}.`;
  const missing = field.needs?.find((chip) => !used.includes(chip));
  return missing === undefined ? undefined : `{${missing}} is missing: the letter needs it here.`;
}
