import { documentHandler } from "~/rendering/document-handler";
import { sheetsOf } from "~/shell/page-sheets";

export { handleError, streamTimeout } from "~/rendering/document-handler";

export default documentHandler(sheetsOf);
