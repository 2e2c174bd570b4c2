/**
 * Bodies in a box of 120 by 120, by the first words of a shape: the path, and the right edge, to which panels are
 * attached.
 */
const bodies: readonly (readonly [words: RegExp, path: string, right: number])[] = [
  // Before the sphere: a polyhedral cylinder is a cylinder.
  [
    /^((step|hex|oct|domed|rounded|polyhedral|half) )?cyl/i,
    'M44 36v48M76 36v48M60 30a16 6 0 1 0 .1 0M44 84a16 6 0 0 0 32 0',
    76,
  ],
  [
    /^(sphere|ball|poly(hedral|hedron)?)\b/i,
    'M60 36a24 24 0 1 0 .1 0M36 60h48M60 36c-14 12-14 36 0 48M60 36c14 12 14 36 0 48',
    84,
  ],
  [/^ell\b/i, 'M60 42a28 18 0 1 0 .1 0M32 60h56', 88],
  [/^(box|cube)/i, 'M42 38h36v44H42zM42 52h36', 78],
  [/^(trunc(ated)? )?(frust|cone)/i, 'M50 34h20l12 50H38zM46 52h28', 80],
  [/^disk\b/i, 'M60 46a30 9 0 1 0 .1 0M30 55v10a30 9 0 0 0 60 0V55', 90],
  [/^torus\b/i, 'M60 34a26 26 0 1 0 .1 0M60 48a12 12 0 1 0 .1 0', 86],
];

/** Maximum number of panels: more would be drawn as lines. */
const MOST_PANELS = 6;

/** Panels on both sides of a body; the odd one is on the right. `right` is the right edge of the body. */
function panels(count: number, right: number): string {
  const sides = [Math.ceil(count / 2), Math.floor(count / 2)];
  return sides
    .flatMap((onSide, side) =>
      Array.from({ length: onSide }, (_, index) => {
        const [height, step] = [Math.min(30, 48 / onSide - 4), 48 / onSide];
        const top = 36 + step * index + (step - height) / 2;
        const from = right + 6;
        const [joint, edge] = side === 0 ? [right, from] : [120 - right, 120 - from];
        const end = side === 0 ? 116 : 4;
        const middle = (edge + end) / 2;
        return `M${joint} ${top + height / 2}H${edge}M${edge} ${top}H${end}V${top + height}H${edge}zM${middle} ${top}V${top + height}`;
      }),
    )
    .join('');
}

/**
 * A line drawing of a shape in the words of GCAT, `Cyl + 2 Pan`: its body, and as many panels as it names. Null if the shape is
 * doubtful or one that cannot be drawn: no drawing is better than a wrong one.
 */
export function shapeDrawing(shape: string): string | null {
  if (shape.includes('?')) return null;
  const body = bodies.find(([words]) => words.test(shape.trim()));
  if (!body) return null;
  const [, path, right] = body;
  const named = /(\d+)?\s*\b(?:pan(?:el)?s?|wings?)\b/i.exec(shape.replace(/^[a-z]+\+/i, (start) => `${start} `));
  const count = named ? Math.min(MOST_PANELS, Number(named[1] ?? 1)) : 0;
  return path + panels(count, right);
}

/** Drawings of kinds whose objects look alike. */
const kinds: Readonly<Record<string, string>> = {
  ROCKET_BODY: 'M42 16h36v66H42zM42 28h36M42 70h36M48 82l-4 8h32l-4-8M52 90l-10 18h36L68 90M50 28v42M70 28v42',
  DEBRIS: 'M30 34l26-14 18 12 20 4-6 22 8 18-24 6-14 18-16-16-20-4 8-22zM56 20l2 26 30 12M58 46L34 58M58 46l14 36',
};

/**
 * The drawing of an object, and a text that states whether it was drawn from its shape or only from its kind; null if
 * neither can be drawn.
 */
export function objectDrawing({
  object_class,
  shape,
}: {
  readonly object_class: string;
  readonly shape: string | null;
}): { readonly path: string; readonly words: string } | null {
  if (object_class === 'PAYLOAD' || object_class === 'UNKNOWN') {
    const path = shape === null ? null : shapeDrawing(shape);
    return path === null ? null : { path, words: `Sketch by its shape: ${shape}` };
  }
  const path = kinds[object_class];
  return path
    ? { path, words: `Sketch of a ${object_class === 'DEBRIS' ? 'fragment' : 'rocket stage'}, not of this one` }
    : null;
}
