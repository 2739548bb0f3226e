import { useHydrated } from "~/ui/use-hydrated";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";

interface RecoveryCodesProps {
  codes: string[];
  /** Names of the shop and the member, and the address, which are printed, copied and saved with the codes. */
  of: string;
}

/** Ten recovery codes, with buttons to copy, print or download them. */
export function RecoveryCodes({ codes, of }: RecoveryCodesProps) {
  const canPrint = useHydrated();
  const text = `${of}\n\n${codes.join("\n")}\n`;
  return (
    <div className="codes">
      <p className="codes__of">{of}</p>
      <ol className="codes__list" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="codes__acts">
        <CopyButton text={text} what="the codes" />
        {canPrint && (
          <Button type="button" onClick={() => window.print()}>
            Print
          </Button>
        )}
        <a
          className="btn"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Download
        </a>
      </p>
    </div>
  );
}
