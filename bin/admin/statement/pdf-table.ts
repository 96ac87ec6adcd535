import type { Table } from "./content.ts";

type Colours = { text: string; faint: string };
type Cell = { value: string; x: number; width: number; align: "left" | "right" };

const gap = 8;
const padding = 4;
const line = "#d1d5db";

/**
 * Draws a table from where the document stands. A row is never divided; on every further page the table begins with the
 * names of its columns.
 */
export function drawTable(document: PDFKit.PDFDocument, table: Table, colours: Colours): void {
  const { caption, columns, rows, hasTotal = false, isDense = false, note } = table;
  const { left, right } = document.page.margins;
  const whole = document.page.width - left - right;
  const size = isDense ? 7.5 : 9.5;

  const cellsOf = (values: string[]): Cell[] => {
    let x = left;
    return columns.map(({ share, isNumber = false }, index) => {
      const width = (whole * share) / 100;
      const cell: Cell = { value: values[index] ?? "", x, width: width - gap, align: "left" };
      x += width;
      return isNumber ? { ...cell, x: cell.x + gap, align: "right" } : cell;
    });
  };
  const heightOf = (cells: Cell[]) =>
    Math.max(...cells.map(({ value, width }) => document.heightOfString(value || " ", { width }))) +
    2 * padding;
  const fits = (height: number) => document.y + height <= document.page.maxY();
  const drawRow = (cells: Cell[], height: number) => {
    const y = document.y;
    // Figures of one width stand below each other; without features, pdfkit remembers how a word is set.
    for (const { value, x, width, align } of cells)
      document.text(value, x, y + padding, {
        width,
        align,
        ...(align === "right" && { features: ["tnum"] }),
      });
    document.y = y + height;
    document.x = left;
  };
  const rule = (colour: string, width: number) =>
    document
      .moveTo(left, document.y)
      .lineTo(left + whole, document.y)
      .lineWidth(width)
      .strokeColor(colour)
      .stroke();
  const head = cellsOf(columns.map(({ name }) => name));
  const styleHead = () => document.font("regular").fontSize(8).fillColor(colours.faint);
  const drawHead = () => {
    styleHead();
    drawRow(head, heightOf(head));
    rule(line, 0.75);
  };

  document.moveDown(1);
  document.font("bold").fontSize(11).fillColor(colours.text);
  const captionHeight = document.heightOfString(caption, { width: whole });
  styleHead();
  // A caption is not left alone at the foot of a page.
  if (!fits(captionHeight + heightOf(head) + 40)) document.addPage();
  document.font("bold").fontSize(11).fillColor(colours.text).text(caption, left, document.y);
  drawHead();
  for (const [number, row] of rows.entries()) {
    const isTotal = hasTotal && number === rows.length - 1;
    const style = () =>
      document
        .font(isTotal ? "bold" : "regular")
        .fontSize(size)
        .fillColor(colours.text);
    style();
    const cells = cellsOf(row);
    const height = heightOf(cells);
    if (!fits(height)) {
      document.addPage();
      drawHead();
      style();
    }
    if (isTotal) rule(colours.text, 1.5);
    drawRow(cells, height);
    if (!isTotal) rule(line, 0.5);
  }
  if (note === null) return;
  document.moveDown(0.4);
  document
    .font("regular")
    .fontSize(9)
    .fillColor(colours.faint)
    .text(note, left, document.y, { width: whole });
}
