import type { ComponentProps, MouseEvent } from "react";
import { Link, type LinkProps } from "react-router";

interface Looks {
  look?: "solid" | "line" | "rust" | "quiet";
  size?: "regular" | "large";
  /** Full width of its column. */
  wide?: boolean;
  /** Two words at opposite edges. */
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
    /** Pending: keeps its look and focus, shows a spinner, and ignores clicks. */
    busy?: boolean;
  };

/** The shop's button. `look` says how loud it is, `wide` fills the column, `split` sets two words to its edges. */
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

/** A link with the weight of a button. */
export function ButtonLink({ look, size, wide, split, ...props }: ButtonLinkProps) {
  return <Link className={faceOf({ look, size, wide, split })} {...props} />;
}
