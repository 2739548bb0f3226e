import { open } from "node:fs/promises";
import { requireContentImporter } from "~/content/content-imports.server";
import { UnusableFile } from "~/content/read-content.server";
import { stageContent } from "~/content/stage-content.server";
import { logFault } from "~/platform/database.server";
import { DISK_FULL, isDiskFull } from "~/platform/disk-full";
import { MalformedForm, partsOf } from "~/platform/multipart.server";
import { temporaryFile } from "~/platform/temporary-files.server";
import type { Services } from "~/services";
import { storePendingForm } from "~/shop/members/pending-forms.server";
import { isConfirmed, type Session } from "~/shop/members/session";
import { concurrencyLimit } from "../http/concurrency-limit";

const PAGE = "/back-office/content";

/** Receives a content file; redirects to its preview, or to the list of its errors. */
export async function takeContent(services: Services, session: Session, request: Request): Promise<Response> {
  const { member } = session;
  // The redirect leads to a page that asks the member to confirm with a second factor.
  if (!isConfirmed(session, new Date())) return seeOther(PAGE);
  await requireContentImporter(services, member);
  return inTurn(() => takeFile(services, session, request));
}

/** Uploads run one at a time, because a content file may take much disk space. */
const inTurn = concurrencyLimit({ atOnce: 1, waiting: 1 }, "uploads-busy");

async function takeFile(services: Services, { member }: Session, request: Request): Promise<Response> {
  await using file = await temporaryFile();
  try {
    const name = await receive(request, file.path);
    const { id } = await stageContent(services, { path: file.path, name, memberId: member.id });
    return seeOther(`${PAGE}/${id}`);
  } catch (error) {
    if (error instanceof UnusableFile) return answer(services, member.id, error.message);
    if (!isDiskFull(error)) throw error;
    logFault(error, {}, "a content file was not taken");
    return answer(services, member.id, DISK_FULL);
  }
}

/**
 * Streams the uploaded file to the disk.
 *
 * @returns the file's name.
 */
async function receive(request: Request, path: string): Promise<string> {
  let found: string | undefined;
  if (!request.body) throw new MalformedForm("There is no form.");
  for await (const { name, fileName, body } of partsOf(request.body, request.headers.get("content-type"))) {
    if (name !== "file" || !fileName || found !== undefined) continue;
    found = fileName;
    await using target = await open(path, "wx", 0o600);
    for await (const piece of body) await target.write(piece);
  }
  if (found === undefined) throw new UnusableFile("Choose a file first.");
  return found;
}

async function answer(services: Services, memberId: string, outcome: string): Promise<Response> {
  const kept = await storePendingForm(services, { memberId }, { address: PAGE, values: { outcome } }, new Date());
  return seeOther(`${PAGE}?kept=${kept ?? ""}`);
}

const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } });
