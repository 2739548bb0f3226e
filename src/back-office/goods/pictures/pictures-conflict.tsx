import { Form } from "react-router";
import { Button, ButtonLink } from "../../ui/button";
import { Conflict } from "../../ui/conflict";
import { PageHead } from "../../ui/page-head";
import { picturesAddress } from "./picture-upload";
import type { PicturesConflictFacts } from "./pictures.server";

/** Words of pictures that somebody else wrote meanwhile: nothing was saved, and each waits for a choice. */
export function PicturesConflict({ productId, facts }: { productId: string; facts: PicturesConflictFacts }) {
  const { who, at, contested, fields } = facts;
  const address = picturesAddress(productId);
  return (
    <>
      <PageHead title="Pictures" back={{ to: address, name: "Pictures" }} />
      <Form method="post" action={address}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Conflict thing="these words" who={who} at={at} contested={contested} settled={[]} />
        <div className="foot" role="region" aria-label="What will be saved">
          <p className="foot__what">What is left out stays in the log and can be taken back from there.</p>
          <ButtonLink look="bare" to={address}>
            Back to the pictures
          </ButtonLink>
          <Button look="main" fit>
            Save this
          </Button>
        </div>
      </Form>
    </>
  );
}
