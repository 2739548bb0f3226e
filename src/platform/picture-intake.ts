import { pictureLimits } from "./picture-limits";

/** Why a file was not taken as a picture. */
export type PictureComplaint =
  "empty" | "too-large" | "too-many-pixels" | "damaged" | "no-picture" | "svg" | "gif" | "heic";

const WORDS: Record<PictureComplaint, string> = {
  empty: "The file is empty.",
  "too-large": `It is larger than ${pictureLimits.bytes / 1024 / 1024} MB. Save it smaller, then add it again.`,
  "too-many-pixels": `It has too many pixels: up to ${pictureLimits.side.toLocaleString("en-US")} a side and ${pictureLimits.pixels / 1_000_000} million in all are taken.`,
  damaged: "It cannot be read: it is damaged, or not all of it is there. Save it anew, then add it again.",
  "no-picture": "This is no picture, whatever its name says. JPG, PNG, WebP and AVIF are taken.",
  svg: "SVG drawings are not taken, because they can hold programs. Save it as PNG, then add it again.",
  gif: "GIF is not taken. Save it as PNG or JPG, then add it again.",
  heic: "HEIC cannot be read here. Share it from the phone as JPG, or take it with Camera, Formats, Most Compatible.",
};

/** Why a file was not taken, and what to do, in words. */
export const complaintWords = (complaint: PictureComplaint): string => WORDS[complaint];

export const isPictureComplaint = (text: string): text is PictureComplaint => Object.hasOwn(WORDS, text);

const HEIC = /^(hei[cxms]|hev[cxm]|mif1|msf1)/;

/** Complaint about the first bytes of a file; none when they begin a picture that is taken. A name or type is not believed. */
export function complaintAbout(head: Uint8Array): PictureComplaint | undefined {
  if (head.length === 0) return "empty";
  const text = Array.from(head.subarray(0, 512), (byte) => String.fromCharCode(byte)).join("");
  if (text.startsWith("\xff\xd8\xff") || text.startsWith("\x89PNG\r\n\x1a\n")) return undefined;
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return undefined;
  if (text.slice(4, 8) === "ftyp") {
    const brands = text.slice(8, 40);
    if (/avi[fs]/.test(brands)) return undefined;
    return HEIC.test(brands) ? "heic" : "no-picture";
  }
  if (text.startsWith("GIF8")) return "gif";
  return /<svg[\s>]/i.test(text) ? "svg" : "no-picture";
}
