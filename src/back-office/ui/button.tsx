import type { ComponentProps, MouseEvent } from "react";
import { Link, type LinkProps } from "react-router";

interface Looks {
  /** `main` is the one loud thing of a screen, `rust` cannot be undone, `bare` gives way. */
  look?: "line" | "main" | "rust" | "bare";
  /** As wide as its column. */
  wide?: boolean;
  /** The main button in the height of other controls, for bars. */
  fit?: boolean;
  /** High enough for the thumb of a hand that holds the phone. */
  thumb?: boolean;
}

const faces = { line: "btn", main: "btn btn--main", rust: "btn btn--main btn--rust", bare: "btn btn--bare" };

const faceOf = ({ look = "line", wide = false, fit = false, thumb = false }: Looks): string =>
  [faces[look], fit && "btn--fit", wide && "btn--wide", thumb && "btn--thumb"].filter(Boolean).join(" ");

type ButtonProps = Omit<ComponentProps<"button">, "className" | "disabled"> &
  Looks & {
    /** Under way: keeps its look and its focus, and ignores a second click. */
    busy?: boolean;
    /** Nothing to send yet: it ignores a click, and stays where the keyboard finds it. */
    waits?: boolean;
  };

/** A button of the back office; it sends its form unless `type` says otherwise. */
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
