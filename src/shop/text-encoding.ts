/** Encodings of text files that the shop reads. */
export type Encoding = "utf-8" | "windows-1252" | "utf-16le" | "utf-16be";

/** UTF-16 by the mark at the beginning of a file or, without one, by its zeros beside Latin letters. */
export function wideEncoding(head: Uint8Array): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  const size = head.length - (head.length % 2);
  for (let place = 0; place < size; place += 1) if (head[place] === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  if (size < 4 || first + second < size / 5 || Math.min(first, second) > 0) return undefined;
  return first > 0 ? "utf-16be" : "utf-16le";
}

/** Control characters that texts may contain: tab, line ends, and the escape of old terminals. */
const WRITTEN = new Set([9, 10, 11, 12, 13, 27]);

/**
 * Whether bytes in an encoding of one byte a letter are no text. Bytes from 128 on are letters in some encodings, so only ASCII
 * control characters prove it.
 */
export const isNoText = (head: Uint8Array): boolean => head.some((byte) => byte < 32 && !WRITTEN.has(byte));

/** Whether a file is packed (PK), as workbooks are. */
export const isPacked = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;

/** The text of a whole small file, whichever program wrote it; null for a workbook or another file that is no text. */
export function textOfBytes(bytes: Uint8Array): string | null {
  const wide = wideEncoding(bytes.subarray(0, 4096));
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (isNoText(bytes)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
