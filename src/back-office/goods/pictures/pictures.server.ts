import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";
import { complaintWords, isPictureComplaint } from "~/platform/picture-intake";
import { isSmallPicture, smallPictureWords } from "~/platform/picture-limits";
import type { Services } from "~/services";
import type { Stale } from "~/shop/audit/saving";
import { type GoodsPicture, goodsPictures, savePictures } from "~/shop/catalog/pictures/product-pictures.server";
import type { Member } from "~/shop/members/member";
import type { FormOutcome, SentForm } from "../../forms/form-action.server";
import { type Compared, conflictOf, theirsIn } from "../../stale-record.server";
import { picturesAddress, wordsField, wordsLabel } from "./pictures-address";
import { OpenedWords, typedWords } from "./typed-words.server";

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
/** An act on a product's pictures, sent as a button's value or by script. */
export type PicturesAct = z.infer<typeof Act>;

/** Act of a form that is sent by a button without a value: saves the alternative texts. */
const SAVE_WORDS = JSON.stringify({ kind: "words" } satisfies PicturesAct);

/** Data of the section of a product's pictures; undefined for an unknown product. */
export async function openPictures(services: Services, member: Member, productId: string, request: Request) {
  const found = await goodsPictures(services, member, productId);
  if (!found) return undefined;
  const lists = found.lists.map((list) => ({ ...list, pictures: list.pictures.map(withNotes) }));
  return {
    ...found,
    lists,
    memberId: member.id,
    submission: randomUUID(),
    refused: refusedFiles(new URL(request.url).searchParams),
  };
}

/** A picture with notes about its size and its other uses. */
const withNotes = ({ elsewhere, ...shown }: GoodsPicture) => ({
  ...shown,
  notes: [
    ...(shown.picture && isSmallPicture(shown.picture) ? [smallPictureWords(shown.picture)] : []),
    ...(elsewhere.length > 0 ? [`Also shown: ${elsewhere.slice(0, 3).join(", ")}`] : []),
  ],
});

/** Data of the section of a product's pictures. */
export type OpenPictures = NonNullable<Awaited<ReturnType<typeof openPictures>>>;

/** Runs the act of a picture form: moves, adds or removes one picture, and saves the typed alternative texts. */
export async function actOnPictures(sent: SentForm, productId: string): Promise<FormOutcome> {
  const { services, member, submission, typed } = sent;
  const act = Act.safeParse(jsonIn(typed.act ?? SAVE_WORDS));
  const opened = OpenedWords.safeParse(jsonIn(typed.versions ?? "{}"));
  if (!act.success || !opened.success) throw data(null, { status: 400 });

  const theirs = theirsIn(typed);
  const own = Object.fromEntries(Object.entries(opened.data).filter(([path]) => !theirs.has(path)));
  const { words, errors } = typedWords(typed, own);
  if (Object.keys(errors).length > 0) return { errors };
  const { kind, ...place } = act.data;
  const to = wayBack(productId, typed.back);
  if (kind === "words" && words.length === 0) return { to };
  const saved = await savePictures(services, member, {
    submission,
    productId,
    words,
    ...("color" in place && { color: place.color, change: act.data as Exclude<PicturesAct, { kind: "words" }> }),
  });
  if (!saved.saved) return conflict(sent, productId, { opened: opened.data, words }, saved);
  return { to, act: saved.changed > 0 ? saved.act : null };
}

/** Address after an act: the page of the pictures, or their section on the product's page. */
const wayBack = (productId: string, back: string | undefined): string =>
  back === `/goods/${productId}` ? `${back}#pictures` : picturesAddress(productId);

interface Refused {
  opened: OpenedWords;
  words: { path: string; alt: string }[];
}

async function conflict(
  { services, member, typed }: SentForm,
  productId: string,
  { opened, words }: Refused,
  stale: Stale,
): Promise<FormOutcome> {
  const lists = (await goodsPictures(services, member, productId))?.lists ?? [];
  const known = stale.stale.flatMap(({ id, version, fields }) =>
    fields.map(({ mine, theirs, base }) => ({ path: id, version, mine, theirs, base })),
  );
  const text = (value: unknown) => String(value ?? "");
  const compared = known.map(({ path, base, mine, theirs }): Compared => {
    const label = wordsLabel(wordsField(path), lists) ?? "";
    return { name: path, label, base: text(base), mine: text(mine), theirs: text(theirs), by: "both" };
  });
  const now = known.map(({ path, theirs, version }) => [path, { alt: text(theirs), version }] as const);
  return {
    conflict: await conflictOf(services, stale, compared),
    opened: {
      act: typed.act ?? "",
      back: typed.back ?? "",
      versions: JSON.stringify({ ...opened, ...Object.fromEntries(now) }),
      ...Object.fromEntries(words.map(({ path, alt }) => [wordsField(path), alt])),
    },
  };
}

/** Parses the files that an upload without script refused from the parameters of the address. */
function refusedFiles(search: URLSearchParams): { name: string; message: string }[] {
  return search.getAll("refused").flatMap((text) => {
    const [complaint = "", name = ""] = text.split(/~(.*)/s);
    return isPictureComplaint(complaint) ? [{ name: name.slice(0, 120), message: complaintWords(complaint) }] : [];
  });
}
