import { Logo } from "~/ui/logo";
import type { FrameFacts } from "./facts";

/**
 * The shop's sign over home while it is loaded in full, once per browser session. It is in every copy of the page, unseen:
 * the document (src/rendering/splash-script.ts) shows it before the first picture and takes it away again.
 */
export function Splash({ texts, shopName }: { texts: FrameFacts["splash"]; shopName: string }) {
  return (
    <div className="splash" aria-hidden="true">
      <Logo name={shopName} />
      <hr className="road" />
      <p>{texts.text}</p>
    </div>
  );
}
