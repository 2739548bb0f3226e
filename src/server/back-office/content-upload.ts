import { open } from "node:fs/promises";
import { importContent, type ImportOutcome } from "~/content/import-content.server";
import { outcomeWords } from "~/content/outcome-texts";
import { UnusableFile } from "~/content/read-content.server";
import { MalformedForm, partsOf } from "~/platform/multipart.server";
import { temporaryFile } from "~/platform/temporary-files.server";
import type { Services } from "~/services";
import { storePendingForm } from "~/shop/members/pending-forms.server";
import { recordMemberEvent } from "~/shop/members/member-events.server";
import { requireRight } from "~/shop/members/rights.server";
import { isConfirmed, type Session } from "~/shop/members/session";
import { turns } from "../http/concurrency-limit";

const PAGE = "/back-office/content";

/** Imports a file that Export wrote, and leads to the page that says what came of it. */
export async function takeContent(services: Services, session: Session, request: Request): Promise<Response> {
  const { member } = session;
  // Its page asks for the factor.
  if (!isConfirmed(session, new Date())) return seeOther(PAGE);
  await requireRight(services, member, "export", "goods.import", "settings.change", "content.change");
  return inTurn(() => takeFile(services, session, request));
}

/** A file of a whole shop takes its size on the disk: one at a time. */
const inTurn = turns({ atOnce: 1, waiting: 1 }, "uploads-busy");

async function takeFile(services: Services, { member }: Session, request: Request): Promise<Response> {
  await using file = await temporaryFile();
  try {
    const overwrite = await receive(request, file.path);
    const outcome = await importContent(services, file.path, { overwrite });
    if (outcome.isDone) {
      await recordMemberEvent(services.db, { kind: "content-imported", memberId: member.id });
      await services.reloadSettings();
    }
    return await answer(services, member.id, wordsOf(outcome));
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    return answer(services, member.id, error.message);
  }
}

/** Streams the file to the disk; answers whether it may write over what is there. */
async function receive(request: Request, file: string): Promise<boolean> {
  let overwrite = false;
  let isThere = false;
  if (!request.body) throw new MalformedForm("There is no form.");
  for await (const { name, fileName, body } of partsOf(request.body, request.headers.get("content-type"))) {
    if (name === "overwrite") overwrite = true;
    if (name !== "file" || !fileName || isThere) continue;
    isThere = true;
    await using target = await open(file, "wx", 0o600);
    for await (const piece of body) await target.write(piece);
  }
  if (!isThere) throw new UnusableFile("Choose a file first.");
  return overwrite;
}

function wordsOf({ tables, isDone }: ImportOutcome): string {
  const lines = tables.filter(({ added, changed }) => added + changed > 0).map((table) => outcomeWords(table, isDone));
  const whole = isDone ? "Imported." : "Nothing was imported, because the shop has these with other values:";
  return [whole, ...(lines.length > 0 ? lines : ["Everything in it was here already."])].join("\n");
}

async function answer(services: Services, memberId: string, outcome: string): Promise<Response> {
  const kept = await storePendingForm(services, { memberId }, { address: PAGE, values: { outcome } }, new Date());
  return seeOther(`${PAGE}?kept=${kept ?? ""}`);
}

const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } });
