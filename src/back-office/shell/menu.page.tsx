import { Form, Link, useRouteLoaderData } from "react-router";
import { Places } from "../ui/shell";
import { Icon } from "../ui/icon";
import { PageHead } from "../ui/page-head";
import type { WorkshopFrame } from "./frame.server";
import { titled } from "../titled";

export const meta = titled("Menu");

/** Page with the links of the navigation rail, for phones. */
export default function Menu() {
  const frame = useRouteLoaderData<WorkshopFrame>("shell/frame.page");
  if (!frame) return null;
  const { places, member, shopAddress } = frame;
  return (
    <>
      <PageHead title="Menu">{`${frame.shopName}, ${member.name}`}</PageHead>
      <nav className="menu" aria-label="All screens">
        <Link className="find" to="/find">
          <Icon name="search" size="small" />
          <span>Find</span>
        </Link>
        <Places groups={places} />
        <ul className="menu__own">
          <li>
            <Link to="/account">My account</Link>
          </li>
          <li>
            <Link to="/keys">Light and keys</Link>
          </li>
          <li>
            <a href={shopAddress}>See the shop</a>
          </li>
          <li>
            <Form method="post" action="/sign-out">
              <button>Sign out</button>
            </Form>
          </li>
        </ul>
      </nav>
    </>
  );
}
