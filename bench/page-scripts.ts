// Scripts that the benches run inside the page, as text, because this part of the project has no browser types. Each
// reads one line of text at a change, so that measuring costs little.

const shownPage = `() => {
  for (const line of document.querySelectorAll('[role="status"]')) {
    const page = /\\(Page ([\\d,]+) of/.exec(line.textContent)?.[1];
    if (page) return page;
  }
}`;

/** Calls back after the frame that shows what stands now. */
const afterPaint = `(tell) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => tell(performance.now());
  port2.postMessage(undefined);
})`;

/** Calls back with the time when what stands now is painted and the main thread is free again. */
const afterPaintAndWork = `(tell) => (${afterPaint})(() => setTimeout(() => tell(performance.now()), 0))`;

/**
 * Runs before the page's own scripts: \`window.rowsStand\` resolves to the milliseconds since the navigation when
 * the rows are painted and the main thread is free again.
 */
export const tellWhenRowsStand = `window.rowsStand = new Promise((resolve) => {
  const shownPage = ${shownPage};
  const afterPaintAndWork = ${afterPaintAndWork};
  const observer = new MutationObserver(() => {
    if (!shownPage()) return;
    observer.disconnect();
    afterPaintAndWork(resolve);
  });
  observer.observe(document, { subtree: true, childList: true });
})`;

/** The milliseconds since the navigation when what stands is painted and the main thread is free. */
export const standsPainted = `new Promise(${afterPaintAndWork})`;

/** What `tellWhenRowsStand` told. */
export const rowsStand = 'window.rowsStand';

/** Calls back after the frame that shows something else than now. */
const afterChange = (shown: string) => `(tell) => {
  const shown = ${shown};
  const afterPaint = ${afterPaint};
  const before = shown();
  const observer = new MutationObserver(() => {
    if (shown() === before) return;
    observer.disconnect();
    afterPaint(tell);
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
}`;

/** Milliseconds from the end of the newest answer of a call to the frame that shows another page of the list. */
export const nextPagePainted = (path: string): string => `new Promise((resolve) => {
  (${afterChange(shownPage)})((painted) => {
    const answers = performance.getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname === ${JSON.stringify(path)})
      .map(({ responseEnd }) => responseEnd)
      .filter((end) => end > 0 && end <= painted);
    resolve(painted - Math.max(...answers));
  });
})`;

/** The time of day, in milliseconds, of the first frame that shows something else than now. */
const changePainted = (shown: string): string => `new Promise((resolve) => {
  (${afterChange(shown)})((painted) => resolve(performance.timeOrigin + painted));
})`;

/** The time of day when the dashboard shows another number of surveyed units. */
export const surveyedPainted = changePainted(
  `() => document.querySelector('section[aria-label="Surveyed Units"]').textContent`,
);

/** The time of day when the list shows another number of new reports. */
export const newReportsPainted = changePainted(`() => {
  for (const { textContent } of document.querySelectorAll('button')) {
    if (/^[\\d,]+ new report/.test(textContent)) return textContent;
  }
}`);

/** The centre of the first element that the CSS selector finds, as a point of the page. */
export const centreOf = (selector: string): string => `(() => {
  const { x, y, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
})()`;

/** Notes the time of every frame from now on. */
export const watchFrames = `{
  const frames = (window.frameTimes = []);
  const note = (now) => { frames.push(now); requestAnimationFrame(note); };
  requestAnimationFrame(note);
}`;

/** The longest time between two frames since \`watchFrames\`, in milliseconds. */
export const longestFrameSeen =
  'Math.max(...window.frameTimes.slice(1).map((now, before) => now - window.frameTimes[before]))';
