import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { useHydrated } from "~/ui/use-hydrated";
import type { FormAnswer } from "../../forms/form-answer";
import { newSubmission } from "../../forms/sent-ids";
import { WorkshopForm } from "../../forms/workshop-form";
import { LEADS_BACK } from "../../ui/leave-guard";
import { Section } from "../../ui/section";
import { useListDrag } from "../../ui/use-list-drag";
import { AddPictures } from "./add-pictures";
import { picturesAddress, uploadAddress } from "./pictures-address";
import { PictureTile, type WordsProps } from "./picture-tile";
import type { OpenPictures, PicturesAct } from "./pictures.server";

/** Id of the form to which the section's buttons belong; they refer to it by id, because they are inside another form. */
const PICTURES_FORM = "pictures-form";
/** Name of the section's form in the page's `formActions`. */
const MOVES = "picture-moves";
const uploadForm = (color: string): string => `pictures-of-${color}`;

interface FormsProps {
  open: OpenPictures;
  /** Address of the page that an act opens. */
  back: string;
}

/** Forms of the section without visible fields, rendered outside of the form that saves the alternative texts. */
export const PictureForms = ({ open, back }: FormsProps) => (
  <>
    <WorkshopForm
      id={PICTURES_FORM}
      name={MOVES}
      action={picturesAddress(open.productId)}
      submission={open.submission}
      preventScrollReset
      {...LEADS_BACK}
    >
      <input type="hidden" name="back" value={back} />
    </WorkshopForm>
    {open.lists.map(({ color }) => (
      <form
        key={color}
        id={uploadForm(color)}
        method="post"
        action={uploadAddress(open.productId)}
        encType="multipart/form-data"
      >
        <input type="hidden" name="submission" value={open.submission} />
        <input type="hidden" name="color" value={color} />
      </form>
    ))}
  </>
);

interface SectionProps extends FormsProps {
  /** Props of the field for a picture's alternative text. */
  wordsOf(path: string): WordsProps;
  /** Error about the pictures as a whole. */
  error?: string | undefined;
  /** Id of the form whose text a button of the section also saves without script, because opening the next page would lose it. */
  savesIn?: string;
}

/** Section for the pictures of a product by color: order, alternative texts and upload. */
export function PicturesSection({ open, back, wordsOf, error, savesIn }: SectionProps) {
  const { lists, productId, mayChange } = open;
  const box = useRef<HTMLDivElement>(null);
  const { act, pressed, refused } = useAct(open, back, box);
  const form = useHydrated() ? PICTURES_FORM : (savesIn ?? PICTURES_FORM);
  return (
    <div id="pictures" ref={box}>
      <Section title="Pictures" note="The first of each color stands on the listing">
        {error && <p className="field__error pics__error">{error}</p>}
        {refused && (
          <p className="field__error pics__error" role="alert">
            {refused}
          </p>
        )}
        {lists.map((list) => (
          <PictureList key={list.color} {...{ form, list, productId, mayChange, wordsOf, act, pressed }} />
        ))}
      </Section>
    </div>
  );
}

/** Sends acts of the section by script instead of by its form; keeps the focus on a moved picture. */
function useAct({ productId, lists }: OpenPictures, back: string, box: { current: HTMLElement | null }) {
  const fetcher = useFetcher<Partial<FormAnswer>>();
  const answer = fetcher.data;
  const last = useRef<string>(undefined);
  useEffect(() => {
    const path = last.current;
    last.current = undefined;
    const isThere = lists.some(({ pictures }) => pictures.some((picture) => picture.path === path));
    if (path === undefined || !isThere || box.current?.contains(document.activeElement)) return;
    const tile = box.current?.querySelector(`[data-item="${CSS.escape(path)}"]`);
    tile?.querySelector("button")?.focus();
  }, [lists, box]);
  const words = [answer?.message, ...Object.values(answer?.errors ?? {})].filter(Boolean).join(" ");
  return {
    /** Reason why the last act was not done; empty if it was. */
    refused: fetcher.state === "idle" ? words : "",
    /** Remembers the picture that a pressed button moves. */
    pressed: (path: string) => (last.current = path),
    act(does: PicturesAct) {
      // After a lost answer the act keeps its id, so that it is done once.
      const submission = (answer?.isLost && answer.typed?.submission) || newSubmission();
      const fields = { act: JSON.stringify(does), submission, back };
      void fetcher.submit(fields, { method: "post", action: picturesAddress(productId) });
    },
  };
}

interface PictureListProps {
  form: string;
  list: OpenPictures["lists"][number];
  productId: string;
  mayChange: boolean;
  wordsOf: SectionProps["wordsOf"];
  act(does: PicturesAct): void;
  pressed(path: string): void;
}

function PictureList({ form, list, productId, mayChange, wordsOf, act, pressed }: PictureListProps) {
  const { color, swatch, pictures } = list;
  const paths = pictures.map(({ path }) => path);
  const tiles = useRef<HTMLOListElement>(null);
  const touch = useListDrag(tiles, paths, {
    isOn: mayChange,
    onMove: (path, to) => act({ kind: "move", color, path, to }),
  });
  const name = color || "All colors";
  return (
    <>
      <h3 className="pics__color">
        {swatch && <span className="swatch" style={{ background: swatch }} />}
        {name}
      </h3>
      <ol className="pics" ref={tiles} onPointerOver={touch} aria-label={`Pictures, ${name}`}>
        {pictures.map((picture, index) => (
          <PictureTile
            key={picture.path}
            form={form}
            color={color}
            shown={picture}
            place={{ index, count: pictures.length }}
            mayChange={mayChange}
            words={wordsOf(picture.path)}
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
