import { useEffect, useRef, useState } from "react";
import { useFetcher, useNavigation } from "react-router";
import { useHydrated } from "~/ui/use-hydrated";
import type { GoodsPictureList } from "~/shop/catalog/pictures/product-pictures.server";
import { useUnsaved } from "../../forms/use-unsaved";
import { WorkshopForm } from "../../forms/workshop-form";
import { Button } from "../../ui/button";
import { LEADS_BACK } from "../../ui/leave-guard";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import { AddPictures } from "./add-pictures";
import { picturesAddress, uploadAddress, wordsField, wordsLabel } from "./picture-upload";
import { PictureTile } from "./picture-tile";
import type { OpenPictures, PicturesAct } from "./pictures.server";
import { usePictureDrag } from "./use-picture-drag";
import { counted } from "../../count-texts";

/** The form that all controls of the section belong to; they name it, so that they may stand inside another form's page. */
const FORM = "pictures-form";
/** The section's name among the forms of a page. */
export const PICTURES = "pictures";
const uploadForm = (color: string): string => `pictures-of-${color}`;

interface SectionProps {
  open: OpenPictures;
  /** The page that an act leads back to. */
  back: string;
}

/** The forms of the section, which hold no field that is seen: they stand outside of any other form. */
export const PictureForms = ({ open: { productId, lists, submission }, back }: SectionProps) => (
  <>
    <WorkshopForm
      id={FORM}
      name={PICTURES}
      action={picturesAddress(productId)}
      submission={submission}
      opened={{ versions: JSON.stringify(seenOf(lists)) }}
      labels={wordsLabel}
      thing="these words"
      preventScrollReset
      {...LEADS_BACK}
    >
      <input type="hidden" name="back" value={back} />
      {/* The button that Enter in a field presses. */}
      <button className="vh" name="act" value='{"kind":"words"}' tabIndex={-1} aria-hidden>
        Save words
      </button>
    </WorkshopForm>
    {lists.map(({ color }) => (
      <form
        key={color}
        id={uploadForm(color)}
        method="post"
        action={uploadAddress(productId)}
        encType="multipart/form-data"
      >
        <input type="hidden" name="submission" value={submission} />
        <input type="hidden" name="color" value={color} />
      </form>
    ))}
  </>
);

const seenOf = (lists: GoodsPictureList[]) =>
  Object.fromEntries(
    lists.flatMap(({ pictures }) =>
      pictures.flatMap(({ path, picture }) =>
        picture ? [[path, { alt: picture.alt, version: picture.version }] as const] : [],
      ),
    ),
  );

/** The pictures of a product, color by color: their order, their words, and where new ones are dropped. */
export function PicturesSection({ open, back }: SectionProps) {
  const { answer, kept = {} } = useUnsaved(PICTURES);
  const { typed, errors: wrong } = answer ?? { typed: kept, errors: {} };
  const { lists, refused, productId, mayChange } = open;
  const isReady = useHydrated();
  const isSaving = useNavigation().formMethod === "POST";
  const box = useRef<HTMLDivElement>(null);
  // Which words were stored when others were typed: once they are saved, nothing is changed any more.
  const stored = Object.entries(seenOf(lists))
    .map(([path, { version }]) => `${path} ${version}`)
    .toSorted()
    .join("\n");
  const [changedOver, setChangedOver] = useState<string>();
  const isChanged = changedOver === stored;
  const { act, pressed } = useAct(open, back, box);
  const look = () => setChangedOver(box.current !== null && differs(box.current) ? stored : undefined);
  return (
    <div id="pictures" ref={box} onInput={look}>
      <Section title="Pictures" note="The first of each color stands on the listing">
        {refused.length > 0 && (
          <Notice title={`${counted(refused.length, "file was", "files were")} not taken.`}>
            <ul>
              {refused.map(({ name, message }, index) => (
                <li key={index}>
                  {name}: {message}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {lists.map((list) => (
          <PictureList key={list.color} {...{ list, productId, mayChange, typed, wrong, act, pressed }} />
        ))}
        {mayChange && (isChanged || !isReady) && (
          <div className="pics__save">
            <Button look="main" fit form={FORM} name="act" value='{"kind":"words"}' busy={isSaving}>
              Save the pictures&rsquo; words
            </Button>
          </div>
        )}
      </Section>
    </div>
  );
}

/** Does by script what a button of the form does without; the focus stays with the picture that was moved. */
function useAct({ productId, lists }: OpenPictures, back: string, box: { current: HTMLElement | null }) {
  const fetcher = useFetcher();
  const last = useRef<string>(undefined);
  useEffect(() => {
    const path = last.current;
    last.current = undefined;
    const isThere = lists.some(({ pictures }) => pictures.some((picture) => picture.path === path));
    if (path === undefined || !isThere || box.current?.contains(document.activeElement)) return;
    const tile = box.current?.querySelector(`[data-path="${CSS.escape(path)}"]`);
    tile?.querySelector("button")?.focus();
  }, [lists, box]);
  return {
    /** Notes which picture a pressed button moves. */
    pressed: (path: string) => (last.current = path),
    act(does: PicturesAct) {
      const fields = { act: JSON.stringify(does), submission: crypto.randomUUID(), back };
      void fetcher.submit(fields, { method: "post", action: picturesAddress(productId) });
    },
  };
}

interface PictureListProps {
  list: GoodsPictureList;
  productId: string;
  mayChange: boolean;
  typed: Record<string, string | undefined>;
  wrong: Record<string, string>;
  act(does: PicturesAct): void;
  pressed(path: string): void;
}

function PictureList({ list, productId, mayChange, typed, wrong, act, pressed }: PictureListProps) {
  const { color, swatch, pictures } = list;
  const paths = pictures.map(({ path }) => path);
  const { list: tiles, touch } = usePictureDrag(paths, mayChange, (path, to) => act({ kind: "move", color, path, to }));
  const name = color || "All colors";
  return (
    <>
      <h3 className="pics__color">
        {swatch && <span className="swatch" style={{ background: swatch }} />}
        {name}
      </h3>
      <ol className="pics" ref={tiles} onPointerEnter={touch} aria-label={`Pictures, ${name}`}>
        {pictures.map((picture, index) => (
          <PictureTile
            key={picture.path}
            form={FORM}
            color={color}
            shown={picture}
            place={{ index, count: pictures.length }}
            mayChange={mayChange}
            typed={typed[wordsField(picture.path)]}
            wrong={wrong[wordsField(picture.path)]}
            onMove={() => pressed(picture.path)}
          />
        ))}
        {mayChange && (
          <li className="pics__add">
            <AddPictures
              form={uploadForm(color)}
              productId={productId}
              color={name}
              add={(added) => act({ ...added, color })}
            />
          </li>
        )}
      </ol>
    </>
  );
}

/** Whether a field under it holds other words than were stored. */
const differs = (box: HTMLElement): boolean =>
  [...box.querySelectorAll<HTMLInputElement>("input[name^='alt:']")].some(
    ({ value, dataset }) => value !== dataset.was,
  );
