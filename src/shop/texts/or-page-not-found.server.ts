import { data } from "react-router";
import type { Services } from "~/services";
import { pageContent } from "./texts.server";

/**
 * Value of a page's record. Without one it throws a 404 response that has the texts of "Page Not Found": no other page carries them. Files and
 * the back office throw by `orNotFound`.
 */
export async function orPageNotFound<T>(
  { db, settings }: Pick<Services, "db" | "settings">,
  thing: T | null | undefined,
): Promise<T> {
  if (thing !== null && thing !== undefined) return thing;
  throw data(await pageContent(db, "notFound", settings()), { status: 404 });
}
