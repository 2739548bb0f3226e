import { Icon, type IconName } from "~/ui/icon";
import { IconButton } from "~/ui/icon-button";

interface ShareProps {
  title: string;
  /** The whole web address of what is shared. */
  address: string;
  /** The whole web address of its picture. */
  picture?: string | undefined;
}

/** Passes an article on: by what the device offers, or as a copied link, or through a network. */
export function Share({ title, address, picture }: ShareProps) {
  return (
    <div className="share">
      <h2>Share</h2>
      <ul>
        <li>
          <IconButton icon="share" label="Share" onClick={() => void passOn(title, address)} />
        </li>
        {networks({ title, address, picture }).map(({ icon, label, href }) => (
          <li key={label}>
            <a className="icon-btn" href={href} target="_blank" rel="noopener noreferrer" aria-label={label}>
              <Icon name={icon} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Browser functions that may be missing: both need a secure address. */
interface Sharing {
  share?: Navigator["share"];
  clipboard?: Pick<Clipboard, "writeText">;
}

async function passOn(title: string, url: string): Promise<void> {
  const { share, clipboard }: Sharing = navigator;
  // Closing the native share sheet rejects too: that is no error to report.
  if (share) return share.call(navigator, { title, url }).catch(() => undefined);
  const copied = await clipboard?.writeText(url).then(
    () => true,
    () => false,
  );
  window.alert(copied ? "Link copied to clipboard!" : "Sharing not supported in this browser.");
}

function networks({ title, address, picture }: ShareProps): { icon: IconName; label: string; href: string }[] {
  const query = (words: Record<string, string>) => new URLSearchParams(words).toString();
  const pin = { url: address, description: title, ...(picture && { media: picture }) };
  return [
    {
      icon: "facebook",
      label: "Share on Facebook",
      href: `https://www.facebook.com/sharer/sharer.php?${query({ u: address })}`,
    },
    {
      icon: "pinterest",
      label: "Share on Pinterest",
      href: `https://www.pinterest.com/pin/create/button/?${query(pin)}`,
    },
    { icon: "x", label: "Share on X", href: `https://x.com/intent/post?${query({ url: address, text: title })}` },
    {
      icon: "mail",
      label: "Share by mail",
      // Mail programs read a plus as a plus.
      href: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`,
    },
  ];
}
