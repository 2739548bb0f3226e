import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { policyKeys } from "~/shop/texts/page-texts";
import { complaintsIn } from "./complaint";
import { complaintsAbout } from "./content-check";
import { type Content, contentFiles } from "./content-schema";

/** Error for content that cannot be loaded; each line of its message names file, row and problem. */
export class UnusableContent extends Error {
  override readonly name = "UnusableContent";

  constructor(complaints: string[]) {
    super(complaints.slice(0, MOST_COMPLAINTS).join("\n"));
  }
}

const MOST_COMPLAINTS = 20;
/** Folders of the content with files that are stored and served under /media/. */
const MEDIA_FOLDERS = ["media", "size-charts"];

/**
 * Reads and validates a content folder.
 *
 * @throws {UnusableContent} that names file, row and field of each error.
 */
export async function readContent(folder: string): Promise<Content> {
  const complaints: string[] = [];
  const read = await Promise.all(
    Object.entries(contentFiles).map(async ([file, schema]) => {
      const raw = parsed(file, await textOf(join(folder, file), file, complaints), complaints);
      if (raw === undefined) return [];
      const result = schema.safeParse(raw);
      complaints.push(...complaintsIn(file, raw, result.error));
      return result.success ? [[file, result.data]] : [];
    }),
  );
  const policies = await Promise.all(
    policyKeys.map(async (key) => [
      key,
      await textOf(join(folder, `policies/${key}.md`), `policies/${key}.md`, complaints),
    ]),
  );
  const files = (await Promise.all(MEDIA_FOLDERS.map((name) => filesIn(folder, name)))).flat().toSorted();

  if (complaints.length > 0) throw new UnusableContent(complaints);
  const content = { ...Object.fromEntries(read.flat()), policies: Object.fromEntries(policies), files } as Content;
  const disagreements = complaintsAbout(content);
  if (disagreements.length > 0) throw new UnusableContent(disagreements);
  return content;
}

async function textOf(path: string, file: string, complaints: string[]): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    complaints.push(`${file} is missing.`);
    return "";
  }
}

function parsed(file: string, text: string, complaints: string[]): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    complaints.push(`${file}: ${String(error instanceof Error ? error.message : error)}`);
    return undefined;
  }
}

async function filesIn(folder: string, name: string): Promise<string[]> {
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    );
}
