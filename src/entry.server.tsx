import { documentHandler } from "./server/rendering/document-handler";
import { sheetsOf } from "./server/rendering/page-sheets";

export { handleError, streamTimeout } from "./server/rendering/document-handler";

export default documentHandler(sheetsOf);
