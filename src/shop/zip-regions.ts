import { byName } from "~/platform/by-name";
import { isDeliveredTo, SAMOA } from "./zip-code";

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

/** Whether a ZIP is that of a territory or of the armed forces' mail. */
export const isBesideStates = (zip: string): boolean => BESIDE.test(regionOfZip(zip) ?? "");

/**
 * Two-letter code of the state, territory or armed forces' mail of a ZIP, by its digits; null if the postal service has none that
 * begins so. Which place a ZIP lies in for tax is said by the gazetteer (`taxStateOfZip`).
 */
export function regionOfZip(zip: string): string | null {
  if (ABROAD.test(zip)) return null;
  const region = STRANGERS[zip] ?? STRANGERS[zip.slice(0, 4)] ?? byPrefix.get(Number(zip.slice(0, 3))) ?? null;
  return isDeliveredTo(zip) || BESIDE.test(region ?? "") ? region : null;
}
