/** A4 in points, with room below for the page number. */
export const margins = { top: 51, bottom: 68, left: 51, right: 51 };
export const colours = { text: "#16181d", faint: "#4b5563", warning: "#92400e" };
