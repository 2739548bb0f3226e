import type { ReactNode } from "react";
import { Link } from "react-router";

/** Text for the owner's first link when it is opened although the shop already has an owner. */
export const OwnerLinkDone = () => (
  <OverPage title="This shop has its owner">
    This link has made the owner and has done its work. If that is you, sign in. If not, ask the owner for an
    invitation.
  </OverPage>
);

/** Text for an invalid link, which does not say whether the link was used, is too old, or never existed. */
export const LinkExpired = () => (
  <OverPage title="This link is over">It was used, is too old, or was never one of ours. Ask for a new one.</OverPage>
);

/** Text shown in place of the page that a link should open, with a link to sign-in. */
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
