import type { CSSProperties } from "react";
import type { Settings } from "~/shop/settings";
import { iconImage, type IconName } from "~/ui/icon";

const networks = [
  { key: "instagram", name: "Instagram", icon: "instagram" },
  { key: "facebook", name: "Facebook", icon: "facebook" },
  { key: "youtube", name: "YouTube", icon: "youtube" },
  { key: "pinterest", name: "Pinterest", icon: "pinterest" },
] satisfies { key: keyof Settings["social"]; name: string; icon: IconName }[];

/** Links to the shop's social networks; those without an address are left out. */
export function SocialLinks({ social, className = "socials" }: { social: Settings["social"]; className?: string }) {
  const shown = networks.filter(({ key }) => social[key] !== "");
  if (shown.length === 0) return null;
  return (
    <div className={className}>
      {shown.map(({ key, name, icon }) => (
        <a
          key={key}
          className="icon-btn icon-btn--drawn"
          style={{ "--icon": iconImage(icon) } as CSSProperties}
          href={social[key]}
          aria-label={name}
          rel="noopener"
          target="_blank"
        />
      ))}
    </div>
  );
}
