import type { Post } from "./post";

/** Maximum number of other articles below an article. */
const READ_MORE = 6;

/** At most six other articles, first those of the same category. */
export function readMore<T extends Pick<Post, "id" | "category">>(posts: T[], current: T): T[] {
  const others = posts.filter(({ id }) => id !== current.id);
  const isClose = ({ category }: T) => category.id === current.category.id;
  return [...others.filter(isClose), ...others.filter((post) => !isClose(post))].slice(0, READ_MORE);
}
