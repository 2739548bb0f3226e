import { data, type LoaderFunctionArgs } from "react-router";
import { memberOf } from "../context";

/**
 * Page for an unknown address. Visitors without a session are sent to sign-in for any address, so they cannot tell which exist.
 */
export function loader({ context }: LoaderFunctionArgs): never {
  memberOf(context);
  throw data(null, { status: 404 });
}

export default function Unknown() {
  return null;
}
