import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, MouseEvent } from "react";
import { Link, type LinkProps } from "react-router";

const button = cva("btn", {
  variants: {
    look: { solid: "", line: "btn--line", rust: "btn--rust", quiet: "btn--quiet" },
    size: { regular: "", large: "btn--lg" },
    wide: { true: "btn--wide" },
    split: { true: "btn--split" },
  },
  defaultVariants: { look: "solid", size: "regular" },
});

type Looks = VariantProps<typeof button>;

type ButtonProps = Omit<ComponentProps<"button">, "className"> &
  Looks & {
    /** At work: it keeps its face and its focus, turns a wheel before its words, and takes no further click. */
    busy?: boolean;
  };

/** The shop's button. `look` says how loud it is, `wide` fills the column, `split` sets two words to its edges. */
export function Button({ look, size, wide, split, busy = false, type = "button", ...props }: ButtonProps) {
  const { onClick, children, ...rest } = props;
  const click = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event));
  return (
    <button
      type={type}
      className={button({ look, size, wide, split })}
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
  return <Link className={button({ look, size, wide, split })} {...props} />;
}
