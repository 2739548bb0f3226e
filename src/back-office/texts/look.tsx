import type { MenuForm } from "~/shop/texts/menu-forms";
import { isDrawn, MenuLook } from "./menu-look";

interface LookProps {
  /** Address of the text's page in the back office. */
  here: string;
  /** Address of the page on the shop. */
  address: string;
  name: string;
  /** Version of the saved draft; the preview is reloaded when it changes. */
  version: number;
  isDraft: boolean;
  /** Time for which the preview is rendered, in the shop's time zone; "" for now. */
  at: string;
  /** Form of the menu; null for other texts. */
  menu?: MenuForm | null;
  /** Values of the form as they are typed. */
  typed?: Record<string, string | undefined>;
  /** Settings that the words may quote in braces. */
  quotes?: readonly { name: string; value: string }[];
}

/**
 * Preview of a page of the shop with the saved draft; its links do not work. A menu that the page would not show is drawn as it
 * is typed.
 */
export function Look({ here, address, name, version, isDraft, at, menu, typed = {}, quotes = [] }: LookProps) {
  const drawn = menu && isDrawn(menu) ? menu : null;
  const stands = isDraft ? "With the saved draft" : "As it is on the shop";
  const src = `/back-office${here.replace(/^\/words\//, "/words/look/")}?at=${encodeURIComponent(at)}`;
  return (
    <section className="look" aria-label="How it looks">
      <div className="look__bar">
        <h2>How it looks</h2>
        <a className="link" href={src} target="_blank" rel="noopener">
          In a window of its own
        </a>
      </div>
      {/* This field belongs to another form than the form of the texts around it. */}
      <div className="look__at">
        <label className="label" htmlFor="look-at">
          As on
        </label>
        <span className="look__day">
          <input className="input" id="look-at" type="datetime-local" name="at" form="look" defaultValue={at} />
        </span>
        <button className="btn" form="look">
          Show
        </button>
      </div>
      {drawn ? (
        <MenuLook form={drawn} typed={typed} quotes={quotes} />
      ) : (
        <div className="look__page">
          <iframe
            key={`${version} ${at}`}
            src={`${src}&framed=1`}
            title={`${name}, as it would be`}
            tabIndex={-1}
            sandbox="allow-same-origin"
            loading="lazy"
          />
        </div>
      )}
      <p className="look__note">
        {drawn ? `Drawn as it is typed. In the other window: ${stands.toLowerCase()}` : stands}
        {at && ", and with what is planned until then"}, seen by members only.{" "}
        <a className="link" href={address} target="_blank" rel="noopener">
          Today&apos;s page
        </a>
      </p>
    </section>
  );
}
