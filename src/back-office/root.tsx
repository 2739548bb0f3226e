import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import { ScreenError } from "./shell/error-page";
import type { FrameFacts } from "./shell/frame.server";

export const meta = () => [{ title: "Workshop" }];

/** The document around every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const room = useRouteLoaderData<FrameFacts>("shell/frame.page")?.room ?? "device";
  return (
    <html lang="en-US" data-room={room === "device" ? undefined : room}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function BackOffice() {
  return <Outlet />;
}

/** Where not even the frame could be shown. */
export function ErrorBoundary() {
  return (
    <main className="page" id="main">
      <ScreenError />
    </main>
  );
}
