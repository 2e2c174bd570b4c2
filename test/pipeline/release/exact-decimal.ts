/**
 * A canonical form of a decimal text, so that two texts can be compared exactly, without floating point:
 * `.00420e-3`, `4.2e-6` and `0.0000042` are all `42e-7`.
 */
export function exact(text: string): string {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!parts || `${parts[2]}${parts[3] ?? ''}` === '') throw new Error(`not a decimal: ${text}`);
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return '0';
  return `${sign === '-' ? '-' : ''}${short}e${Number(power) - fraction.length + (digits.length - short.length)}`;
}

/** Parses JSON with every number as its source text. */
export function jsonWithNumbersAsText(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source: string }) =>
    typeof value === 'number' && context ? context.source : value,
  );
}
