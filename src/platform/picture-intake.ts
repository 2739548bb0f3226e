import { pictureLimits } from "./picture-limits";

/** Reasons why a file is refused as a picture. */
export type PictureComplaint =
  | "empty"
  | "too-large"
  | "too-many-pixels"
  | "damaged"
  | "no-picture"
  | "svg"
  | "gif"
  | "heic"
  | "tiff"
  | "raw"
  | "bmp"
  | "jxl"
  | "psd"
  | "pdf"
  | "video"
  | "zip";

const WORDS: Record<PictureComplaint, string> = {
  empty: "The file is empty.",
  "too-large": `It is larger than ${pictureLimits.bytes / 1024 / 1024} MB. Save it smaller, then add it again.`,
  "too-many-pixels": `It has too many pixels: up to ${pictureLimits.side.toLocaleString("en-US")} a side and ${pictureLimits.pixels / 1_000_000} million in all are taken.`,
  damaged: "It cannot be read: it is damaged, or not all of it is there. Save it anew, then add it again.",
  "no-picture": "This is no picture, whatever its name says. JPG, PNG, WebP and AVIF are taken.",
  svg: "SVG drawings are not taken, because they can hold programs. Save it as PNG, then add it again.",
  gif: "GIF is not taken. Save it as PNG or JPG, then add it again.",
  heic: "HEIC cannot be read here. Share it from the phone as JPG, or take it with Camera, Formats, Most Compatible.",
  tiff: "TIFF is not taken. Save it as JPG or PNG, then add it again.",
  raw: "A camera's raw picture is not taken. Develop it and save it as JPG, then add it again.",
  bmp: "BMP is not taken. Save it as PNG or JPG, then add it again.",
  jxl: "JPEG XL is not taken. Save it as JPG or PNG, then add it again.",
  psd: "Photoshop's own file is not taken. Export it as JPG or PNG, then add it again.",
  pdf: "PDF is not taken, as it holds pages. Save the picture in it as JPG or PNG, then add that.",
  video: "This is a video, and pictures alone are taken. Add a still of it as JPG or PNG.",
  zip: "This is a ZIP archive. Unpack it, then add the pictures in it.",
};

/** Message for a refused picture: the reason, and what to do. */
export const complaintWords = (complaint: PictureComplaint): string => WORDS[complaint];

export const isPictureComplaint = (text: string): text is PictureComplaint => Object.hasOwn(WORDS, text);

const HEIC = /^(hei[cxms]|hev[cxm]|mif1|msf1)/;

const VIDEO = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |qt {2}|3gp)/;

/** First bytes of other file types that members mistake for pictures, with one character per byte. */
const OTHERS: readonly { begins: readonly string[]; complaint: PictureComplaint }[] = [
  { begins: ["GIF8"], complaint: "gif" },
  // Raw formats of Olympus, Panasonic and Fujifilm; those of other makers have their marks later in the file.
  { begins: ["IIRO", "IIRS", "IIU\0", "MMOR", "FUJIFILMCCD-RAW"], complaint: "raw" },
  { begins: ["II*\0", "II+\0", "MM\0*", "MM\0+"], complaint: "tiff" },
  { begins: ["\xff\x0a", "\0\0\0\x0cJXL "], complaint: "jxl" },
  { begins: ["8BPS"], complaint: "psd" },
  { begins: ["%PDF-"], complaint: "pdf" },
  { begins: ["\x1aE\xdf\xa3"], complaint: "video" },
  { begins: ["PK\x03\x04"], complaint: "zip" },
];

function otherKind(text: string): PictureComplaint | undefined {
  // Raw files of Canon are TIFFs with a mark after their header. "BM" without further checks would also match texts.
  if (text.startsWith("II*\0") && text.slice(8, 10) === "CR") return "raw";
  if (text.startsWith("BM") && text.slice(6, 10) === "\0\0\0\0") return "bmp";
  return OTHERS.find(({ begins }) => begins.some((start) => text.startsWith(start)))?.complaint;
}

/**
 * Reason to refuse a file, judged by its first bytes; undefined for an accepted picture. Its name and content type are ignored.
 */
export function complaintAbout(head: Uint8Array): PictureComplaint | undefined {
  if (head.length === 0) return "empty";
  const text = Array.from(head.subarray(0, 512), (byte) => String.fromCharCode(byte)).join("");
  if (text.startsWith("\xff\xd8\xff") || text.startsWith("\x89PNG\r\n\x1a\n")) return undefined;
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return undefined;
  if (text.slice(4, 8) === "ftyp") {
    const brands = text.slice(8, 40);
    if (/avi[fs]/.test(brands)) return undefined;
    if (HEIC.test(brands)) return "heic";
    if (brands.startsWith("crx ")) return "raw";
    return VIDEO.test(brands) ? "video" : "no-picture";
  }
  return otherKind(text) ?? (/<svg[\s>]/i.test(text) ? "svg" : "no-picture");
}
