import { data } from "react-router";
import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";
import { OpenedWords } from "./pictures/typed-words.server";

/** Versions of the records when a product's form was shown. */
const Versions = z.object({
  product: z.int().min(0),
  variants: z.record(z.string().regex(/^\d{1,9}$/), z.int().min(0)),
  words: OpenedWords.default({}),
});

/** Parses the versions in the form's hidden field. Throws a response with status 400 if the field is missing or invalid. */
export function openedVersions({ versions = "" }: Record<string, string>): z.infer<typeof Versions> {
  const opened = Versions.safeParse(jsonIn(versions));
  if (!opened.success) throw data(null, { status: 400 });
  return opened.data;
}
