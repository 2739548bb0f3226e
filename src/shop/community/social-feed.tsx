import { useRef, useState } from "react";
import { Carousel } from "~/ui/carousel";
import { Dialog } from "~/ui/dialog";
import { Icon } from "~/ui/icon";
import { IconButton } from "~/ui/icon-button";
import { CloseButton } from "~/ui/layer";
import { Picture } from "~/ui/picture";
import { useViewer, type Viewer } from "~/ui/use-viewer";
import type { SocialPost } from "./film";

interface SocialFeedProps {
  title: string;
  text?: string | undefined;
  mile?: number;
  posts: SocialPost[];
}

/** Posts of the social feed in a row; a click opens a post full-screen. */
export function SocialFeed({ title, text, mile, posts }: SocialFeedProps) {
  const viewer = useViewer(posts.length);
  if (posts.length === 0) return null;
  return (
    <>
      <Carousel title={title} mile={mile} voice="quiet" row="feed" aside={text && <p>{text}</p>}>
        {posts.map((post, index) => (
          <PostButton key={post.id} post={post} onOpen={() => viewer.open(index)} />
        ))}
      </Carousel>
      <PostDialog posts={posts} viewer={viewer} />
    </>
  );
}

function PostButton({ post: { caption, picture, mediaType }, onOpen }: { post: SocialPost; onOpen: () => void }) {
  return (
    <button type="button" className="post" onClick={onOpen}>
      <span className="scene">
        <Picture picture={picture} sizes="(width >= 73.75rem) 17vw, 320px" alt="" className="scene__photo" />
        {mediaType === "video" && (
          <span className="vid">
            <Icon name="play" size="small" fill />
          </span>
        )}
      </span>
      <span className="post__t">
        <span className="vh">Open post: </span>
        {caption}
      </span>
    </button>
  );
}

/** Dialog with a post full-screen, and buttons for the previous and next post. */
function PostDialog({ posts, viewer: { index, isOpen, close, turn } }: { posts: SocialPost[]; viewer: Viewer }) {
  const post = posts[index];
  if (!post) return null;
  return (
    <Dialog
      title={`Post ${index + 1} of ${posts.length}`}
      size="wide"
      look="bare"
      headless
      className="viewer"
      open={isOpen}
      onOpenChange={(next) => !next && close()}
    >
      <div className="viewer__media scene">
        {post.mediaType === "video" ? (
          <Film key={post.id} post={post} />
        ) : (
          <Picture
            key={post.id}
            picture={post.picture}
            sizes="(width >= 48rem) 640px, 100vw"
            className="scene__photo"
          />
        )}
      </div>
      <div className="viewer__t">
        <p className="viewer__caption" aria-live="polite">
          {post.caption}
        </p>
        <div className="word__nav">
          <IconButton icon="left" box label="Previous post" onClick={() => turn(-1)} />
          <span className="word__n">
            {index + 1} / {posts.length}
          </span>
          <IconButton icon="right" box label="Next post" onClick={() => turn(1)} />
        </div>
      </div>
      <CloseButton label="Close post" className="viewer__close" />
    </Dialog>
  );
}

/** Video of a post; it does not play until the shopper starts it. */
function Film({ post }: { post: SocialPost }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const toggle = () => {
    if (isPlaying) video.current?.pause();
    else void video.current?.play();
  };
  return (
    <>
      <video
        ref={video}
        className="scene__photo"
        src={`/api${post.mediaUrl}`}
        poster={post.picture ? `/api${post.picture.path}?width=640` : undefined}
        loop
        muted
        playsInline
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <IconButton
        icon={isPlaying ? "pause" : "play"}
        box
        fill={!isPlaying}
        label={isPlaying ? "Pause video" : "Play video"}
        className="viewer__play"
        onClick={toggle}
      />
    </>
  );
}
