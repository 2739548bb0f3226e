import { data, type LoaderFunctionArgs } from "react-router";
import { memberOf } from "../context";

/** An address without a screen; whoever is not signed in does not learn which have one. */
export function loader({ context }: LoaderFunctionArgs): never {
  memberOf(context);
  throw data(null, { status: 404 });
}

export default function Unknown() {
  return null;
}
