/** Custom properties of an element as computed colors, by name. A property is text: its color is known only where it is applied. */
export function readColors<Name extends string>(element: Element, prefix: string, names: readonly Name[]) {
  const probe = element.appendChild(document.createElement('i'));
  probe.hidden = true;
  const read = (name: Name) => {
    probe.style.color = `var(--${prefix}-${name})`;
    return [name, getComputedStyle(probe).color] as const;
  };
  const colors = Object.fromEntries(names.map(read)) as Record<Name, string>;
  probe.remove();
  return colors;
}
