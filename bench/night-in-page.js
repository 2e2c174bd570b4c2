// Selects all active objects for the night on /sky, as a person would, and waits frame by frame until the search ends. Measures the
// longest task of the page's main thread in ms (0 below 50 ms, which browsers do not report), and how many frames were dropped at
// 60 per second.
(async () => {
  const [frames, tasks] = [[], []];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });
  const { dataset } = document.querySelector('[data-sky]');
  const set = document.querySelector('[data-sky-night-set]');
  delete dataset.night;
  const startedAt = performance.now();
  set.value = 'active';
  set.dispatchEvent(new Event('change'));
  while ((dataset.night ?? 'searching') === 'searching') frames.push(await new Promise(requestAnimationFrame));
  const gaps = frames.slice(1).map((time, index) => time - frames[index]);
  return {
    seconds: (performance.now() - startedAt) / 1000,
    longestTask: Math.max(0, ...tasks.map(({ duration }) => duration)),
    dropped: gaps.reduce((sum, gap) => sum + Math.max(0, Math.round((gap * 60) / 1000) - 1), 0),
    drawn: frames.length,
  };
})();
