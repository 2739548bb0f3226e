import condensedFont from "@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff2?url";
import textFont from "@fontsource/barlow/files/barlow-latin-400-normal.woff2?url";
import "~/platform/no-eval";
import { type ReactNode, useEffect } from "react";
import {
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteLoaderData,
} from "react-router";
import { memoizedPictures } from "~/platform/media.server";
import { services } from "./services";
import type { FrameContent } from "~/shell/frame-content";
import { Frame } from "~/shell/frame";
import { MenuProvider, MenuSign } from "~/shell/menu-provider";
import { Splash } from "~/shell/splash";
import { BagProvider } from "~/shop/bag/bag-provider";
import { type Collection, collections } from "~/shop/catalog/collections";
import { GIFT_CARD_PAGE } from "~/shop/catalog/product-kind";
import { areGiftCardsSold } from "~/shop/catalog/catalog.server";
import { countsByCollection } from "~/shop/catalog/listing/facet-counts.server";
import { waysOn, withoutEmpty } from "~/shop/catalog/listing/links-to-goods.server";
import { banners, menus } from "~/shop/texts/menus.server";
import { pageContent } from "~/shop/texts/page-content.server";
import type { PageTexts } from "~/shop/texts/page-texts";
import { NotFound } from "~/shop/information/not-found";
import { openDelivery } from "~/shop/delivery-terms.server";
import { limits } from "~/shop/limits";
import { WishlistProvider } from "~/shop/wishlist/wishlist-provider";
import { EmptyState } from "~/ui/empty-state";
import { addressOfRecord } from "~/shop/information/record-address.server";
import { ToastProvider } from "~/ui/toast";
import { takeover, useHydrated } from "~/ui/use-hydrated";
import type { Route } from "./+types/root";

const POP_UP_PICTURE = "/media/scenes/hero-portrait.webp";

/** Data of the frame around every page, which is the same for all visitors. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(services);
  const { db, settings: inForce } = shop;
  const settings = inForce();
  const [links, counts, ways, sellsGiftCards, announcements, footer, popUp, listings, search, home, pictures] =
    await Promise.all([
      menus(db, settings, (target) => addressOfRecord(db, target)).then((all) => withoutEmpty(db, all)),
      countsByCollection(db),
      waysOn(db),
      areGiftCardsSold(db),
      banners(db, settings),
      pageContent(db, "footer", settings),
      pageContent(db, "newsletterPopup", settings).then((texts) => withoutEmpty(db, texts)),
      pageContent(db, "listings", settings),
      pageContent(db, "search", settings),
      // A change of the home page's texts drops only the cached home page.
      url.pathname === "/" ? pageContent(db, "home", settings) : undefined,
      memoizedPictures(db, [POP_UP_PICTURE]),
    ]);
  const { shopName, heldPieces, popUpDelay, popUpPauseDays, social } = settings;
  const { terms: delivery, dependsOnPlace: _, ...places } = openDelivery({ settings: inForce });
  const frame: FrameContent = {
    menus: { ...links, footer: links.footer.filter(({ links: own }) => own.length > 0) },
    counts,
    waysOn: ways,
    ...(sellsGiftCards && { giftCards: GIFT_CARD_PAGE }),
    banners: announcements,
    footer,
    ...(home && { splash: home.splash }),
    searchExample: search.placeholder,
    ...changedTitles(listings.titles),
    popUp: { ...popUp, picture: pictures.get(POP_UP_PICTURE) ?? null },
    settings: { shopName, ...delivery, ...places, heldPieces, popUpDelay, popUpPauseDays, social },
  };
  return { frame };
}

/** Titles of listings that differ from those in the browser's code. */
function changedTitles(titles: Record<Collection, string>): Pick<FrameContent, "titles"> {
  const changed = Object.entries(titles).filter(([key, title]) => collections[key as Collection] !== title);
  return changed.length > 0 ? { titles: Object.fromEntries(changed) } : {};
}

/** Whether to load the frame's data again: only when the same page is reloaded, not during navigation. */
export const shouldRevalidate = ({ currentUrl, nextUrl, formMethod, ...rest }: ShouldRevalidateFunctionArgs): boolean =>
  rest.defaultShouldRevalidate && !formMethod && currentUrl.href === nextUrl.href;

export const links: LinksFunction = () => [
  // Fonts of the first window, whose large headings would otherwise shift by a pixel. Not for phones: on a slow connection they
  // would delay the styles.
  ...[condensedFont, textFont].map((href) => ({
    rel: "preload",
    href,
    as: "font",
    type: "font/woff2",
    media: "(width >= 768px)",
    crossOrigin: "anonymous" as const,
  })),
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "16x16 32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

const isMissing = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404;

/** Title of error pages; all other pages have their own head. */
export const meta = ({ error }: Route.MetaArgs) =>
  error
    ? [{ title: isMissing(error) ? "Page Not Found" : "Something went wrong" }, { name: "robots", content: "noindex" }]
    : [];

/** Data of the root loader; undefined if it failed. */
const useRootData = () => useRouteLoaderData<typeof loader>("root");

/** Document around every page, with the parts of the frame whose data could be loaded. */
export function Layout({ children }: { children: ReactNode }) {
  const frame = useRootData()?.frame;
  const { pathname } = useLocation();
  const isCheckout = pathname === "/checkout";
  useEffect(() => {
    takeover.isDone = true;
    void window.earlyInput?.repeat();
  }, []);
  return (
    // The splash script changes attributes of this element before hydration.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* Delays the first paint until the hero is parsed, because its height determines where its picture is. */}
        {pathname === "/" && <link rel="expect" href="#hero" blocking="render" />}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <meta name="theme-color" content="#0c0b0a" />
        <Meta />
        <Links />
      </head>
      <body>
        {pathname === "/" && frame?.splash && <Splash texts={frame.splash} shopName={frame.settings.shopName} />}
        <ToastProvider {...(isCheckout && { timeout: limits.timings.checkoutToast })}>
          <BagProvider most={frame?.settings.heldPieces}>
            <WishlistProvider>
              <MenuProvider>{frame ? <Frame content={frame}>{children}</Frame> : children}</MenuProvider>
            </WishlistProvider>
          </BagProvider>
        </ToastProvider>
        <ScrollRestoration />
        <FirstScripts />
      </body>
    </html>
  );
}

/**
 * Scripts of the document. Renders once more after hydration, because React Router then removes them and the links that loaded
 * them, which every later change of styles would have to pass.
 */
function FirstScripts() {
  useHydrated();
  return <Scripts />;
}

export default function App({ loaderData }: Route.ComponentProps) {
  return <Outlet context={{ menu: <MenuSign content={loaderData.frame} /> }} />;
}

/** Page in the frame for an unknown address, with the texts of the error, or for another error, with a link to try again. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  if (!isMissing(error))
    return (
      <Fault
        title="The signal dropped"
        text="We could not load this page."
        href={pathname + search}
        label="Try again"
      />
    );
  const texts = (error as { data?: PageTexts<"notFound"> | null }).data;
  if (texts?.links) return <NotFound texts={texts} />;
  return <Fault title="Page Not Found" text="There is nothing at this address." href="/" label="Home" />;
}

const Fault = ({ title, text, href, label }: Record<"title" | "text" | "href" | "label", string>) => (
  <main id="main" className="wide">
    <EmptyState
      heading="h1"
      title={title}
      text={text}
      action={
        <a className="btn btn--line" href={href}>
          {label}
        </a>
      }
    />
  </main>
);
