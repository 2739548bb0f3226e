import { documentHandler } from "~/rendering/document-handler";

export { handleError, streamTimeout } from "~/rendering/document-handler";

export default documentHandler();
