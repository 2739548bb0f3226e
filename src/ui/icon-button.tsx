import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import { Icon, type IconName } from "./icon";

interface Face {
  icon: IconName;
  /** The accessible name: what it does, with the count where there is one. */
  label: string;
  /** A figure on the glyph's shoulder; none at zero. */
  count?: number;
  /** With a border, 52 px. */
  box?: boolean;
  iconSize?: "small" | "regular";
  fill?: boolean;
  /** Places it; never restyles it. */
  className?: string;
}

const classesOf = (box?: boolean, className?: string) =>
  ["icon-btn", box && "icon-btn--box", className].filter(Boolean).join(" ");

function Glyph({ icon, count, iconSize, fill }: Pick<Face, "icon" | "count" | "iconSize" | "fill">) {
  return (
    <>
      <Icon name={icon} size={iconSize} fill={fill} />
      {count ? (
        <span className="count" aria-hidden="true">
          {count}
        </span>
      ) : null}
    </>
  );
}

type IconButtonProps = Face &
  Omit<ComponentProps<"button">, "children" | "className" | "aria-label"> & {
    /** For a switch: whether it is on. */
    pressed?: boolean;
  };

/** A glyph to press, 44 px each way. */
export function IconButton({ icon, label, count, box, iconSize, fill, className, pressed, ...props }: IconButtonProps) {
  return (
    <button type="button" className={classesOf(box, className)} aria-label={label} aria-pressed={pressed} {...props}>
      <Glyph icon={icon} count={count} iconSize={iconSize} fill={fill} />
    </button>
  );
}

type IconLinkProps = Face & Omit<LinkProps, "children" | "className" | "aria-label">;

/** A glyph that leads somewhere. */
export function IconLink({ icon, label, count, box, iconSize, fill, className, ...props }: IconLinkProps) {
  return (
    <Link className={classesOf(box, className)} aria-label={label} {...props}>
      <Glyph icon={icon} count={count} iconSize={iconSize} fill={fill} />
    </Link>
  );
}
