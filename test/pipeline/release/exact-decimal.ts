/**
 * A decimal text in one form for each value, so that two texts can be compared without a float between them:
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

/** A JSON text with every number as the text that stands there. */
export function jsonWithNumbersAsText(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source: string }) =>
    typeof value === 'number' && context ? context.source : value,
  );
}
