import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { PageSkeleton } from "~/shop/catalog/page-skeleton";
import { SearchExample } from "~/shop/catalog/search/use-search-example";
import { tidyAttempt } from "~/shop/checkout/attempt-store";
import { Icon } from "~/ui/icon";
import { Logo } from "~/ui/logo";
import { WaysToPay } from "~/shop/bag/ways-to-pay";
import { SkipLink } from "~/ui/skip-link";
import { usePageFocus } from "~/ui/use-page-focus";
import { isCalmPage, isWelcomePage } from "./calm-pages";
import type { FrameContent } from "./frame-content";
import { Footer } from "./footer";
import { Header } from "./header";
import { MenuOverPage } from "./menu-provider";
import { PopUp } from "./pop-up";
import { PromoBanner } from "./promo-banner";

/** Frame around a page. Pages on which shoppers pay have no banner, navigation, newsletter form or welcome pop-up. */
export function Frame({ content, children }: { content: FrameContent; children: ReactNode }) {
  const { pathname } = useLocation();
  const calm = isCalmPage(pathname);
  useEffect(tidyAttempt, []);
  usePageFocus();
  return (
    <SearchExample value={content.searchExample}>
      <SkipLink />
      {!calm && <PromoBanner banners={content.banners} />}
      {calm ? <CalmHeader shopName={content.settings.shopName} /> : <Header content={content} />}
      <PageSkeleton titles={content.titles} />
      {children}
      {calm ? <CalmFooter copyright={content.footer.copyright} /> : <Footer content={content} />}
      {!calm && <MenuOverPage content={content} />}
      <PopUp texts={content.popUp} settings={content.settings} isWelcome={isWelcomePage(pathname)} />
    </SearchExample>
  );
}

function CalmHeader({ shopName }: { shopName: string }) {
  return (
    <header className="head head--calm">
      <Link className="head__logo" to="/" aria-label={`${shopName}, home`}>
        <Logo name={shopName} />
      </Link>
      <span className="lock">
        <Icon name="lock" size="small" />
        Your data is secure
      </span>
      <Link className="go" to="/cart" prefetch="intent">
        Bag
        <Icon name="bag" />
      </Link>
    </header>
  );
}

function CalmFooter({ copyright }: { copyright: string }) {
  return (
    <footer className="wrap foot__base foot__base--calm">
      <p>{copyright}</p>
      <WaysToPay />
    </footer>
  );
}
