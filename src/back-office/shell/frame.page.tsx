import { type LoaderFunctionArgs, Outlet, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";

export function loader({ context }: LoaderFunctionArgs) {
  const { name, role } = memberOf(context);
  return { shopName: servicesOf(context).settings().shopName, member: { name, role } };
}

/** What stands around every screen of a member. */
export default function Frame() {
  const { shopName, member } = useLoaderData<typeof loader>();
  return (
    <>
      <header>
        {shopName} Workshop, {member.name}
      </header>
      <Outlet />
    </>
  );
}
