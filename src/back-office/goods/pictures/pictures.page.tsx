import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { useHydrated } from "~/ui/use-hydrated";
import { memberOf, servicesOf } from "../../context";
import { counted } from "../../count-words";
import { formAction, Typed } from "../../forms/form-action.server";
import { sendForm } from "../../forms/send-form";
import { type FormParts, WorkshopForm } from "../../forms/workshop-form";
import { differ } from "../../ui/differ";
import { LEADS_BACK } from "../../ui/leave-guard";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { SaveBar } from "../../ui/save-bar";
import { picturesAddress, wordsField, wordsLabel } from "./pictures-address";
import { actOnPictures, openPictures, type OpenPictures } from "./pictures.server";
import { PictureForms, PicturesSection } from "./pictures-section";
import { formatWords, seenWords } from "./seen-words";
import { titled } from "../../titled";

export const meta = titled("Pictures");

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return orNotFound(await openPictures(servicesOf(context), memberOf(context), params.id ?? "", request));
}

/** Handles the forms of this page and of the section on the product's page. */
export const action = formAction({ schema: Typed, act: (sent) => actOnPictures(sent, sent.params.id ?? "") });

export const clientAction = sendForm;

/** Id of the form for the alternative texts, and its name in `formActions`. */
const WORDS_FORM = "picture-words";
const WORDS = "pictures";

/** Page of a product's pictures, which works without script. */
export default function PicturesPage() {
  const open = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Pictures" back={{ to: `/goods/${open.productId}`, name: open.name }}>
        What the shop shows of it, color by color.
      </PageHead>
      <Refused files={open.refused} />
      <WordsForm open={open} />
      <PictureForms open={open} back={picturesAddress(open.productId)} />
    </>
  );
}

/** Notice about files that an upload without script refused. */
const Refused = ({ files }: { files: OpenPictures["refused"] }) =>
  files.length > 0 && (
    <Notice title={`${counted(files.length, "file was", "files were")} not taken.`}>
      <ul>
        {files.map(({ name, message }, index) => (
          <li key={index}>
            {name}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );

/** Form for the alternative texts of all pictures, with the bar that saves them. */
function WordsForm({ open }: { open: OpenPictures }) {
  const { lists, productId, memberId } = open;
  // The form stays while pictures are added, moved or removed, and is a new one when a member saved texts.
  const written = Object.values(seenWords(lists)).reduce((all, { version }) => all + version - 1, 0);
  const address = picturesAddress(productId);
  const stored = formatWords(lists);
  return (
    <WorkshopForm
      id={WORDS_FORM}
      name={WORDS}
      className="product-form"
      action={address}
      submission={open.submission}
      opening={`${productId} ${written}`}
      stored={stored}
      opened={{ versions: JSON.stringify(seenWords(lists)) }}
      remembers={`${memberId} ${address}`}
      labels={(field) => wordsLabel(field, lists) ?? field}
      thing="these words"
      preventScrollReset
      savesByKey={open.mayChange}
      {...LEADS_BACK}
      renderFields={({ field, typed }) => (
        <PicturesSection
          open={open}
          back={address}
          savesIn={WORDS_FORM}
          wordsOf={(path) => {
            const { name, defaultValue, error } = field(wordsField(path));
            const isNew = typed[name] !== undefined && differ(typed[name], stored[name]);
            return { form: WORDS_FORM, typed: defaultValue, isNew, wrong: error };
          }}
        />
      )}
    >
      {(parts) => (
        <>
          <input type="hidden" name="back" value={address} />
          {open.mayChange && <WordsBar open={open} stored={stored} parts={parts} />}
        </>
      )}
    </WorkshopForm>
  );
}

interface WordsBarProps {
  open: OpenPictures;
  stored: Record<string, string>;
  parts: FormParts;
}

/** Save bar that lists the changed alternative texts. */
function WordsBar({ open: { lists, productId }, stored, parts: { typed, isSending, onDiscard } }: WordsBarProps) {
  const isReady = useHydrated();
  const changed = Object.keys(stored).filter((name) => typed[name] !== undefined && differ(typed[name], stored[name]));
  if (changed.length === 0 && isReady) return null;
  return (
    <SaveBar
      changes={changed.map((name) => ({
        label: wordsLabel(name, lists) ?? name,
        from: stored[name] ?? "",
        to: typed[name] ?? "",
      }))}
      discard={picturesAddress(productId)}
      busy={isSending}
      onDiscard={onDiscard}
    />
  );
}
