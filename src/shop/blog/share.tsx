import { Icon, type IconName } from "~/ui/icon";
import { IconButton } from "~/ui/icon-button";

interface ShareProps {
  title: string;
  /** Absolute address of the shared page. */
  address: string;
  /** Absolute address of the picture that social networks show. */
  picture?: string | undefined;
}

/** A button that opens the device's share dialog, or else copies the link, and links to social networks. */
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

/** Functions of the browser that may be missing, since both need https. */
interface Sharing {
  share?: Navigator["share"];
  clipboard?: Pick<Clipboard, "writeText">;
}

async function passOn(title: string, url: string): Promise<void> {
  const { share, clipboard }: Sharing = navigator;
  // Closing the share dialog also rejects, which is no error.
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
      // Encoded by `encodeURIComponent`, because mail programs do not decode a plus as a space.
      href: `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`,
    },
  ];
}
