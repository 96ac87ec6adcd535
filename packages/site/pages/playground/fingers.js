/**
 * Tells how fingers, or the mouse, move over an element: `drag(x, y, last)` in pixels of the page, with the place before, of one;
 * `pinch(ratio, x, y)` of two, by which they are farther apart than before.
 */
export function listenToFingers(element, { drag, pinch }) {
  const fingers = new Map();
  const spread = () => {
    const [one, other] = [...fingers.values()];
    return Math.hypot(one.x - other.x, one.y - other.y);
  };
  element.addEventListener("pointerdown", ({ pointerId, clientX: x, clientY: y }) => {
    element.setPointerCapture(pointerId);
    fingers.set(pointerId, { x, y });
  });
  for (const type of ["pointerup", "pointercancel"])
    element.addEventListener(type, ({ pointerId }) => fingers.delete(pointerId));
  element.addEventListener("pointermove", ({ pointerId, clientX: x, clientY: y }) => {
    const last = fingers.get(pointerId);
    if (!last) return;
    const before = fingers.size === 2 ? spread() : 0;
    fingers.set(pointerId, { x, y });
    if (before) pinch(spread() / before, x, y);
    else drag(x, y, last);
  });
}
