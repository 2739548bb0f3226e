import { type ComponentProps, type MouseEvent, useId } from "react";
import { Link, type LinkProps } from "react-router";
import { NOT_SAVED, PRESS, useLostPress } from "./not-saved";

interface Looks {
  /** Look: `main` for the screen's primary act, `rust` for an act that cannot be undone, `bare` for a secondary one. */
  look?: "line" | "main" | "rust" | "bare";
  /** Whether the button is as wide as its column. */
  wide?: boolean;
  /** Whether a main button has the height of other controls, as in bars. */
  fit?: boolean;
  /** Whether the button is higher, for use with a thumb. */
  thumb?: boolean;
}

const faces = { line: "btn", main: "btn btn--main", rust: "btn btn--main btn--rust", bare: "btn btn--bare" };

const faceOf = ({ look = "line", wide = false, fit = false, thumb = false }: Looks): string =>
  [faces[look], fit && "btn--fit", wide && "btn--wide", thumb && "btn--thumb"].filter(Boolean).join(" ");

type ButtonProps = Omit<ComponentProps<"button">, "className" | "disabled"> &
  Looks & {
    /** Whether the form is being sent: the button keeps its look and focus, and ignores clicks. */
    busy?: boolean;
    /** True while there is nothing to send: the button ignores clicks, but stays in the tab order. */
    waits?: boolean;
  };

/**
 * Button of the back office; it submits its form unless `type` is set. If the answer to its form was lost, the message about it is
 * beside the button.
 */
export function Button(all: ButtonProps) {
  const { look, wide, fit, thumb, busy = false, waits = false, type = "submit", onClick, ...props } = all;
  const isIdle = busy || waits;
  const id = useId();
  const isLost = useLostPress() === id && !busy;
  const click = (event: MouseEvent<HTMLButtonElement>) => (isIdle ? event.preventDefault() : onClick?.(event));
  return (
    <>
      <button
        type={type}
        className={faceOf({ look, wide, fit, thumb })}
        aria-busy={busy || undefined}
        aria-disabled={isIdle || undefined}
        onClick={click}
        {...{ [PRESS]: id }}
        {...props}
      />
      {isLost && (
        <span className="not-saved" role="alert">
          {NOT_SAVED}
        </span>
      )}
    </>
  );
}

/** Link that looks like a button. */
export function ButtonLink({ look, wide, fit, thumb, ...props }: Omit<LinkProps, "className"> & Looks) {
  return <Link className={faceOf({ look, wide, fit, thumb })} {...props} />;
}
