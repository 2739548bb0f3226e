import { useRef, useState } from "react";
import { Link } from "react-router";
import { Carousel } from "~/ui/carousel";
import { Dialog } from "~/ui/dialog";
import { Icon } from "~/ui/icon";
import { IconButton } from "~/ui/icon-button";
import { CloseButton } from "~/ui/layer";
import { Picture } from "~/ui/picture";
import { useMedia } from "~/ui/use-media";
import { useViewer, type Viewer } from "~/ui/use-viewer";
import type { Reel } from "./reel";

interface ReelsProps {
  title: string;
  text?: string | undefined;
  mile?: number;
  reels: Reel[];
}

/** Community videos in a row; a click opens one full-screen. */
export function Reels({ title, text, mile, reels }: ReelsProps) {
  const viewer = useViewer(reels.length);
  if (reels.length === 0) return null;
  return (
    <>
      <Carousel title={title} mile={mile} voice="loud" row="reels" aside={text && <p>{text}</p>}>
        {reels.map((reel, index) => (
          <ReelButton key={reel.id} reel={reel} onOpen={() => viewer.open(index)} />
        ))}
      </Carousel>
      <Player reel={reels[viewer.index]} viewer={viewer} />
    </>
  );
}

function ReelButton({ reel: { name, price, poster, picture }, onOpen }: { reel: Reel; onOpen: () => void }) {
  return (
    <button type="button" className="reel" onClick={onOpen}>
      <span className="scene">
        <Picture picture={picture} sizes="300px" alt="" className="scene__cut reel__cut" />
        <Picture picture={poster} sizes="(width >= 80rem) 17vw, 300px" alt="" className="scene__photo" />
      </span>
      <span className="reel__play">
        <Icon name="play" size="small" fill />
      </span>
      <span className="reel__t">
        <span>
          <span className="vh">Play video: </span>
          {name}
        </span>
        {price && (
          <span className="price">
            <span className="price__now">{price}</span>
          </span>
        )}
      </span>
    </button>
  );
}

/** A full-screen video with its product. */
function Player({ reel, viewer: { isOpen, close, turn } }: { reel: Reel | undefined; viewer: Viewer }) {
  // Not reset when another video is shown, so that the sound stays on.
  const [isMuted, setMuted] = useState(true);
  if (!reel) return null;
  return (
    <Dialog
      title={`Video: ${reel.name}`}
      size="full"
      look="bare"
      headless
      className="player"
      open={isOpen}
      onOpenChange={(next) => !next && close()}
    >
      <Stage reel={reel} isMuted={isMuted} onMute={setMuted} onTurn={turn} />
      <ShownProduct reel={reel} />
      <CloseButton label="Close video" className="player__close" />
    </Dialog>
  );
}

interface StageProps {
  reel: Reel;
  isMuted: boolean;
  onMute: (isMuted: boolean) => void;
  onTurn: Viewer["turn"];
}

/** The video and its controls, which on phones have buttons for the previous and the next video. */
function Stage({ reel, isMuted, onMute, onTurn }: StageProps) {
  const isPhone = useMedia("(width < 48rem)");
  const video = useRef<HTMLVideoElement>(null);
  const [isPaused, setPaused] = useState(false);
  return (
    <div className="player__stage">
      <video
        key={reel.id}
        ref={video}
        className="player__film"
        src={reel.film}
        poster={reel.poster ? `/api${reel.poster.path}?width=640` : undefined}
        autoPlay
        loop
        playsInline
        muted={isMuted}
        onPlay={() => setPaused(false)}
        onPause={() => setPaused(true)}
        onClick={() => toggle(video.current)}
      />
      <div className="player__bar">
        {isPhone && <IconButton icon="left" box label="Previous video" onClick={() => onTurn(-1)} />}
        <IconButton
          icon={isPaused ? "play" : "pause"}
          box
          label={isPaused ? "Play" : "Pause"}
          onClick={() => toggle(video.current)}
        />
        <IconButton
          icon={isMuted ? "mute" : "unmute"}
          box
          label={isMuted ? "Unmute" : "Mute"}
          onClick={() => onMute(!isMuted)}
        />
        {isPhone && <IconButton icon="right" box label="Next video" onClick={() => onTurn(1)} />}
      </div>
    </div>
  );
}

/** Product of the video, with a link to its page. */
function ShownProduct({ reel: { name, price, picture, to } }: { reel: Reel }) {
  return (
    <div className="player__product">
      {picture && (
        <span className="plate">
          <Picture picture={picture} sizes="96px" alt="" />
        </span>
      )}
      <div className="player__t">
        <p className="player__name sign">{name}</p>
        {price && <p className="price__now player__price">{price}</p>}
        {to && (
          <Link className="btn btn--quiet" to={to}>
            View product
          </Link>
        )}
      </div>
    </div>
  );
}

function toggle(film: HTMLVideoElement | null): void {
  if (!film) return;
  if (film.paused) void film.play();
  else film.pause();
}
