import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { servicesOf } from "../context";

export const meta = () => [{ title: "Sign in | Workshop" }];

export function loader({ context }: LoaderFunctionArgs) {
  return { shopName: servicesOf(context).settings().shopName };
}

export default function SignIn() {
  const { shopName } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <p>{shopName} Workshop</p>
      <h1>Sign in</h1>
    </main>
  );
}
