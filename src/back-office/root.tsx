import { type ReactNode, useEffect } from "react";
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  type MiddlewareFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from "react-router";
import { pendingFormFor } from "./pending-form.server";
import { ScreenError } from "./shell/error-page";
import type { WorkshopFrame } from "./shell/frame.server";
import { guard } from "./visit.server";

export const meta = () => [{ title: "Workshop" }];

/** Guard of all screens, so that each needs a session even if its own code does not check for one. */
export const middleware: MiddlewareFunction<Response>[] = [guard];

export const loader = async ({ context, request }: LoaderFunctionArgs) => ({
  kept: await pendingFormFor(context, request),
});

/** HTML document around every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const room = useRouteLoaderData<WorkshopFrame>("shell/frame.page")?.room ?? "device";
  useEffect(() => void window.earlyInput?.repeat(), []);
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

/** Error page for errors in the frame (header and menu), therefore without the frame. */
export function ErrorBoundary() {
  return (
    <main className="page" id="main">
      <ScreenError />
    </main>
  );
}
