import { type Box, heightOf, type Style, write } from "./letters.ts";
import { colours, margins } from "./page.ts";
import type { Table } from "./table.ts";

type Cell = Box & { value: string };

const gap = 8;
const padding = 4;
const line = "#d1d5db";
const headStyle: Style = { font: "regular", size: 8, colour: colours.faint };
const captionStyle: Style = { font: "bold", size: 11, colour: colours.text };
const noteStyle: Style = { font: "regular", size: 9, colour: colours.faint };

/**
 * Draws a table at the document's present position. A row is never divided, and the last rows are not alone on a page: the sums of a
 * table with a total, else two. On every further page the table begins with the names of its columns.
 */
export function drawTable(document: PDFKit.PDFDocument, table: Table): void {
  const { caption, columns, rows, hasTotal = false, isDense = false, note } = table;
  const width = contentWidth(document);
  const head = cellsOf(
    document,
    table,
    columns.map(({ name }) => name),
  );
  const drawHead = () => {
    drawRow(document, headStyle, head);
    drawRule(document, line, 0.75);
  };
  const styled = rows.map((row, number) => ({
    cells: cellsOf(document, table, row),
    style: styleOf(isDense, hasTotal && number === rows.length - 1),
  }));
  const heights = styled.map(({ cells, style }) => rowHeight(document, style, cells));
  const noteHeight = note === null ? 0 : heightOf(document, noteStyle, note, width) + 8;
  const together = hasTotal ? 5 : 2;

  document.moveDown(1);
  // A caption is not left alone at the foot of a page.
  const above = heightOf(document, captionStyle, caption, width) + rowHeight(document, headStyle, head);
  if (!fits(document, above + 40)) document.addPage();
  write(document, captionStyle, caption, { x: margins.left, y: document.y, width });
  drawHead();
  for (const [number, { cells, style }] of styled.entries()) {
    const isTotal = style.font === "bold";
    const rest = heights.slice(number).reduce((sum, height) => sum + height, noteHeight);
    const needed = number === rows.length - together ? rest : (heights[number] ?? 0);
    if (!fits(document, needed)) {
      document.addPage();
      drawHead();
    }
    if (isTotal) drawRule(document, colours.text, 1.5);
    drawRow(document, style, cells);
    if (!isTotal) drawRule(document, line, 0.5);
  }
  if (note === null) return;
  document.font("regular").fontSize(9.5).moveDown(0.4);
  write(document, noteStyle, note, { x: margins.left, y: document.y, width });
}

const styleOf = (isDense: boolean, isTotal: boolean): Style => ({
  font: isTotal ? "bold" : "regular",
  size: isDense ? 7.5 : 9.5,
  colour: colours.text,
});

const contentWidth = ({ page }: PDFKit.PDFDocument) => page.width - margins.left - margins.right;

/** The texts of a row, placed by the columns' shares of the width. */
function cellsOf(document: PDFKit.PDFDocument, { columns }: Table, values: string[]): Cell[] {
  let x = margins.left;
  return columns.map(({ share, isNumber = false }, index) => {
    const width = (contentWidth(document) * share) / 100;
    const cell: Cell = { value: values[index] ?? "", x, y: 0, width: width - gap, align: "left" };
    x += width;
    return isNumber ? { ...cell, x: cell.x + gap, align: "right" } : cell;
  });
}

const rowHeight = (document: PDFKit.PDFDocument, style: Style, cells: Cell[]) =>
  Math.max(...cells.map(({ value, width }) => heightOf(document, style, value, width))) + 2 * padding;
const fits = (document: PDFKit.PDFDocument, height: number) => document.y + height <= document.page.maxY();

function drawRow(document: PDFKit.PDFDocument, style: Style, cells: Cell[]): void {
  const { y } = document;
  const height = rowHeight(document, style, cells);
  for (const { value, ...box } of cells) write(document, style, value, { ...box, y: y + padding });
  document.y = y + height;
  document.x = margins.left;
}

const drawRule = (document: PDFKit.PDFDocument, colour: string, width: number) =>
  document
    .moveTo(margins.left, document.y)
    .lineTo(margins.left + contentWidth(document), document.y)
    .lineWidth(width)
    .strokeColor(colour)
    .stroke();
