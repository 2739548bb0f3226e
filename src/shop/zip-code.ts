import { byName } from "~/platform/by-name";
import { withoutInvisible } from "./visible-text";

const ZIP = /^(\d{5})(?:[-‐–]?\d{4})?$/;

/**
 * Normalizes a typed ZIP to five digits: removes spaces, and four further digits with or without a hyphen before them. From any
 * other text only spaces are removed. Fields, pasted text, forms and the API all use this function.
 */
export function zipOf(typed: string): string {
  const text = withoutInvisible(typed).replaceAll(/\s/g, "");
  return ZIP.exec(text)?.[1] ?? text;
}

/** Three-digit prefixes outside the states: islands, military mail, and unassigned ones. */
const OUTSIDE =
  "000-004 006-009 090-099 213 269 340 343 345 348 353 419 428 429 517-519 529 533 536 552 568 578 579 589 621 632 642 643 659 " +
  "663 682 694-699 702 709 715 732 742 771 817-819 839 848 849 854 858 861 862 866-869 872 886-888 892 896 899 909 929 962-966 " +
  "969 987";
/** American Samoa: the only ZIP outside the states whose prefix belongs to a state. */
const SAMOA = "96799";

const outside = new Set(
  OUTSIDE.split(" ").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  }),
);

/** Whether a ZIP belongs to one of the 50 states or Washington, D.C., by its digits; the ZIP need not exist. */
export const isDeliveredTo = (zip: string): boolean => zip !== SAMOA && !outside.has(Number(zip.slice(0, 3)));

/** States and places beside them by the first three digits of their ZIPs. */
const PREFIXES =
  "PR 006-007; VI 008; PR 009; NY 005; MA 010-027; RI 028-029; NH 030-038; ME 039-049; VT 050-054; MA 055; VT 056-059; CT 060-069; " +
  "NJ 070-089; AE 090-098; NY 100-149; PA 150-196; DE 197-199; DC 200; VA 201; DC 202-205; MD 206-219; VA 220-246; WV 247-268; " +
  "NC 270-289; SC 290-299; GA 300-319; FL 320-339; AA 340; FL 341-349; AL 350-369; TN 370-385; MS 386-397; GA 398-399; KY 400-427; " +
  "OH 430-459; IN 460-479; MI 480-499; IA 500-528; WI 530-549; MN 550-567; DC 569; SD 570-577; ND 580-588; MT 590-599; " +
  "IL 600-629; MO 630-658; KS 660-679; NE 680-693; LA 700-714; AR 716-729; OK 730-731; TX 733; OK 734-749; TX 750-799; " +
  "CO 800-816; WY 820-831; ID 832-838; UT 840-847; AZ 850-865; NM 870-884; TX 885; NV 889-898; CA 900-961; AP 962-966; " +
  "HI 967-968; GU 969; OR 970-979; WA 980-994; AK 995-999";
/** ZIPs that lie in another place than most with their first three digits, by longer beginnings. */
const STRANGERS = byName<string>({
  "06390": "NY",
  "20588": "MD",
  "20598": "VA",
  "72643": "MO",
  "73960": "TX",
  "83414": "WY",
  [SAMOA]: "AS",
  "9695": "MP",
});
/** Places beside the states. */
const BESIDE = /^(?:PR|VI|GU|AS|MP|AA|AE|AP)$/;
/** Islands that are no part of the United States, although its postal service has ZIPs for them. */
const ABROAD = /^969(?![125]|3[0-2])/;

const byPrefix = new Map(
  PREFIXES.split("; ").flatMap((run) => {
    const [place = "", range = ""] = run.split(" ");
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => [first + index, place] as const);
  }),
);

/**
 * Two-letter code of the state, territory or armed forces' mail of a ZIP, by its digits; null if the postal service has none that
 * begins so. Which place a ZIP lies in for tax is said by the gazetteer (`taxStateOfZip`).
 */
export function regionOfZip(zip: string): string | null {
  if (ABROAD.test(zip)) return null;
  const region = STRANGERS[zip] ?? STRANGERS[zip.slice(0, 4)] ?? byPrefix.get(Number(zip.slice(0, 3))) ?? null;
  return isDeliveredTo(zip) || BESIDE.test(region ?? "") ? region : null;
}
