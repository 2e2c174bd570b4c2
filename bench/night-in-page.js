// Chooses every active object for the night of /sky, as a person would, and waits for its end, frame by frame. Found are the longest
// task of the page's own thread, ms (below 50 ms the browser reports none, which is 0 here), and how many frames of 60 a second were
// not drawn.
(async () => {
  const [frames, tasks] = [[], []];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });
  const { dataset } = document.querySelector('[data-sky]');
  const set = document.querySelector('[data-sky-night-set]');
  delete dataset.night;
  const began = performance.now();
  set.value = 'active';
  set.dispatchEvent(new Event('change'));
  while ((dataset.night ?? 'searching') === 'searching') frames.push(await new Promise(requestAnimationFrame));
  const gaps = frames.slice(1).map((time, index) => time - frames[index]);
  return {
    seconds: (performance.now() - began) / 1000,
    longestTask: Math.max(0, ...tasks.map(({ duration }) => duration)),
    dropped: gaps.reduce((sum, gap) => sum + Math.max(0, Math.round((gap * 60) / 1000) - 1), 0),
    drawn: frames.length,
  };
})();
