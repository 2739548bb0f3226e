import type { ReactNode } from "react";
import { Link } from "react-router";

/** Shown for a used link of the first owner, once there is an owner. */
export const OwnerLinkDone = () => (
  <OverPage title="This shop has its owner">
    This link has made the owner and has done its work. If that is you, sign in. If not, ask the owner for an
    invitation.
  </OverPage>
);

/** Shown for a link that does not work; the reason is not revealed. */
export const LinkExpired = () => (
  <OverPage title="This link is over">It was used, is too old, or was never one of ours. Ask for a new one.</OverPage>
);

/** Text in place of the page of a link, with the way to sign in. */
const OverPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h1>{title}</h1>
    <p className="door__text">{children}</p>
    <p className="door__more">
      <Link className="link" to="/sign-in">
        To sign in
      </Link>
    </p>
  </>
);
