import { backTo } from "~/back-office/context";
import { picturesAddress } from "~/back-office/goods/pictures/pictures-address";
import { uploadLimits } from "~/back-office/goods/pictures/upload-limits";
import { isUuid } from "~/shop/is-uuid";
import { contentLimits } from "~/content/content-limits";
import { logFault } from "~/platform/database.server";
import { DISK_FULL, isDiskFull } from "~/platform/disk-full";
import { MalformedForm, partsOf } from "~/platform/multipart.server";
import { StoreUnavailable } from "~/platform/object-store.server";
import type { PictureComplaint } from "~/platform/picture-intake";
import { pictureLimits } from "~/platform/picture-limits";
import { PictureRefused } from "~/platform/picture-intake.server";
import type { Services } from "~/services";
import { submissionId } from "~/shop/audit/submission-id.server";
import { isProduct, savePictures, takePicture } from "~/shop/catalog/pictures/product-pictures.server";
import { importLimits } from "~/shop/imports/import-limits";
import type { Member } from "~/shop/members/member";
import { PlainLine } from "~/shop/plain-text";
import { type TextPictures, takeTextPicture } from "~/shop/texts/text-pictures.server";
import { requireRight } from "~/shop/members/rights.server";
import type { Session } from "~/shop/members/session";
import { visible } from "~/shop/visible-text";
import { Refusal, refusalHeaders } from "~/shop/refusal";
import { takeImport, takeImportPictures } from "./import-uploads";
import type { BodyRule } from "../http/request-body";
import { takeContent } from "./take-content";
import { standalonePage } from "../errors/standalone-page";
import { asksForJson } from "../http/asks-for-json";
import { concurrencyLimit } from "../http/concurrency-limit";

const FIELDS = 64 * 1024;

interface Upload extends BodyRule {
  streamed: true;
  /** Path of the page with the form, to which a form without script is redirected. */
  page(pathname: string): string;
  /** Handles an upload; `named` is the id in its address. */
  handle(services: Services, session: Session, request: Request, named: string): Promise<Response>;
}

/** Upload addresses of the back office: bodies are streamed, never held in memory. */
const uploads: Upload[] = [
  {
    address: /^\/back-office\/goods\/([A-Za-z0-9]{1,64})\/pictures\/upload$/,
    most: pictureLimits.inOneForm * pictureLimits.bytes + FIELDS,
    streamed: true,
    page: (pathname) => pathname.replace(/\/upload$/, ""),
    handle: (services, { member }, request, productId) => takePictures(services, member, request, productId),
  },
  {
    address: /^\/back-office\/words\/articles\/([\da-f]{1,64})\/pictures$/,
    most: pictureLimits.bytes + FIELDS,
    streamed: true,
    page: (pathname) => pathname.replace(/\/pictures$/, ""),
    handle: (services, { member }, request, article) => takeForArticle(services, member, request, article),
  },
  {
    address: /^\/back-office\/words\/([a-z-]{1,40})\/pictures$/,
    most: pictureLimits.bytes + FIELDS,
    streamed: true,
    page: (pathname) => pathname.replace(/\/pictures$/, ""),
    handle: (services, { member }, request, page) => takeForWords(services, member, request, page),
  },
  {
    address: /^\/back-office\/content\/import$/,
    most: contentLimits.bytes + FIELDS,
    streamed: true,
    page: () => "/back-office/content",
    handle: (services, session, request) => takeContent(services, session, request),
  },
  {
    address: /^\/back-office\/imports\/upload$/,
    most: importLimits.bytes + FIELDS,
    streamed: true,
    page: () => "/back-office/imports",
    handle: (services, { member }, request) => takeImport(services, member, request),
  },
  {
    address: /^\/back-office\/imports\/(\d{1,9})\/upload$/,
    most: importLimits.pictureBytes,
    streamed: true,
    page: (pathname) => pathname.replace(/\/upload$/, ""),
    handle: (services, { member }, request, number) => takeImportPictures(services, member, request, number),
  },
];

/** Body limits of the upload addresses. */
export const uploadBodies: BodyRule[] = uploads.map(({ address, most, streamed }) => ({ address, most, streamed }));

/** Handles a POST to an upload address; undefined for other addresses. Without a session nothing is taken. */
export function handleUpload(
  services: Services,
  session: Session | null,
  request: Request,
): Promise<Response> | undefined {
  const { pathname } = new URL(request.url);
  const upload = request.method === "POST" ? uploads.find(({ address }) => address.test(pathname)) : undefined;
  if (!upload) return undefined;
  const named = upload.address.exec(pathname)?.[1] ?? "";
  return answerUpload(request, upload.page(pathname), async () => {
    if (!session || session.isForSetup) throw new SignedOut();
    return upload.handle(services, session, request, named);
  });
}

class SignedOut extends Error {}

/**
 * Converts errors to answers with a message: JSON for a script, and for a form without script a page with a link back to the form.
 * A form whose member is signed out is redirected to the sign-in.
 */
async function answerUpload(request: Request, back: string, answer: () => Promise<Response>): Promise<Response> {
  const words = asksForJson(request) ? asJson : asPage(back);
  try {
    return await answer();
  } catch (error) {
    if (error instanceof SignedOut && !asksForJson(request)) return seeOther(`/back-office${backTo("/sign-in", back)}`);
    if (error instanceof SignedOut) return words(401, "You are signed out. Sign in in another tab, then try again.");
    if (error instanceof StoreUnavailable)
      return words(503, "The store of pictures does not answer. Nothing was kept: try again in a minute.", 30);
    if (isDiskFull(error)) {
      logFault(error, { path: new URL(request.url).pathname }, "an upload was not taken");
      return words(507, DISK_FULL, 60);
    }
    const refusal = error instanceof MalformedForm ? new Refusal("body-malformed") : error;
    if (!(refusal instanceof Refusal)) throw error;
    const [atField] = Object.values(refusal.fields);
    return words(refusal.status, atField ?? refusal.message, refusal.status === 429 ? 5 : undefined);
  }
}

/** Answer about an upload that was not taken; `retryAfter` in seconds. */
type Words = (status: number, message: string, retryAfter?: number) => Response;

const asJson: Words = (status, message, retryAfter) =>
  Response.json({ message }, { status, headers: refusalHeaders({ retryAfter }) });

const asPage =
  (back: string): Words =>
  (status, text, retryAfter) =>
    standalonePage({
      look: "workshop",
      status,
      title: "It was not taken",
      text,
      link: { to: back, label: "Back to the form" },
      ...(retryAfter !== undefined && { retryAfter }),
    });

const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } });

/** An uploaded file: its path, or the reason of its refusal. */
type Taken = { name: string; path: string } | { name: string; complaint: PictureComplaint; message: string };

const picturesTurn = concurrencyLimit(
  { atOnce: 3 * uploadLimits.atOnce, waiting: 12, each: { atOnce: uploadLimits.atOnce, waiting: 6 } },
  "uploads-busy",
);

/** Receives pictures of a product: a script gets their paths, while for a form they are appended to the product's list. */
async function takePictures(
  services: Services,
  member: Member,
  request: Request,
  productId: string,
): Promise<Response> {
  await requireRight(services, member, "goods.pictures");
  if (!(await isProduct(services, productId))) throw new Refusal("record-unknown");
  const { fields, files } = await picturesTurn(() => receive(services, request, productId), member.id);
  if (asksForJson(request)) return Response.json({ files });

  const paths = files.flatMap((file) => ("path" in file ? [file.path] : []));
  const refused = files.flatMap((file) => ("complaint" in file ? [`${file.complaint}~${file.name}`] : []));
  const { submission, color } = fields;
  if (!isUuid(submission)) throw new Refusal("body-malformed");
  const sent = submissionId(submission, "", [["color", color], ...paths.map((path) => ["path", path] as const)]);
  const saved =
    paths.length > 0 &&
    (await savePictures(services, member, { submission: sent, productId, color, change: { kind: "add", paths } }));
  const query = new URLSearchParams(refused.map((text) => ["refused", text]));
  if (saved && saved.saved) query.set("done", saved.act);
  return seeOther(`/back-office${picturesAddress(productId)}?${query}`);
}

/** Receives one picture for an article: a script gets its path, and a form is redirected to the article's page with the path. */
async function takeForArticle(
  services: Services,
  member: Member,
  request: Request,
  article: string,
): Promise<Response> {
  await requireRight(services, member, "content.change");
  const taken = await picturesTurn(() => receiveOne(services, "articles", request), member.id);
  if (asksForJson(request)) return Response.json(taken);
  if (!("path" in taken)) throw new Refusal("input-invalid", { fields: { file: taken.message } });
  return seeOther(`/back-office/words/articles/${article}?${new URLSearchParams({ picture: taken.path })}`);
}

/** Receives one picture with its alternative text for pages: a script gets its path, and a form is redirected to its page. */
async function takeForWords(services: Services, member: Member, request: Request, page: string): Promise<Response> {
  await requireRight(services, member, "content.change");
  const taken = await picturesTurn(() => receiveOne(services, "words", request), member.id);
  if (asksForJson(request)) return Response.json(taken);
  if (!("path" in taken)) throw new Refusal("input-invalid", { fields: { file: taken.message } });
  return seeOther(`/back-office/words/${page}`);
}

/** Receives the one picture of a form. The form's text fields precede the file. */
async function receiveOne(
  services: Services,
  folder: TextPictures,
  request: Request,
): Promise<{ path: string } | { message: string }> {
  if (!request.body) throw new MalformedForm("There is no form.");
  let alt = "";
  for await (const part of partsOf(request.body, request.headers.get("content-type"))) {
    if (part.fileName === undefined && part.name === "alt") {
      const typed = PlainLine(300).safeParse(await textOf(part.body));
      if (!typed.success) return { message: typed.error.issues[0]?.message ?? "" };
      alt = typed.data;
    }
    if (part.fileName === undefined || part.fileName === "") continue;
    try {
      return { path: await takeTextPicture(services, { folder, pieces: part.body, alt }) };
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error;
      return { message: error.message };
    }
  }
  return { message: "Choose a picture first." };
}

async function receive(services: Services, request: Request, productId: string) {
  // Only these fields are stored, however many the form has.
  const fields = { submission: "", color: "" };
  const files: Taken[] = [];
  const body = request.body;
  if (!body) throw new MalformedForm("There is no form.");
  for await (const part of partsOf(body, request.headers.get("content-type"))) {
    if (part.fileName === undefined) {
      if (part.name === "submission" || part.name === "color") fields[part.name] = await textOf(part.body);
      continue;
    }
    // An empty file field is sent with an empty name.
    if (part.fileName !== "") files.push(await taken(services, productId, nameOf(part.fileName), part.body));
    if (files.length > pictureLimits.inOneForm) throw new Refusal("body-too-large");
  }
  return { fields, files };
}

async function taken(
  services: Services,
  productId: string,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Taken> {
  try {
    return { name, path: await takePicture(services, productId, pieces) };
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    return { name, complaint: error.complaint, message: error.message };
  }
}

/** File name without folders, on one line, shortened for display. */
const nameOf = (name: string): string => visible(name.split(/[/\\]/).at(-1) ?? "").slice(-120);

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > FIELDS) throw new Refusal("body-too-large");
    all.push(piece);
  }
  return Buffer.concat(all).toString("utf8").replaceAll("\0", "");
}
