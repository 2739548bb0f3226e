import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { PICTURE_TYPES } from "~/platform/picture-limits";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Section } from "../ui/section";
import { sendPicture } from "./send-picture";

/** Uploads a picture to the shop's store; the lists of pictures on the page then offer it. Works without JavaScript. */
export function AddPicture({ here }: { here: string }) {
  const { revalidate } = useRevalidator();
  const [note, setNote] = useState("");
  const [isSending, setIsSending] = useState(false);
  const address = `/back-office${here}/pictures`;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setIsSending(true);
    setNote("On its way");
    const { path, refused } = await sendPicture(address, new FormData(form));
    setIsSending(false);
    setNote(refused ?? "It is in the lists of pictures now.");
    if (path === undefined) return;
    form.reset();
    await revalidate();
  };
  return (
    <Section title="Another picture" note="for the lists of pictures above">
      <form
        className="stack"
        method="post"
        action={address}
        encType="multipart/form-data"
        onSubmit={(event) => void send(event)}
      >
        <Field
          id="picture-alt"
          name="alt"
          label="What is to be seen"
          note="For those who cannot see it"
          maxLength={300}
          autoComplete="off"
          required
        />
        <Field id="picture-file" name="file" label="Picture" type="file" accept={PICTURE_TYPES} required />
        <p>
          <Button busy={isSending}>Add the picture</Button>
        </p>
        <p className="field__note" role="status">
          {note}
        </p>
      </form>
    </Section>
  );
}
