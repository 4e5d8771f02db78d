/** What is measured of a token: one list, and what is made of it. */

export * from './before-frames.js';
export * from './check-inputs.js';
export * from './derived.js';
export * from './list.js';
export {
  columnOf,
  columnTypeOf,
  innerOf,
  type Measure,
  type MeasureType,
  typeIn,
  type ValueOf,
} from './measure.js';
export * from './measurement.js';
export * from './price-trail.js';
export { DamagedRow } from './row-codec.js';
export * from './rule-inputs.js';
