import { Link } from "react-router";

/** Shown for a used link of the first owner, once there is an owner. */
export const OwnerLinkDone = () => (
  <>
    <h1>This shop has its owner</h1>
    <p className="door__text">
      This link has made the owner and has done its work. If that is you, sign in. If not, ask the owner for an
      invitation.
    </p>
    <p className="door__more">
      <Link className="link" to="/sign-in">
        To sign in
      </Link>
    </p>
  </>
);

/** Shown for a link that does not work; the reason is not revealed. */
export const LinkExpired = () => (
  <>
    <h1>This link is over</h1>
    <p className="door__text">It was used, is too old, or was never one of ours. Ask for a new one.</p>
    <p className="door__more">
      <Link className="link" to="/sign-in">
        To sign in
      </Link>
    </p>
  </>
);
