import { and, asc, lte, sql } from "drizzle-orm";
import { plainText } from "~/platform/html.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import type { QuotedPlace } from "~/shop/texts/setting-quotes";
import { placesIn } from "~/shop/texts/quoted-places.server";
import { posts } from "./blog.tables";
import { postAddress } from "./post";

/**
 * Sentences in published articles that quote one of the given settings.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function quotedArticles(
  services: Pick<Services, "db">,
  member: Member,
  names: readonly string[],
): Promise<QuotedPlace[]> {
  await requireRight(services, member, "settings.read");
  if (names.length === 0) return [];
  const texts = sql`concat_ws(' ', ${posts.title}, ${posts.description}, ${posts.content})`;
  const rows = await services.db
    .select({ title: posts.title, lead: posts.description, text: posts.markdown, html: posts.content })
    .from(posts)
    .where(and(lte(posts.publishedAt, sql`now()`), sql`${texts} ~ ${`\\{(${names.join("|")})\\}`}`))
    .orderBy(asc(posts.title), asc(posts.id));
  return rows.flatMap(({ title, lead, text, html }) =>
    placesIn([title, lead, text ?? plainText(html)], names, `Article, "${title}"`, postAddress({ title })),
  );
}
