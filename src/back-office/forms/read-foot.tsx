import { Button, ButtonLink } from "../ui/button";

interface ReadFootProps {
  /** Digest of the preview, so that the act puts in no more than was shown; unset before the first look. */
  checked: string | undefined;
  /** Sentence about what would be put in. */
  what: string;
  /** Name and number of the things to put in, such as "3 ranges"; null for none. */
  goes: string | null;
  back: string;
  isSending: boolean;
}

/** Foot of a form that reads many lines: first shows what would change, then puts it in. */
export const ReadFoot = ({ checked, what, goes, back, isSending }: ReadFootProps) => (
  <>
    <input type="hidden" name="checked" value={checked ?? ""} />
    <div className="foot" role="region" aria-label="What will be put in">
      <p className="foot__what">{checked === undefined ? "Nothing changes before you have seen what would." : what}</p>
      <ButtonLink look="bare" to={back}>
        Cancel
      </ButtonLink>
      <Button
        name="intent"
        value="check"
        {...(checked === undefined && { look: "main" as const, fit: true })}
        busy={isSending}
      >
        Show what changes
      </Button>
      {goes !== null && (
        <Button look="main" fit name="intent" value="apply" busy={isSending}>
          Put {goes} in
        </Button>
      )}
    </div>
  </>
);
