import { expect, test } from 'vitest';
import { agentWords } from '../../src/components/account/account-words.ts';

test('a browser is named only if it says its name', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  expect(
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/150.0.0.0 Safari/537.36`,
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Other/1.0 Safari/537.36`,
      'curl/8.5.0',
    ].map(agentWords),
  ).toEqual(['Chrome on Linux', 'Safari on macOS', 'Safari on iOS', 'Unknown browser on Linux', 'curl']);
});
