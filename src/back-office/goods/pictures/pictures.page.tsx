import { useCallback, useRef } from "react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { Refusal } from "~/shop/refusal";
import { memberOf, servicesOf } from "../../context";
import { useKept } from "../../use-pending-form";
import { KeptNotice } from "../../ui/pending-form-notice";
import { LeaveGuard } from "../../ui/leave-guard";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { picturesAddress } from "./picture-upload";
import { actOnPictures, openPictures, type PicturesResult } from "./pictures.server";
import { PicturesConflict } from "./pictures-conflict";
import { PictureForms, PicturesSection } from "./pictures-section";

export const meta = () => [{ title: "Pictures | Workshop" }];

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return orNotFound(await openPictures(servicesOf(context), memberOf(context), params.id ?? "", request));
}

/** Also of the section on the product's own page, which it leads back to. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const fields = await formOf(request);
  const productId = params.id ?? "";
  const own = picturesAddress(productId);
  const back = fields.back === `/goods/${productId}` ? fields.back : own;
  const end = back === own ? "" : "#pictures";
  try {
    const result = await actOnPictures(servicesOf(context), memberOf(context), productId, fields);
    if (result.kind === "saved") return redirect(`${back}?done=${result.act}${end}`);
    if (result.kind === "same") return redirect(back + end);
    if (result.kind === "unreadable") throw data(null, { status: 400 });
    return data<Answer>({ result, fields }, { status: result.kind === "stale" ? 409 : 422 });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 403 || error.status === 404) throw error;
    return data<Answer>({ message: error.message, fields }, { status: error.status });
  }
}

/** A form of pictures that was not taken: why, and what was typed. */
interface Answer {
  result?: Extract<PicturesResult, { kind: "wrong" | "stale" }>;
  message?: string;
  fields: Record<string, string>;
}

/** The pictures of one product on a page of their own, which needs no script. */
export default function PicturesPage() {
  const open = useLoaderData<typeof loader>();
  const answer = useActionData() as Answer | undefined;
  const kept = useKept();
  const isChanged = useRef(false);
  const noteChanged = useCallback((changed: boolean) => {
    isChanged.current = changed;
  }, []);
  if (answer?.result?.kind === "stale") return <PicturesConflict productId={open.productId} facts={answer.result} />;
  const wrong = answer?.result?.kind === "wrong" ? answer.result.words : {};
  return (
    <>
      <PageHead title="Pictures" back={{ to: `/goods/${open.productId}`, name: open.name }}>
        What the shop shows of it, color by color.
      </PageHead>
      <KeptNotice kept={kept} />
      {answer?.message && <Notice title={answer.message} isAnswer />}
      {Object.keys(wrong).length > 0 && <Notice title="Nothing has been saved yet." isAnswer />}
      <LeaveGuard isChanged={() => isChanged.current} />
      <PictureForms open={open} back={picturesAddress(open.productId)} />
      <PicturesSection
        open={open}
        back={picturesAddress(open.productId)}
        typed={answer?.fields ?? kept}
        wrong={wrong}
        onChanged={noteChanged}
      />
    </>
  );
}
