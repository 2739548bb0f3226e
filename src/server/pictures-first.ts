/** Order in which pictures get their widths: first the home page's scenes, then front pictures of products. */
export const picturesFirst = ["/media/scenes/hero%", "/media/scenes/%", "%-front.%"];
