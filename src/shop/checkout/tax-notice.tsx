import { Button } from "~/ui/button";
import type { Quoted } from "./quote";

/** Words beside the total about the sales tax of the address: how the total changed, that it is slow, or why it is not counted. */
export function TaxNotice({ quoted, onRetry }: { quoted: Quoted; onRetry: () => void }) {
  if (quoted.at === "never") return null;
  if (quoted.at === "failed")
    return (
      <div className="sum__says" role="alert">
        <p>{quoted.message} You can also go on: before anything is charged you see the new total.</p>
        <Button look="quiet" onClick={onRetry}>
          Count again
        </Button>
      </div>
    );
  const words = wordsOf(quoted);
  // The region stays in the page, so that its changes are read out.
  return <div role="status">{words && <p className="sum__says">{words}</p>}</div>;
}

function wordsOf(quoted: Exclude<Quoted, { at: "failed" }>): string | null {
  if (quoted.at === "asking") return quoted.isSlow ? "Still counting the sales tax for your address..." : null;
  return quoted.at === "known" ? quoted.notice : null;
}
