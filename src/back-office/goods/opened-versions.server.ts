import { data } from "react-router";
import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";
import { OpenedWords } from "./pictures/typed-words.server";

/** The versions that a product's form was opened with. */
const Versions = z.object({
  product: z.int().min(0),
  variants: z.record(z.string().regex(/^\d{1,9}$/), z.int().min(0)),
  words: OpenedWords.default({}),
});

/** How a form was opened, as its hidden field says; without it no form of ours sent it, and 400 is answered. */
export function openedVersions({ versions = "" }: Record<string, string>): z.infer<typeof Versions> {
  const opened = Versions.safeParse(jsonIn(versions));
  if (!opened.success) throw data(null, { status: 400 });
  return opened.data;
}
