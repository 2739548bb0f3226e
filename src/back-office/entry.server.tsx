import { documentHandler } from "~/server/rendering/document-handler";

export { handleError, streamTimeout } from "~/server/rendering/document-handler";

export default documentHandler();
