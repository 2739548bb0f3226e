import { passphraseFor, readSealed } from "./backup-file.server";
import { Manifest, Section } from "./manifest";
import { unusable, UnusableBackup } from "./unusable-backup";

/** Receives the rows of one section, in pieces of whole lines. */
export interface Sink {
  write(lines: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** Opens the sink for the rows of a table or for the jobs. */
export type OpenSink = (section: { table: string; columns: string[] } | { jobs: true }) => Promise<Sink>;

/** Line after the last row of a section, as written by COPY; no row can look like it. */
export const END_OF_ROWS = Buffer.from("\\.\n");
const END_AFTER_ROW = Buffer.from("\n\\.\n");
const LONGEST_HEAD = 64 * 2 ** 20;

/**
 * Reads the content of a backup section by section, and returns its manifest.
 *
 * @throws {UnusableBackup} if the content does not have this format.
 */
export async function readSections(content: AsyncIterable<Buffer>, openSink: OpenSink): Promise<Manifest> {
  let rest: Buffer = Buffer.alloc(0);
  let sink: Sink | undefined;
  let manifest: Manifest | undefined;
  for await (const piece of content) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (;;) {
      if (manifest) throw new UnusableBackup(unusable.goesOn());
      if (!sink) {
        const end = rest.indexOf("\n");
        if (end < 0 && rest.length > LONGEST_HEAD) throw unreadable();
        if (end < 0) break;
        const head = headIn(rest.subarray(0, end));
        rest = rest.subarray(end + 1);
        if ("manifest" in head) manifest = head.manifest;
        else sink = await openSink(head);
        if (manifest && rest.length === 0) break;
        continue;
      }
      const { lines, left, isEnd } = rowsIn(rest);
      if (lines.length > 0) await sink.write(lines);
      rest = left;
      if (!isEnd) break;
      await sink.end();
      sink = undefined;
    }
  }
  if (!manifest) throw new UnusableBackup(unusable.endsEarly());
  return manifest;
}

/**
 * Manifest of a backup, also of an unencrypted one although there is a passphrase. It is the last line, so that the whole file is
 * read.
 *
 * @throws {UnusableBackup} if the file cannot be read.
 */
export async function manifestIn(file: string, passphrase: string | undefined): Promise<Manifest> {
  const nothing = { write: async () => undefined, end: async () => undefined };
  return readSections(readSealed(file, await passphraseFor(file, passphrase)), async () => nothing);
}

/** Hashes of the pictures that belong to a backup; throws like `manifestIn`. */
export const mediaIn = async (file: string, passphrase: string | undefined): Promise<string[]> =>
  (await manifestIn(file, passphrase)).media;

/** Splits off the whole rows at the beginning of a text, up to the end of its section. */
function rowsIn(text: Buffer): { lines: Buffer; left: Buffer; isEnd: boolean } {
  if (text.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS))
    return { lines: text.subarray(0, 0), left: text.subarray(END_OF_ROWS.length), isEnd: true };
  const end = text.indexOf(END_AFTER_ROW);
  if (end >= 0)
    return { lines: text.subarray(0, end + 1), left: text.subarray(end + END_AFTER_ROW.length), isEnd: true };
  const whole = text.lastIndexOf("\n") + 1;
  return { lines: text.subarray(0, whole), left: text.subarray(whole), isEnd: false };
}

function headIn(line: Buffer) {
  try {
    return Section.parse(JSON.parse(line.toString()));
  } catch {
    throw unreadable();
  }
}

const unreadable = () => new UnusableBackup(unusable.otherForm());
