import type { LoaderFunctionArgs } from "react-router";
import { memberOf } from "../context";

export const meta = () => [{ title: "Today | Workshop" }];

export function loader({ context }: LoaderFunctionArgs) {
  memberOf(context);
  return null;
}

export default function Today() {
  return (
    <main id="main">
      <h1>Today</h1>
      <p>Nothing waits for you.</p>
    </main>
  );
}
