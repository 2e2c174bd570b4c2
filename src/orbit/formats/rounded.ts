/** A number with this many digits after the point. */
export const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
