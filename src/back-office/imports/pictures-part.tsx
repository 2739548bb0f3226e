import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Section } from "../ui/section";
import { counted } from "../count-texts";
import { picturesAddress } from "./upload-address";

interface PicturesPartProps {
  id: number;
  submission: string;
  pictures: { named: number; stored: number; failed: { source: string; reason: string }[] };
}

/** Pictures named by a file: how many are stored, and an upload of the others from a folder. */
export function PicturesPart({ id, submission, pictures: { named, stored, failed } }: PicturesPartProps) {
  if (named === 0) return null;
  return (
    <Section title="Pictures" note={`${stored.toLocaleString("en-US")} of ${counted(named, "picture")} here`}>
      {stored < named && (
        <form className="import-file" method="post" action={picturesAddress(id)} encType="multipart/form-data">
          <div className="field">
            <label className="label" htmlFor="pictures">
              Send them from a folder <span className="label__note">by the names the file gives them</span>
            </label>
            <input className="input" id="pictures" name="pictures" type="file" accept="image/*" multiple required />
          </div>
          <Button>Send the pictures</Button>
        </form>
      )}
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
    </Section>
  );
}
