// What the console bench runs inside the page, as text: this side of the project knows no browser types.

/** Milliseconds from the end of the newest answer of a call to the frame that shows another page of the list. */
export const nextPagePainted = (path: string): string => `new Promise((resolve) => {
  const shown = () => document.body.innerText.match(/\\(Page (\\d+) of/)?.[1];
  const before = shown();
  const observer = new MutationObserver(() => {
    if (shown() === before) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame((painted) => {
      const answers = performance.getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname === ${JSON.stringify(path)})
        .map(({ responseEnd }) => responseEnd)
        .filter((end) => end > 0 && end <= painted);
      resolve(painted - Math.max(...answers));
    }));
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
})`;

/** Notes the time of every frame from now on. */
export const watchFrames = `{
  const frames = (window.frameTimes = []);
  const note = (now) => { frames.push(now); requestAnimationFrame(note); };
  requestAnimationFrame(note);
}`;

/** The longest time between two frames since \`watchFrames\`, in milliseconds. */
export const longestFrameSeen =
  'Math.max(...window.frameTimes.slice(1).map((now, before) => now - window.frameTimes[before]))';

/** Milliseconds since the navigation began, asked when the main thread is free. */
export const sinceNavigation = `new Promise((resolve) =>
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0)))`;
