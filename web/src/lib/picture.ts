/** Work that can wait until the next frame is shown. */

/** Calls a function after the next frame; the returned function cancels that. */
export function afterPicture(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // An animation frame runs before its picture is painted, and a timer set in it runs afterwards.
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
