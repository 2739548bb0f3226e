/** The days that a chart shows; the figures are compared with as many before. */
export const CHART_DAYS = 30;
