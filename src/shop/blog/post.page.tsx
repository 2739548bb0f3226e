import { data, Link } from "react-router";
import { services } from "~/services";
import { ButtonLink } from "~/ui/button";
import { ContentsList } from "~/ui/contents-list";
import { EmptyState } from "~/ui/empty-state";
import { GoLink } from "~/ui/go-link";
import { JsonLd } from "~/ui/json-ld";
import { Picture } from "~/ui/picture";
import { Prose } from "~/ui/prose";
import { SectionHead } from "~/ui/section-head";
import { handleForm, sendForm } from "~/shop/form";
import { publicPage, withRetryAfter } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { sharePicture } from "~/shop/share-picture.server";
import { pageContent } from "~/shop/texts/page-content.server";
import { Refusal } from "~/shop/refusal";
import { wholeDate } from "~/shop/shop-time";
import { article, breadcrumbs } from "~/shop/structured-data";
import { enforceFormLimit } from "~/shop/form-limits.server";
import type { Route } from "./+types/post.page";
import { BlogCard, teaserOf } from "./blog-card";
import { addComment, approvedComments, publishedPosts, publishedTitles } from "./blog.server";
import { Comment } from "./comment";
import { CommentSection } from "./comment-section";
import { withContents } from "./contents";
import { postAddress, postAt } from "./post";
import { readMore } from "./read-more";
import { Share } from "./share";

/** Query parameters that the page reads; others do not enter its cache key. */
export const searchParameters = [];

export async function loader({ context, params }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings } = all;
  const shop = { address, settings: settings() };
  const posts = await publishedPosts(db, shop.settings);
  const post = postAt(posts, params.title);
  const texts = await pageContent(db, "blogs", shop.settings);
  if (!post) return data({ post: null, texts, head: missing(shop) }, { status: 404 });

  const { timeZone } = shop.settings;
  const { html, sections } = withContents(post.content);
  const path = postAddress(post);
  const found = { title: post.searchTitle || post.title, description: post.searchWords || post.description };
  const share = sharePicture(all, post);
  const head = headOf(shop, { ...found, path, kind: "article", share });
  return data({
    post: { ...teaserOf(post, timeZone), description: post.description, html, sections, address: head.canonical },
    texts,
    comments: (await approvedComments(db, post.id)).map(({ sentAt, ...comment }) => ({
      ...comment,
      sentAt: sentAt.toISOString(),
      day: wholeDate(sentAt, timeZone),
    })),
    more: readMore(posts, post).map((teaser) => teaserOf(teaser, timeZone)),
    shownAt: Date.now(),
    head,
    structured: [
      article(shop, { ...post, path }),
      breadcrumbs(shop, [
        { name: "Blogs", path: "/blogs" },
        { name: post.title, path },
      ]),
    ],
  });
}

const missing = (shop: Parameters<typeof headOf>[0]) =>
  headOf(shop, { title: "Blog not found", description: "", path: "/blogs", listed: false });

/** Stores a comment, which is shown after approval. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(services);
  const { db } = shop;
  return handleForm(request, Comment, async (comment) => {
    await enforceFormLimit(shop, request, "comment", comment.email);
    const post = postAt(await publishedTitles(db), params.title);
    if (!post) throw new Refusal("article-unknown");
    await addComment(db, post.id, comment, new Date());
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(publicPage);
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PostPage({ loaderData, actionData }: Route.ComponentProps) {
  const { post, texts } = loaderData;
  if (!post) return <NotFound />;

  const { comments, more, shownAt, structured } = loaderData;
  const { title, category, day, date, picture, description, html, sections, address } = post;
  return (
    <main id="main">
      <JsonLd data={structured} />
      <div className="ahero">
        <div className="scene">
          <Picture picture={picture} sizes="100vw" eager className="scene__photo" />
        </div>
      </div>
      <header className="wide atitle">
        <div className="atitle__meta">
          <Link className="flag" to={`/blogs?category=${encodeURIComponent(category)}`}>
            {category}
          </Link>
          <time dateTime={day}>{date}</time>
        </div>
        <h1>{title}</h1>
        <p className="atitle__stand">{description}</p>
      </header>
      <div className={sections.length > 1 ? "wide read" : "wide read read--short"}>
        <ContentsList sections={sections} />
        <Prose html={html} />
        <Share title={title} address={address} picture={loaderData.head.picture.address} />
      </div>
      <CommentSection
        key={post.id}
        texts={texts.comments}
        comments={comments}
        answered={actionData}
        address={post.to}
        shownAt={shownAt}
      />
      {more.length > 0 && (
        <section className="section wide" aria-labelledby="more">
          <SectionHead id="more" title={texts.readMore} aside={<GoLink to="/blogs">All articles</GoLink>} />
          <div className="posts">
            {more.map((teaser) => (
              <BlogCard key={teaser.id} teaser={teaser} sizes="(width >= 64rem) 33vw, (width >= 37.5rem) 50vw, 100vw" />
            ))}
          </div>
        </section>
      )}
    </main>
  );
}

/** Page for an unknown article, with a link to all articles. */
function NotFound() {
  return (
    <main id="main">
      <EmptyState
        heading="h1"
        title="Blog not found"
        text="This one has left the road. The others are still here."
        action={<ButtonLink to="/blogs">All articles</ButtonLink>}
      />
    </main>
  );
}
