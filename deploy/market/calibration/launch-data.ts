/**
 * What the real launches of August to October 2024 tell (data/launches of the shared data folder). Made by
 * `npm run market -- --launch-data <folder>`; the market holds nothing else of that data.
 */

/** What creators bought, in SOL: quantiles in steps of 2.5%, 138,503 launches. The collector kept none above 2.5 SOL. */
export const INITIAL_BUY_SOL = [
  0, 0, 0.1, 0.4, 0.5, 0.7, 0.8, 0.9, 1, 1, 1, 1, 1, 1, 1, 1.05, 1.15, 1.2, 1.25, 1.3, 1.4, 1.4, 1.4, 1.45,
  1.5, 1.5, 1.5, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2, 2, 2, 2, 2, 2, 2.09, 2.5,
];

/** Buys of launches with at least two, farmed ones left out: percentiles. */
export const BUYS = [
  2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4,
  4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9,
  9, 10, 10, 11, 11, 11, 12, 12, 13, 14, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24, 26, 28, 30, 33, 37, 43, 53,
  74, 285,
];

/** Sells of the same launches: percentiles. */
export const SELLS = [
  0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
  4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8,
  8, 8, 8, 9, 9, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 13, 13, 14, 15, 16, 17, 18, 19, 21, 23, 27, 33, 46,
  172,
];

/** SOL in the curve of the same launches when the collector last looked: percentiles. */
export const RAISED_SOL = [
  0, 0.45, 0.811, 0.997, 1.077, 1.154, 1.225, 1.299, 1.354, 1.4, 1.454, 1.506, 1.56, 1.615, 1.679, 1.727,
  1.766, 1.806, 1.846, 1.888, 1.921, 1.965, 2, 2.015, 2.051, 2.096, 2.128, 2.161, 2.2, 2.2, 2.222, 2.249,
  2.263, 2.283, 2.3, 2.313, 2.346, 2.369, 2.4, 2.42, 2.454, 2.493, 2.502, 2.538, 2.574, 2.608, 2.658, 2.7,
  2.747, 2.792, 2.831, 2.894, 2.952, 3, 3.016, 3.08, 3.134, 3.2, 3.263, 3.337, 3.415, 3.498, 3.548, 3.622,
  3.705, 3.791, 3.871, 3.958, 4.036, 4.13, 4.215, 4.308, 4.41, 4.513, 4.635, 4.751, 4.887, 5.02, 5.139, 5.267,
  5.403, 5.562, 5.733, 5.921, 6.133, 6.397, 6.684, 7.01, 7.348, 7.741, 8.18, 8.688, 9.268, 9.951, 10.772,
  11.825, 13.439, 15.775, 18.843, 25.875, 85.005,
];

/** Launches by hour (UTC) of the activity table; the collector slept at night. */
export const LAUNCHES_BY_HOUR = [
  2791, 408, 0, 0, 0, 321, 534, 1239, 1430, 1555, 1654, 1949, 2008, 2313, 2829, 3167, 3830, 4015, 4636, 4609,
  4418, 3762, 3297, 3306,
];

/** Share of launches with neither Twitter nor Telegram nor website. */
export const WITHOUT_SOCIALS = 0.32299;

/** Share of the launches of October 2024 that completed their curve, by initial buy. */
export const GRADUATED_BY_INITIAL_BUY = { upTo1Sol: 0.0105, above1To2Sol: 0.00929 };

/** The same by whether they had any of the three socials. */
export const GRADUATED_BY_SOCIALS = { none: 0.00416, some: 0.01186 };
