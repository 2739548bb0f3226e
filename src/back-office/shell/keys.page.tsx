import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useRouteLoaderData,
} from "react-router";
import { formOf } from "~/shop/form";
import { memberOf } from "../context";
import { Button } from "../ui/button";
import { Choice, Choices, Tick } from "../ui/field";
import { GuardedForm } from "../ui/guarded-form";
import { KeysList } from "../ui/keys-list";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import type { FrameFacts } from "./frame.server";
import { keyGroups } from "./key-groups";
import { preferencesCookie, preferencesIn, preferencesOf } from "./preferences";

export const meta = () => [{ title: "Light and keys | Workshop" }];

export function loader({ context, request }: LoaderFunctionArgs) {
  memberOf(context);
  return preferencesOf(request);
}

export async function action({ context, request }: ActionFunctionArgs) {
  memberOf(context);
  const preferences = preferencesIn(await formOf(request));
  return redirect("/keys", { headers: { "set-cookie": preferencesCookie(preferences) } });
}

/** How the back office looks in this browser, and what its keys do. */
export default function Keys() {
  const { room, singleKeys } = useLoaderData<typeof loader>();
  const places = useRouteLoaderData<FrameFacts>("shell/frame.page")?.places ?? [];
  return (
    <>
      <PageHead title="Light and keys">For you, in this browser.</PageHead>
      <Section title="How it looks">
        <GuardedForm className="stack">
          <Choices label="The room">
            <Choice name="room" value="device" defaultChecked={room === "device"}>
              Day and night, as this device has them
            </Choice>
            <Choice name="room" value="day" defaultChecked={room === "day"}>
              Always day
            </Choice>
            <Choice name="room" value="night" defaultChecked={room === "night"}>
              Always night
            </Choice>
          </Choices>
          <Tick name="singleKeys" defaultChecked={singleKeys}>
            Single letters do something when nothing is being typed
          </Tick>
          <p>
            <Button look="main" fit>
              Save
            </Button>
          </p>
        </GuardedForm>
      </Section>
      <Section title="All keys">
        <KeysList groups={keyGroups(places)} />
      </Section>
    </>
  );
}
