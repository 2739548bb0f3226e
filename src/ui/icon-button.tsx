import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import { Icon, type IconName } from "./icon";

interface Face {
  icon: IconName;
  /** Accessible name of the button: its action, and the count if it has one. */
  label: string;
  /** Number at the icon's corner; hidden if 0. */
  count?: number;
  /** Whether the button has a border, and a size of 52 px. */
  box?: boolean;
  iconSize?: "small" | "regular";
  fill?: boolean;
  /** CSS class, for positioning only. */
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
    /** State of a toggle button; undefined for other buttons. */
    pressed?: boolean;
  };

/** Icon as a button, at least 44 px wide and high. */
export function IconButton({ icon, label, count, box, iconSize, fill, className, pressed, ...props }: IconButtonProps) {
  return (
    <button type="button" className={classesOf(box, className)} aria-label={label} aria-pressed={pressed} {...props}>
      <Glyph icon={icon} count={count} iconSize={iconSize} fill={fill} />
    </button>
  );
}

type IconLinkProps = Face & Omit<LinkProps, "children" | "className" | "aria-label">;

/** Icon as a link, at least 44 px wide and high. */
export function IconLink({ icon, label, count, box, iconSize, fill, className, ...props }: IconLinkProps) {
  return (
    <Link className={classesOf(box, className)} aria-label={label} {...props}>
      <Glyph icon={icon} count={count} iconSize={iconSize} fill={fill} />
    </Link>
  );
}
