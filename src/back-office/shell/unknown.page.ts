import { data, type LoaderFunctionArgs } from "react-router";
import { memberOf } from "../context";

/** Unknown address. Visitors without a session are sent to sign in and cannot tell which addresses exist. */
export function loader({ context }: LoaderFunctionArgs): never {
  memberOf(context);
  throw data(null, { status: 404 });
}

export default function Unknown() {
  return null;
}
