import type { ComponentProps, MouseEvent } from "react";
import { Link, type LinkProps } from "react-router";

interface Looks {
  /** `main` is the screen's primary act, `rust` cannot be undone, `bare` is secondary. */
  look?: "line" | "main" | "rust" | "bare";
  /** Full width of its column. */
  wide?: boolean;
  /** A main button as high as other controls, for bars. */
  fit?: boolean;
  /** Height for a thumb. */
  thumb?: boolean;
}

const faces = { line: "btn", main: "btn btn--main", rust: "btn btn--main btn--rust", bare: "btn btn--bare" };

const faceOf = ({ look = "line", wide = false, fit = false, thumb = false }: Looks): string =>
  [faces[look], fit && "btn--fit", wide && "btn--wide", thumb && "btn--thumb"].filter(Boolean).join(" ");

type ButtonProps = Omit<ComponentProps<"button">, "className" | "disabled"> &
  Looks & {
    /** Being sent: keeps its look and focus, and ignores a second click. */
    busy?: boolean;
    /** True when there is nothing to send yet: ignores clicks, but keeps its place in the tab order. */
    waits?: boolean;
  };

/** A button of the back office; submits its form unless `type` is set. */
export function Button(all: ButtonProps) {
  const { look, wide, fit, thumb, busy = false, waits = false, type = "submit", onClick, ...props } = all;
  const isIdle = busy || waits;
  const click = (event: MouseEvent<HTMLButtonElement>) => (isIdle ? event.preventDefault() : onClick?.(event));
  return (
    <button
      type={type}
      className={faceOf({ look, wide, fit, thumb })}
      aria-busy={busy || undefined}
      aria-disabled={isIdle || undefined}
      onClick={click}
      {...props}
    />
  );
}

/** A link with the weight of a button. */
export function ButtonLink({ look, wide, fit, thumb, ...props }: Omit<LinkProps, "className"> & Looks) {
  return <Link className={faceOf({ look, wide, fit, thumb })} {...props} />;
}
