import { Link } from "react-router";

/** In place of a page whose link opens nothing. What was wrong with it is nobody's business. */
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
