import { putText } from '../../../dom/element.ts';
import { formatCount } from '../../../schema/plain-text.ts';
import { nightPath, onMap, placeAlong, stepAt, sunPlace } from './flat-map.ts';

/** Numbers of each moment in `data-moments`: seconds from `data-from`, latitude, longitude, km up, km/s, sunlit. */
const SIZE = 6;

/** Moves the mark of a ground track along the precomputed moments and updates the numbers next to it, until the last one. */
export function moveMark(track: HTMLElement): void {
  const find = (name: string) => track.querySelector(`[data-${name}]`);
  const mark = find('mark');
  /** The place in the head of the page. */
  const head = document.querySelector('[data-live-head]');
  const from = Number(track.dataset['from']);
  const numbers = (track.dataset['moments'] ?? '').split(' ').map(Number);
  const moments = Array.from({ length: Math.floor(numbers.length / SIZE) }, (_, index) => {
    const [seconds, latitude_deg, longitude_deg, altitude, speed, sunlit] = numbers.slice(index * SIZE) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return { time: from + seconds * 1000, latitude_deg, longitude_deg, altitude, speed, sunlit: sunlit === 1 };
  });
  if (!mark || moments.length < 2) return;
  const put = (name: string, text: string) => putText(find(`live-${name}`)!, text);
  const move = () => {
    const now = Date.now();
    if (now < from || now > moments.at(-1)!.time || document.visibilityState !== 'visible') return;
    const place = placeAlong(moments, now);
    const { x, y } = onMap(place);
    mark.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    find('night')?.setAttribute('d', nightPath(sunPlace(now)));
    const [index, part] = stepAt(moments, now);
    const [first, second] = [moments[index]!, moments[Math.min(index + 1, moments.length - 1)]!];
    const between = (a: number, b: number) => a + (b - a) * part;
    put('place', placeWords(place));
    if (head) putText(head, placeWords(place));
    put('altitude', formatCount(between(first.altitude, second.altitude)));
    put('speed', between(first.speed, second.speed).toFixed(2));
    put('sun', (part < 0.5 ? first : second).sunlit ? 'In sunlight' : 'In Earth’s shadow');
    put('time', new Date(now).toISOString().slice(0, 19).replace('T', ' '));
  };
  move();
  setInterval(move, 1000);
}

/** `12.3° N, 45.6° W`; the equator has no side. */
export function placeWords({ latitude_deg, longitude_deg }: { latitude_deg: number; longitude_deg: number }): string {
  const part = (value: number, positive: string, negative: string) => {
    const size = Math.abs(value).toFixed(1);
    return size === '0.0' ? '0.0°' : `${size}° ${value < 0 ? negative : positive}`;
  };
  return `${part(latitude_deg, 'N', 'S')}, ${part(longitude_deg, 'E', 'W')}`;
}
