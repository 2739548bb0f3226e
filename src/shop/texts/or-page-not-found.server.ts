import { data } from "react-router";
import type { Services } from "~/services";
import { pageContent } from "./page-content.server";

/**
 * Returns the record of a page, or throws a 404 response with the texts of the page "Page Not Found", which other answers do not
 * contain. Routes of files and of the back office use `orNotFound` instead.
 */
export async function orPageNotFound<T>(
  { db, settings }: Pick<Services, "db" | "settings">,
  thing: T | null | undefined,
): Promise<T> {
  if (thing !== null && thing !== undefined) return thing;
  throw data(await pageContent(db, "notFound", settings()), { status: 404 });
}
