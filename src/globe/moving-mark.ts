import { onMap, placeAlong } from './flat-map.ts';

/**
 * Moves the mark of a ground track along what the server computed ahead: `data-from` and `data-to` in milliseconds,
 * `data-places` as latitude and longitude in turn. At its end it stays.
 */
export function moveMark(track: HTMLElement): void {
  const mark = track.querySelector<SVGGElement>('[data-mark]');
  const words = track.querySelector('[data-mark-words]');
  const [from, to] = [Number(track.dataset['from']), Number(track.dataset['to'])];
  const numbers = (track.dataset['places'] ?? '').split(' ').map(Number);
  const places = Array.from({ length: numbers.length / 2 }, (_, index) => ({
    latitude_deg: numbers[index * 2]!,
    longitude_deg: numbers[index * 2 + 1]!,
  }));
  if (!mark || !words || places.length < 2) return;
  const move = () => {
    const now = Date.now();
    if (now > to || document.visibilityState !== 'visible') return;
    const place = placeAlong(places, (now - from) / (to - from));
    const { x, y } = onMap(place);
    mark.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    words.textContent = placeWords(place);
  };
  move();
  setInterval(move, 1000);
}

/** `12.3° N, 45.6° W`. */
export function placeWords({ latitude_deg, longitude_deg }: { latitude_deg: number; longitude_deg: number }): string {
  const part = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(1)}° ${value < 0 ? negative : positive}`;
  return `${part(latitude_deg, 'N', 'S')}, ${part(longitude_deg, 'E', 'W')}`;
}
