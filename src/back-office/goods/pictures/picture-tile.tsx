import { useId } from "react";
import type { GoodsPicture } from "~/shop/catalog/pictures/product-pictures.server";
import { WidePlate } from "../../ui/plate";
import { wordsField } from "./picture-upload";
import type { PicturesAct } from "./pictures.server";

interface PictureTileProps {
  /** The id of the form that its controls belong to. */
  form: string;
  color: string;
  shown: GoodsPicture;
  place: { index: number; count: number };
  mayChange: boolean;
  typed?: string | undefined;
  wrong?: string | undefined;
  /** Called before a button moves it. */
  onMove(): void;
}

const MISSING = "Words are missing for those who cannot see it";

/** One picture of a list: its place, the buttons that move it, and its words. */
export function PictureTile({ form, color, shown, place, mayChange, typed, wrong, onMove }: PictureTileProps) {
  const { path, picture, elsewhere } = shown;
  const number = place.index + 1;
  const act = (does: PicturesAct) => ({ form, name: "act", value: JSON.stringify(does), className: "link" });
  const what = `picture ${number}${color && ` of ${color}`}`;
  const move = (to: "earlier" | "later") => act({ kind: "move", color, path, to });
  return (
    <li className="pic" data-path={path}>
      <WidePlate hash={picture?.hash ?? null} />
      <div className="pic__row">
        <b>{place.index === 0 ? "1 · listing" : number}</b>
        {mayChange && (
          <span className="pic__acts">
            {place.index > 0 && (
              <button {...move("earlier")} aria-label={`Earlier: ${what}`} onClick={onMove}>
                Earlier
              </button>
            )}
            {number < place.count && (
              <button {...move("later")} aria-label={`Later: ${what}`} onClick={onMove}>
                Later
              </button>
            )}
            <button {...act({ kind: "remove", color, path })} aria-label={`Remove: ${what}`}>
              Remove
            </button>
          </span>
        )}
      </div>
      <Words {...{ form, path, what, typed, wrong, mayChange }} picture={picture} />
      {elsewhere.length > 0 && <p className="field__note">Also shown: {elsewhere.slice(0, 3).join(", ")}</p>}
    </li>
  );
}

interface WordsProps extends Pick<PictureTileProps, "form" | "typed" | "wrong" | "mayChange"> {
  path: string;
  what: string;
  picture: GoodsPicture["picture"];
}

/** Text alternative of the picture; marked while there is none, which hinders nothing. */
function Words({ form, path, what, picture, typed, wrong, mayChange }: WordsProps) {
  const id = useId();
  if (!picture) return <p className="field__note">The file is missing. Remove it, and add it again.</p>;
  const says = wrong ?? (picture.alt === "" && mayChange ? MISSING : undefined);
  return (
    <div className={says ? "field has-error" : "field"}>
      <input
        key={picture.version}
        type="text"
        className="input pic__words"
        form={form}
        id={wordsField(path)}
        name={wordsField(path)}
        defaultValue={typed ?? picture.alt}
        data-was={picture.alt}
        maxLength={500}
        placeholder={mayChange ? "What is to be seen?" : "–"}
        aria-label={`Words for ${what}`}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={says ? id : undefined}
        readOnly={!mayChange}
      />
      {says && (
        <p className="field__error" id={id}>
          {says}
        </p>
      )}
    </div>
  );
}
