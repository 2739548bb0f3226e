import type { ComponentProps, ReactNode } from "react";
import { Button, ButtonLink } from "./button";

interface SaveFootProps extends Pick<
  ComponentProps<typeof ButtonLink>,
  "reloadDocument" | "preventScrollReset" | "onClick"
> {
  /** Sentence about what saving does, or an element with the class `foot__what`. */
  what: ReactNode;
  /** Address of the link that leaves without saving, and its name. */
  back: { to: string; name: string };
  busy?: boolean;
  /** Label of the button that saves. */
  saves?: string;
}

/** Foot of a form that saves: what will be saved, a link that leaves without saving, and the button. */
export const SaveFoot = ({ what, back, busy = false, saves = "Save", ...leaving }: SaveFootProps) => (
  <div className="foot" role="region" aria-label="What will be saved">
    {typeof what === "string" ? <p className="foot__what">{what}</p> : what}
    <ButtonLink look="bare" to={back.to} {...leaving}>
      {back.name}
    </ButtonLink>
    <Button look="main" fit busy={busy}>
      {saves}
    </Button>
  </div>
);
