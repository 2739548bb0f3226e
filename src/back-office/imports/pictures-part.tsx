import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Fold, Section } from "../ui/section";
import { counted } from "../count-words";
import type { importPage } from "./import-screen.server";
import { FolderPictures } from "./folder-pictures";

type Entry = NonNullable<Awaited<ReturnType<typeof importPage>>>;

/**
 * Section about the pictures that a file names: the number of stored pictures, and an upload of the others from a folder. It is folded
 * while rows wait for the member.
 */
export function PicturesPart({ entry, isFolded = false }: { entry: Entry; isFolded?: boolean }) {
  const { id, state, submission, pictures, takesPictures, strays } = entry;
  const { named, stored, failed } = pictures;
  if (named === 0 || (state === "in" && (stored === named || !takesPictures))) return <StrayPictures strays={strays} />;
  const Part = isFolded ? Fold : Section;
  return (
    <Part title="Pictures" note={`${stored.toLocaleString("en-US")} of ${counted(named, "picture")} here`}>
      {state === "in" && (
        <p className="dust">
          The others can still be sent: each goes to the product that names it, where nobody has changed its pictures
          since.
        </p>
      )}
      {stored < named && <FolderPictures id={id} />}
      {stored < named && (
        <WorkshopForm name="fetch" submission={submission} action={`/imports/${id}`} className="import-again">
          {({ isSending }) => (
            <>
              <Button busy={isSending}>Fetch them from their addresses</Button>
              <span className="small dust">Takes a while; look at this page again.</span>
            </>
          )}
        </WorkshopForm>
      )}
      {failed.length > 0 && (
        <ul className="import-failed">
          {failed.map(({ source, reason }) => (
            <li key={source}>
              {source}: {reason}
            </li>
          ))}
        </ul>
      )}
      <StrayPictures strays={strays} />
    </Part>
  );
}

/** List of uploaded pictures that no row of the file names, each with the most similar name in the file. */
function StrayPictures({ strays: { count, named } }: Pick<Entry, "strays">) {
  if (count === 0) return null;
  return (
    <div className="import-strays">
      <p>
        {counted(count, "picture that was sent matches", "pictures that were sent match")} no row of the file. Rename{" "}
        {count === 1 ? "it" : "them"} as the file does, and send {count === 1 ? "it" : "them"} again.
      </p>
      <ul className="import-failed">
        {named.map(({ name, nearest }) => (
          <li key={name}>
            {name}
            {nearest && `: did you mean ${nearest}?`}
          </li>
        ))}
        {count > named.length && <li>and {counted(count - named.length, "more", "more")}</li>}
      </ul>
    </div>
  );
}
