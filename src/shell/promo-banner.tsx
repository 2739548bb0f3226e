import { memo } from "react";
import { Link } from "react-router";
import { PauseButton, Rotator, useRotation } from "~/ui/rotator";

/** Milliseconds for which each message is shown. */
const SHOWN_MS = 4000;

/** The shop's announcements, one after another. */
export const PromoBanner = memo(function PromoBanner({ banners }: { banners: { label: string; href: string }[] }) {
  const rotation = useRotation(banners.length, SHOWN_MS);
  return (
    <section className="promo" aria-label="Announcements" {...rotation.hold}>
      <Rotator
        rotation={rotation}
        items={banners.map(({ label, href }) => (
          <Link key={label} to={href} prefetch="intent">
            {label}
          </Link>
        ))}
      />
      {banners.length > 1 && <PauseButton autoplay={rotation} of="the announcements" className="promo__pause" />}
    </section>
  );
});
