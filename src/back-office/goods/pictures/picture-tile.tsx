import { useId } from "react";
import type { GoodsPicture } from "~/shop/catalog/pictures/product-pictures.server";
import { oneLineArea } from "../../ui/field";
import { WidePlate } from "../../ui/plate";
import { pictureName, wordsField } from "./pictures-address";
import type { OpenPictures, PicturesAct } from "./pictures.server";

/** Props of the field for a picture's alternative text, from the form that saves the text. */
export interface WordsProps {
  /** Id of the form that saves the text. */
  form: string;
  typed?: string | undefined;
  isNew?: boolean;
  wrong?: string | undefined;
}

interface PictureTileProps {
  /** Id of the form that the buttons belong to. */
  form: string;
  color: string;
  shown: OpenPictures["lists"][number]["pictures"][number];
  place: { index: number; count: number };
  mayChange: boolean;
  words: WordsProps;
  /** Callback before a button moves the picture. */
  onMove(): void;
}

const MISSING = "Words are missing for those who cannot see it";

/** Picture of a list with its position, buttons to move it, and its alternative text. */
export function PictureTile({ form, color, shown, place, mayChange, words, onMove }: PictureTileProps) {
  const { path, picture, notes } = shown;
  const number = place.index + 1;
  const act = (does: PicturesAct) => ({ form, name: "act", value: JSON.stringify(does), className: "link" });
  const what = pictureName(place.index, color);
  const move = (to: "earlier" | "later") => act({ kind: "move", color, path, to });
  return (
    <li className="pic" data-item={path}>
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
      <Words {...words} {...{ path, what, mayChange }} picture={picture} />
      {notes.map((note) => (
        <p className="field__note" key={note}>
          {note}
        </p>
      ))}
    </li>
  );
}

interface WordsFieldProps extends WordsProps, Pick<PictureTileProps, "mayChange"> {
  path: string;
  what: string;
  picture: GoodsPicture["picture"];
}

/** Field for a picture's alternative text. A missing text is marked, but is no error. */
function Words({ form, path, what, picture, typed, isNew = false, wrong, mayChange }: WordsFieldProps) {
  const id = useId();
  if (!picture) return <p className="field__note">The file is missing. Remove it, and add it again.</p>;
  const isMissing = picture.alt === "" && !isNew && mayChange;
  const says = wrong ?? (isMissing ? MISSING : undefined);
  return (
    <div className={["field", says && "has-error", isNew && "is-new"].filter(Boolean).join(" ")}>
      <textarea
        {...oneLineArea}
        key={picture.version}
        rows={2}
        className="input input--line pic__words"
        form={form}
        id={wordsField(path)}
        name={wordsField(path)}
        defaultValue={typed ?? picture.alt}
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
