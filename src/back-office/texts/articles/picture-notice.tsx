import { Notice } from "../../ui/notice";

/** Notice after a picture was uploaded without JavaScript, with the Markdown that puts it into the article. */
export const PictureNotice = ({ path }: { path: string }) => (
  <Notice title="The picture is in the store." isAnswer>
    <p>
      Write <code>{`![what is to be seen](${path})`}</code> in the article where it stands, or put its path into the
      field of the cover.
    </p>
  </Notice>
);
