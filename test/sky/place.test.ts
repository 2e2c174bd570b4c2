import { describe, expect, test } from 'vitest';
import { cities } from '../../src/features/sky/page/cities.ts';
import { coordinateWords, locatorOf, parsePlace } from '../../src/features/sky/page/place.ts';

const at = (text: string) => {
  const place = parsePlace(text);
  return place && [place.lat, place.lon];
};

describe('place input', () => {
  test.each([
    ['52.52, 13.41', 52.52, 13.41],
    ['52.52 13.41', 52.52, 13.41],
    ['52,52 13,41', 52.52, 13.41],
    ['-33.87,151.21', -33.87, 151.21],
    ['−33.87, 151.21', -33.87, 151.21],
    ['33.87° S 151.21° E', -33.87, 151.21],
    ['33.87S151.21E', -33.87, 151.21],
    ['N 40.71, W 74.01', 40.71, -74.01],
    ['13.41E 52.52N', 52.52, 13.41],
    ['52°31′12″N 13°24′36″E', 52.52, 13.41],
    ["52° 31.2' N, 13° 24.6' E", 52.52, 13.41],
    ['90 0', 90, 0],
  ])('parses %s', (text, lat, lon) => {
    expect(at(text)).toEqual([lat, lon]);
  });

  test.each([
    '',
    'Atlantis',
    '91 0',
    '0 181',
    '52.52',
    '52.52N 13.41S',
    '52°61′N 13°E',
    'N52N 13E',
    '1 2 3',
    'ZZ99',
    '-',
    // A slip in coordinates leaves the letter with which one city alone begins.
    '52.5 E',
    '1e2,5',
  ])('rejects %j', (text) => {
    expect(parsePlace(text)).toBeNull();
  });

  test('finds a city by its name, ignoring accents and case, or by an unambiguous prefix', () => {
    expect(parsePlace('sao paulo')).toEqual({ name: 'São Paulo', lat: -23.55, lon: -46.64 });
    expect(parsePlace(' tromso')?.name).toBe('Tromsø');
    expect(parsePlace('Reyk')?.name).toBe('Reykjavík');
    expect(parsePlace('San')).toBeNull();
  });

  test('has unique city names, each of which is found', () => {
    expect(new Set(cities.map(({ name }) => name)).size).toBe(cities.length);
    for (const city of cities) expect(parsePlace(city.name)).toEqual(city);
  });
});

describe('Maidenhead locators', () => {
  // From pages of the ARRL and IARU: W1AW, Munich, Montevideo, Washington, Wellington.
  test.each([
    ['FN31pr', 41.714775, -72.72726],
    ['JN58td', 48.14666, 11.60833],
    ['GF15vc', -34.91, -56.21166],
    ['FM18lw', 38.92, -77.065],
    ['RE78ir', -41.28333, 174.745],
  ])('%s', (locator, lat, lon) => {
    expect(locatorOf({ lat, lon })).toBe(locator);
  });

  test('parse to the center of their square, and convert back', () => {
    expect(at('JO62')).toEqual([52.5, 13]);
    expect(at('jo62qm')).toEqual([52.5208, 13.375]);
    for (const locator of ['AA00aa', 'RR99xx', 'JO62qm', 'FN31pr'])
      expect(locatorOf(parsePlace(locator)!)).toBe(locator);
    expect(locatorOf(parsePlace('JO62qm45')!)).toBe('JO62qm');
  });

  test('are valid at the edges of the map', () => {
    expect(locatorOf({ lat: 90, lon: 180 })).toBe('RR99xx');
    expect(locatorOf({ lat: -90, lon: -180 })).toBe('AA00aa');
  });
});

test('formats coordinates with hemispheres', () => {
  expect(coordinateWords({ lat: -33.87, lon: 151.208 })).toBe('33.87° S, 151.21° E');
});
