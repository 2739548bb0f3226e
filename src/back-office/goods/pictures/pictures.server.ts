import { randomUUID } from "node:crypto";
import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";
import type { Services } from "~/services";
import type { Stale } from "~/shop/audit/saving";
import { PictureWords } from "~/shop/catalog/pictures/pictures-record.server";
import { goodsPictures, savePictures } from "~/shop/catalog/pictures/product-pictures.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { sentenceTime } from "~/shop/shop-time";
import type { Contested } from "../../ui/conflict";
import { refusedFiles } from "./refused-files";

const Path = z.string().startsWith("/media/").max(300);
const Act = z.union([
  z.object({ kind: z.literal("words") }),
  z.object({ kind: z.literal("remove"), color: z.string(), path: Path }),
  z.object({
    kind: z.literal("move"),
    color: z.string(),
    path: Path,
    to: z.union([z.enum(["earlier", "later", "last"]), z.object({ before: Path })]),
  }),
  z.object({
    kind: z.literal("add"),
    color: z.string(),
    paths: Path.array().min(1).max(100),
    after: Path.optional(),
    before: Path.optional(),
  }),
]);
/** What a member does with the pictures of a product; the value of a button, or sent by script. */
export type PicturesAct = z.infer<typeof Act>;

/** The words of each picture and their version, as the form was shown. */
const Seen = z.record(z.string(), z.object({ alt: z.string(), version: z.int().min(1) }));

/** The pictures of a product as their section shows them; nothing when there is no such product. */
export async function openPictures(services: Services, member: Member, productId: string, request: Request) {
  const found = await goodsPictures(services, member, productId);
  if (!found) return undefined;
  return { ...found, submission: randomUUID(), refused: refusedFiles(new URL(request.url).searchParams) };
}

/** What the section of a product's pictures shows. */
export type OpenPictures = NonNullable<Awaited<ReturnType<typeof openPictures>>>;

/** What came of a form of pictures. */
export type PicturesResult =
  | { kind: "saved"; act: string }
  | { kind: "same" }
  | { kind: "unreadable" }
  | { kind: "wrong"; words: Record<string, string> }
  | ({ kind: "stale" } & PicturesConflictFacts);

export interface PicturesConflictFacts {
  who: string;
  at: string;
  contested: Contested[];
  /** The form again, over what stands now: sent with what is taken of each. */
  fields: Record<string, string>;
}

/**
 * Does what a form of pictures says: moves, adds or takes out one, and saves the words that were typed.
 *
 * @throws {Refusal} as `savePictures`, but words that do not fit come back beside their fields.
 */
export async function actOnPictures(
  services: Services,
  member: Member,
  productId: string,
  fields: Record<string, string>,
  now = new Date(),
): Promise<PicturesResult> {
  const act = Act.safeParse(jsonIn(fields.act ?? ""));
  const seen = Seen.safeParse(jsonIn(fields.seen ?? "{}"));
  if (!act.success || !seen.success || !z.uuid().safeParse(fields.submission).success) return { kind: "unreadable" };

  const words = Object.entries(seen.data).flatMap(([path, { alt: base, version }]) => {
    const typed = fields[`take:${path}`] === "theirs" ? base : (fields[`alt:${path}`] ?? base).trim();
    return typed === base ? [] : [{ path, alt: typed, version }];
  });
  const wrong = words.flatMap(
    ({ path, alt }) =>
      PictureWords.safeParse(alt)
        .error?.issues.slice(0, 1)
        .map(({ message }) => [path, message]) ?? [],
  );
  if (wrong.length > 0) return { kind: "wrong", words: Object.fromEntries(wrong) };
  const { kind, ...place } = act.data;
  if (kind === "words" && words.length === 0) return { kind: "same" };
  const saved = await savePictures(services, member, {
    submission: fields.submission ?? "",
    productId,
    words,
    ...("color" in place && { color: place.color, change: act.data as Exclude<PicturesAct, { kind: "words" }> }),
  });
  if (!saved.saved) return staleResult(services, saved.stale, { fields, seen: seen.data, words }, now);
  return saved.changed > 0 ? { kind: "saved", act: saved.act } : { kind: "same" };
}

async function staleResult(
  services: Services,
  stale: Stale["stale"],
  form: { fields: Record<string, string>; seen: z.infer<typeof Seen>; words: { path: string; alt: string }[] },
  now: Date,
): Promise<PicturesResult> {
  const names = await memberNames(services.db);
  const known = stale.flatMap(({ id, version, fields }) => fields.map((field) => ({ ...field, path: id, version })));
  const last = known.find(({ by }) => by !== null);
  const seen = {
    ...form.seen,
    ...Object.fromEntries(known.map(({ path, theirs, version }) => [path, { alt: String(theirs ?? ""), version }])),
  };
  const typed = form.words.map(({ path, alt }) => [`alt:${path}`, alt]);
  return {
    kind: "stale",
    who: (last?.by && names.get(last.by)) || "Somebody",
    at: last?.at ? sentenceTime(new Date(last.at), now, services.settings().timeZone) : "",
    contested: known.map(({ path, mine, theirs }) => ({
      name: path,
      label: `Words for ${path.split("/").at(-1) ?? "a picture"}`,
      mine: String(mine ?? ""),
      theirs: String(theirs ?? ""),
    })),
    fields: {
      submission: randomUUID(),
      act: form.fields.act ?? "",
      back: form.fields.back ?? "",
      seen: JSON.stringify(seen),
      ...Object.fromEntries(typed),
    },
  };
}
