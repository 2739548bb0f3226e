import { Button } from "~/ui/button";
import type { Quoted } from "./quote";

const FAILED = "We could not count the sales tax for your address. What you typed is kept.";

/** Message beside the total about sales tax: how it changed the total, that the calculation is slow, or that it failed. */
export function TaxNotice({ quoted, onRetry }: { quoted: Quoted; onRetry: () => void }) {
  if (quoted.at === "never") return null;
  if (quoted.at === "failed")
    return (
      <div className="sum__says" role="alert">
        <p>{quoted.message ?? FAILED} You can also go on: before anything is charged you see the new total.</p>
        <Button look="quiet" onClick={onRetry}>
          Count again
        </Button>
      </div>
    );
  const words = wordsOf(quoted);
  // The region stays in the page, so that screen readers announce its changes.
  return <div role="status">{words && <p className="sum__says">{words}</p>}</div>;
}

function wordsOf(quoted: Exclude<Quoted, { at: "failed" }>): string | null {
  if (quoted.at === "asking") return quoted.isSlow ? "Still counting the sales tax for your address..." : null;
  return quoted.at === "known" ? quoted.notice : null;
}
