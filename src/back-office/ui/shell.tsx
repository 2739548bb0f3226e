import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { Icon, type IconName } from "./icon";
import { Mark } from "./mark";
import { countUpTo1000 } from "../count-words";

/** A screen with a link in the rail. */
export interface Place {
  to: string;
  name: string;
  icon: IconName;
  /** Prefixes of other addresses on which this link is marked as the current one. */
  also?: readonly string[];
  /** Number of waiting records; zero is not displayed. */
  waits?: number;
}

interface ShellProps {
  shopName: string;
  /** Links of the rail, in groups. */
  groups: Place[][];
  /** Links of a phone's bottom bar, to the left of the menu button. */
  bar: Place[];
  /** Opens the search dialog; without JavaScript the link leads to the page `/find`. */
  onFind(): void;
  /** Content at the bottom of the rail: shop, member, sign-out. */
  foot: ReactNode;
  children: ReactNode;
}

/** Frame around every screen: the navigation rail, or on a phone the bottom bar. */
export const Shell = ({ shopName, groups, bar, onFind, foot, children }: ShellProps) => (
  <>
    <a className="skip" href="#main">
      Skip to the work
    </a>
    <div className="room">
      <nav className="rail" aria-label="Workshop">
        <Link className="rail__name" to="/">
          <Mark />
          <span>
            {shopName}
            <span className="rail__room">Workshop</span>
          </span>
        </Link>
        <FindLink onFind={onFind} />
        <Places groups={groups} />
        <div className="rail__foot">{foot}</div>
      </nav>
      {children}
    </div>
    <nav className="bar" aria-label="Workshop, short">
      {[...bar, MENU].map((place) => (
        <PlaceLink key={place.to} place={place}>
          <Icon name={place.icon} />
          {place.name}
          <Waits count={place.waits} face="bar__count" />
        </PlaceLink>
      ))}
    </nav>
  </>
);

const MENU: Place = { to: "/menu", name: "Menu", icon: "menu" };

function FindLink({ onFind }: { onFind(): void }) {
  return (
    <Link
      className="find"
      to="/find"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onFind();
      }}
    >
      <Icon name="search" size="small" />
      <span>Find</span>
      <kbd className="kbd">Ctrl K</kbd>
    </Link>
  );
}

/** Links of the rail, in the style of a road sign: name at the left, number of waiting records at the right. */
export const Places = ({ groups }: { groups: Place[][] }) => (
  <div className="signs">
    {groups.map((places) => (
      <ul className="signs__group" key={places[0]?.to}>
        {places.map((place) => (
          <li key={place.to}>
            <PlaceLink place={place}>
              {place.name}
              <Waits count={place.waits} face="signs__count" />
            </PlaceLink>
          </li>
        ))}
      </ul>
    ))}
  </div>
);

/** Link that has `aria-current` if its screen is shown; CSS styles the attribute. */
function PlaceLink({ place: { to, also = [] }, children }: { place: Place; children: ReactNode }) {
  const { pathname } = useLocation();
  const isCurrent = [to, ...also].some((way) => pathname === way || (way !== "/" && pathname.startsWith(`${way}/`)));
  return (
    <Link to={to} aria-current={isCurrent ? "page" : undefined}>
      {children}
    </Link>
  );
}

const Waits = ({ count = 0, face }: { count?: number; face: string }) =>
  count > 0 && (
    <b className={face}>
      {countUpTo1000(count)}
      <span className="vh"> wait for you</span>
    </b>
  );
