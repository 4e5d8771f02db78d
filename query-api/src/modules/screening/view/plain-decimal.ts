/**
 * A number in plain notation, with the fewest digits that read back as the same double: 6.0737e-8 is
 * "0.000000060737". Null for what is no amount: NaN, infinities, negatives.
 */
export function plainDecimal(value: number): string | null {
  if (!Number.isFinite(value) || value < 0) return null;
  const [mantissa = '0', exponent] = String(value).split('e');
  if (exponent === undefined) return mantissa;
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  return point > 0 ? digits.padEnd(point, '0') : `0.${digits.padStart(digits.length - point, '0')}`;
}
