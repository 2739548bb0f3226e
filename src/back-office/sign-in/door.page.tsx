import { type LoaderFunctionArgs, Outlet, useLoaderData } from "react-router";
import { picturesFor } from "~/platform/media.server";
import { servicesOf, visitContext } from "../context";
import { Mark } from "../ui/mark";

const PICTURE = "/media/scenes/about.webp";

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, settings, address } = servicesOf(context);
  const { origin } = context.get(visitContext);
  const hash = (await picturesFor(db, [PICTURE])).get(PICTURE)?.hash;
  return {
    shopName: settings().shopName,
    host: new URL(origin).host,
    // The picture's address is on the shop's host, which may differ from the back office's.
    picture: hash ? `${address === origin ? "" : address}/pictures/${hash}/960.webp` : null,
  };
}

/** Layout of the sign-in pages: the shop's name, the form, and a picture. */
export default function Door() {
  const { shopName, host, picture } = useLoaderData<typeof loader>();
  return (
    <div className="door">
      <div className="door__in">
        <header className="door__name">
          <Mark />
          <span>
            {shopName}
            <small>Workshop</small>
          </span>
        </header>
        <main className="door__form" id="main">
          <Outlet />
        </main>
        <footer className="door__host">Passwords and passkeys on this page belong to {host}.</footer>
      </div>
      <div className="door__pic">{picture && <img src={picture} alt="" />}</div>
    </div>
  );
}
