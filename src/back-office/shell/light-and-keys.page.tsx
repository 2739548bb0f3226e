import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, redirect, useLoaderData, useRouteLoaderData } from "react-router";
import { memberOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Choice, Choices, Tick } from "../ui/field";
import { KeysList } from "../ui/keys-list";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import type { WorkshopFrame } from "./frame.server";
import { keyGroups } from "./key-groups";
import { preferencesCookie, preferencesIn, preferencesOf } from "./preferences";
import { titled } from "../titled";

export const meta = titled("Light and keys");

export function loader({ context, request }: LoaderFunctionArgs) {
  memberOf(context);
  return { ...preferencesOf(request), submission: randomUUID() };
}

export const action = formAction({
  schema: Typed,
  act: async (_sent, typed) =>
    redirect("/keys", { headers: { "set-cookie": preferencesCookie(preferencesIn(typed)) } }),
});

export const clientAction = sendForm;

/** Page with the back office's preferences for this browser, and the list of keyboard shortcuts. */
export default function LightAndKeys() {
  const { room, singleKeys, submission } = useLoaderData<typeof loader>();
  const places = useRouteLoaderData<WorkshopFrame>("shell/frame.page")?.places ?? [];
  return (
    <>
      <PageHead title="Light and keys">For you, in this browser.</PageHead>
      <Section title="How it looks">
        <WorkshopForm submission={submission} className="stack" stored={{ room, singleKeys: singleKeys ? "on" : "" }}>
          {({ tick, isSending }) => (
            <>
              <Choices label="The room">
                <Choice {...tick("room", "device")}>Day and night, as this device has them</Choice>
                <Choice {...tick("room", "day")}>Always day</Choice>
                <Choice {...tick("room", "night")}>Always night</Choice>
              </Choices>
              <Tick {...tick("singleKeys", "on")}>Single letters do something when nothing is being typed</Tick>
              <p>
                <Button look="main" fit busy={isSending}>
                  Save
                </Button>
              </p>
            </>
          )}
        </WorkshopForm>
      </Section>
      <Section title="All keys">
        <KeysList groups={keyGroups(places)} />
      </Section>
    </>
  );
}
