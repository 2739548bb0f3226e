import type { ComponentProps, MouseEvent } from "react";
import { Link, type LinkProps } from "react-router";

interface Looks {
  look?: "solid" | "line" | "rust" | "quiet";
  size?: "regular" | "large";
  /** Whether the button fills the width of its column. */
  wide?: boolean;
  /** Whether the button's two texts are aligned to opposite edges. */
  split?: boolean;
}

function faceOf({ look = "solid", size = "regular", wide = false, split = false }: Looks): string {
  const variants = [
    look !== "solid" && `btn--${look}`,
    size === "large" && "btn--lg",
    wide && "btn--wide",
    split && "btn--split",
  ];
  return ["btn", ...variants].filter(Boolean).join(" ");
}

type ButtonProps = Omit<ComponentProps<"button">, "className"> &
  Looks & {
    /** Whether a request is pending: the button keeps its look and focus, shows a spinner, and ignores clicks. */
    busy?: boolean;
  };

/** The shop's button. `look` sets its emphasis; `wide` and `split` its layout. */
export function Button({ look, size, wide, split, busy = false, type = "button", ...props }: ButtonProps) {
  const { onClick, children, ...rest } = props;
  const click = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event));
  return (
    <button
      type={type}
      className={faceOf({ look, size, wide, split })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={click}
      {...rest}
    >
      {busy && <i className="spin" aria-hidden="true" />}
      {children}
    </button>
  );
}

type ButtonLinkProps = Omit<LinkProps, "className"> & Looks;

/** A link that looks like a button. */
export function ButtonLink({ look, size, wide, split, ...props }: ButtonLinkProps) {
  return <Link className={faceOf({ look, size, wide, split })} {...props} />;
}
