import { Logo } from "~/ui/logo";
import type { FrameContent } from "./frame-content";

/**
 * Splash over the home page during a full load, once per browser session. Every copy of the page contains it, hidden:
 * src/rendering/splash-timer.ts shows it and hides it again.
 */
export function Splash({ texts, shopName }: { texts: NonNullable<FrameContent["splash"]>; shopName: string }) {
  return (
    <div className="splash" aria-hidden="true">
      <Logo name={shopName} />
      <hr className="road" />
      <p>{texts.text}</p>
    </div>
  );
}
