import { Link } from "react-router";
import { Picture } from "~/ui/picture";
import type { Picture as StoredPicture } from "~/shop/picture";
import { dayIn, wholeDate } from "~/shop/shop-time";
import { excerptOf } from "./excerpt";
import { type Post, postAddress } from "./post";

/** Data of an article in lists. */
export interface Teaser {
  id: string;
  title: string;
  to: string;
  excerpt: string;
  category: string;
  /** Day in the shop's time zone, as `2026-11-05` and as text such as "November 5, 2026". */
  day: string;
  date: string;
  picture: StoredPicture | null;
}

/** Data of an article for lists, with its day in the shop's time zone. */
export const teaserOf = (post: Post, zone: string): Teaser => ({
  id: post.id,
  title: post.title,
  to: postAddress(post),
  excerpt: excerptOf(post),
  category: post.category.name,
  day: dayIn(post.publishedAt, zone),
  date: wholeDate(post.publishedAt, zone),
  picture: post.picture,
});

interface BlogCardProps {
  teaser: Teaser;
  sizes: string;
  heading?: "h2" | "h3";
  eager?: boolean;
}

/** Card of an article in a list; a click anywhere on it opens the article. */
export function BlogCard({ teaser, sizes, heading: Heading = "h3", eager = false }: BlogCardProps) {
  const { title, to, excerpt, category, day, date, picture } = teaser;
  return (
    <article className="bcard">
      <div className="scene">
        <Picture picture={picture} sizes={sizes} alt="" eager={eager} className="scene__photo" />
      </div>
      <div className="bcard__meta">
        <time dateTime={day}>{date}</time>
        <span>{category}</span>
      </div>
      <Heading className="bcard__t">
        <Link to={to} prefetch="intent">
          {title}
        </Link>
      </Heading>
      <p>{excerpt}</p>
    </article>
  );
}
