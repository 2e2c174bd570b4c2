/** Loads the script of an element when it comes within 200 pixels of the viewport. */
export function whenNear(root: HTMLElement | null, load: (root: HTMLElement) => void): void {
  if (!root) return;
  const observe: IntersectionObserverCallback = (entries, near) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    near.disconnect();
    load(root);
  };
  new IntersectionObserver(observe, { rootMargin: '200px' }).observe(root);
}
