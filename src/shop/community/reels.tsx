import { useRef, useState } from "react";
import { Link } from "react-router";
import { Carousel } from "~/ui/carousel";
import { Dialog } from "~/ui/dialog";
import { Icon } from "~/ui/icon";
import { IconButton } from "~/ui/icon-button";
import { CloseButton } from "~/ui/layer";
import { Picture } from "~/ui/picture";
import { useMedia } from "~/ui/use-media";
import type { Reel } from "./reel";

interface ReelsProps {
  title: string;
  text?: string | undefined;
  mile?: number;
  reels: Reel[];
}

/** The films of the community in a row; choosing one opens it large. */
export function Reels({ title, text, mile, reels }: ReelsProps) {
  const [playing, setPlaying] = useState<number | null>(null);
  if (reels.length === 0) return null;
  return (
    <>
      <Carousel title={title} mile={mile} voice="loud" row="reels" aside={text && <p>{text}</p>}>
        {reels.map(({ id, name, price, poster, picture }, index) => (
          <button key={id} type="button" className="reel" onClick={() => setPlaying(index)}>
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
        ))}
      </Carousel>
      <Player
        reels={reels}
        index={playing}
        onTurn={(by) => setPlaying((now) => (now === null ? null : (now + by + reels.length) % reels.length))}
        onClose={() => setPlaying(null)}
      />
    </>
  );
}

interface PlayerProps {
  reels: Reel[];
  /** Which film plays; none, and it is closed. */
  index: number | null;
  onTurn: (by: 1 | -1) => void;
  onClose: () => void;
}

/** One film over everything else, with what it shows. Turns to the next one on a phone only. */
function Player({ reels, index, onTurn, onClose }: PlayerProps) {
  const isPhone = useMedia("(width < 48rem)");
  const video = useRef<HTMLVideoElement>(null);
  const [isPaused, setPaused] = useState(false);
  const [isMuted, setMuted] = useState(true);
  // While it fades out the film that was chosen stays.
  const [last, setLast] = useState(0);
  if (index !== null && index !== last) setLast(index);
  const reel = reels[last];
  if (!reel) return null;

  return (
    <Dialog
      title={`Video: ${reel.name}`}
      size="full"
      look="bare"
      headless
      className="player"
      open={index !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <div className="player__stage">
        <video
          key={reel.id}
          ref={video}
          className="player__film"
          src={reel.film}
          poster={reel.poster ? `/api${reel.poster.path}` : undefined}
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
            onClick={() => setMuted(!isMuted)}
          />
          {isPhone && <IconButton icon="right" box label="Next video" onClick={() => onTurn(1)} />}
        </div>
      </div>
      <div className="player__product">
        {reel.picture && (
          <span className="plate">
            <Picture picture={reel.picture} sizes="96px" alt="" />
          </span>
        )}
        <div className="player__t">
          <p className="player__name sign">{reel.name}</p>
          {reel.price && <p className="price__now player__price">{reel.price}</p>}
          {reel.to && (
            <Link className="btn btn--quiet" to={reel.to}>
              View product
            </Link>
          )}
        </div>
      </div>
      <CloseButton label="Close video" className="player__close" />
    </Dialog>
  );
}

function toggle(film: HTMLVideoElement | null): void {
  if (!film) return;
  if (film.paused) void film.play();
  else film.pause();
}
