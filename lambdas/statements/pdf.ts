import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import PDFDocument from "pdfkit";
import { statementContent } from "./content.ts";
import { statementFonts } from "./fonts.ts";
import type { RenderedStatement, Table } from "./table.ts";

/** The font is in the file, so that it looks the same on every screen and printer. */
const [regular, bold] = statementFonts.map(pathOf);
const fonts = { regular, bold };

function pathOf(file: string): string {
  const besideBundle = join(import.meta.dirname, basename(file));
  return existsSync(besideBundle) ? besideBundle : createRequire(import.meta.url).resolve(file);
}

/** A4 in points, with room below for the page number. */
const margins = { top: 51, bottom: 68, left: 51, right: 51 };
const colours = { text: "#16181d", faint: "#4b5563", warning: "#92400e" };

/**
 * A statement as a PDF file of as many pages as it needs. It has no time and no chance in it: the same statement gives
 * the same bytes.
 */
export async function statementPdf(statement: RenderedStatement): Promise<Buffer> {
  const { number, closed_at, billing_period, organization } = statement;
  const content = statementContent(statement);
  const document = new PDFDocument({
    size: "A4",
    margins,
    bufferPages: true,
    pdfVersion: "1.7",
    lang: "en",
    displayTitle: true,
    font: fonts.regular,
    info: {
      Title: `${content.title} ${number}`,
      Subject: organization.name,
      Author: content.service,
      CreationDate: new Date(closed_at ?? billing_period.start_at),
    },
  });
  document.registerFont("regular", fonts.regular).registerFont("bold", fonts.bold);
  drawHead(document, content);
  for (const table of content.tables) drawTable(document, table);
  drawLedger(document, content);
  numberPages(document, `${content.title} ${number}`);
  const chunks: Buffer[] = [];
  document.end();
  for await (const chunk of document) chunks.push(chunk);
  return Buffer.concat(chunks);
}

type Content = ReturnType<typeof statementContent>;

function drawHead(document: PDFKit.PDFDocument, { service, title, warning, details }: Content): void {
  const { left } = margins;
  document.fontSize(10).fillColor(colours.faint).text(service);
  document.moveDown(0.3);
  document.font("bold").fontSize(22).fillColor(colours.text);
  document.text(title);
  if (warning !== null) document.fontSize(11).fillColor(colours.warning).text(warning);
  document.moveDown(0.6);
  const width = (document.page.width - left - margins.right) / 2;
  for (let first = 0; first < details.length; first += 2) {
    const row = details.slice(first, first + 2);
    const y = document.y;
    const ends = row.map(([name, value], column) => {
      const place = { width: width - 16 };
      document.font("regular").fontSize(8).fillColor(colours.faint);
      document.text(name, left + column * width, y, place);
      document.fontSize(10).fillColor(colours.text).text(value, place);
      return document.y;
    });
    document.x = left;
    document.y = Math.max(...ends) + 8;
  }
}

function drawLedger(document: PDFKit.PDFDocument, { ledger, sha256, remark }: Content): void {
  const lines = [ledger, ...(sha256 === null ? [] : [sha256]), remark];
  document.font("regular").fontSize(8).fillColor(colours.faint);
  const height = lines.length * document.currentLineHeight(true) + 20;
  if (document.y + height > document.page.maxY()) document.addPage();
  document.moveDown(2);
  for (const line of lines) document.text(line, margins.left, document.y, { paragraphGap: 2 });
}

/** Writes the statement's number and the page's below each page, once it is known how many there are. */
function numberPages(document: PDFKit.PDFDocument, name: string): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    document.switchToPage(page);
    // Text below the margin would begin another page.
    document.page.margins.bottom = 0;
    const y = document.page.height - 40;
    document.font("regular").fontSize(8).fillColor(colours.faint);
    document.text(name, margins.left, y, { lineBreak: false });
    document.text(`Page ${page + 1} of ${count}`, margins.left, y, { align: "right" });
  }
}

type Cell = { value: string; x: number; width: number; align: "left" | "right" };

const gap = 8;
const padding = 4;
const line = "#d1d5db";

/**
 * Draws a table at the document's present position. A row is never divided; on every further page the table begins with the
 * names of its columns.
 */
function drawTable(document: PDFKit.PDFDocument, table: Table): void {
  const { caption, columns, rows, hasTotal = false, isDense = false, note } = table;
  const { left } = margins;
  const head = cellsOf(
    document,
    table,
    columns.map(({ name }) => name),
  );
  const styleHead = () => document.font("regular").fontSize(8).fillColor(colours.faint);
  const drawHead = () => {
    styleHead();
    drawRow(document, head);
    drawRule(document, line, 0.75);
  };

  document.moveDown(1);
  document.font("bold").fontSize(11).fillColor(colours.text);
  const captionHeight = document.heightOfString(caption, { width: contentWidth(document) });
  styleHead();
  // A caption is not left alone at the foot of a page.
  if (!fits(document, captionHeight + heightOf(document, head) + 40)) document.addPage();
  document.font("bold").fontSize(11).fillColor(colours.text).text(caption, left, document.y);
  drawHead();
  for (const [number, row] of rows.entries()) {
    const isTotal = hasTotal && number === rows.length - 1;
    const style = () =>
      document
        .font(isTotal ? "bold" : "regular")
        .fontSize(isDense ? 7.5 : 9.5)
        .fillColor(colours.text);
    style();
    const cells = cellsOf(document, table, row);
    if (!fits(document, heightOf(document, cells))) {
      document.addPage();
      drawHead();
      style();
    }
    if (isTotal) drawRule(document, colours.text, 1.5);
    drawRow(document, cells);
    if (!isTotal) drawRule(document, line, 0.5);
  }
  if (note === null) return;
  document.moveDown(0.4);
  document.font("regular").fontSize(9).fillColor(colours.faint);
  document.text(note, left, document.y, { width: contentWidth(document) });
}

const contentWidth = ({ page }: PDFKit.PDFDocument) => page.width - margins.left - margins.right;

/** The texts of a row, placed by the columns' shares of the width. */
function cellsOf(document: PDFKit.PDFDocument, { columns }: Table, values: string[]): Cell[] {
  let x = margins.left;
  return columns.map(({ share, isNumber = false }, index) => {
    const width = (contentWidth(document) * share) / 100;
    const cell: Cell = { value: values[index] ?? "", x, width: width - gap, align: "left" };
    x += width;
    return isNumber ? { ...cell, x: cell.x + gap, align: "right" } : cell;
  });
}

/** In the font that is set. */
const heightOf = (document: PDFKit.PDFDocument, cells: Cell[]) =>
  Math.max(...cells.map(({ value, width }) => document.heightOfString(value || " ", { width }))) +
  2 * padding;
const fits = (document: PDFKit.PDFDocument, height: number) => document.y + height <= document.page.maxY();

function drawRow(document: PDFKit.PDFDocument, cells: Cell[]): void {
  const { y } = document;
  const height = heightOf(document, cells);
  // Figures of one width stand below each other; without features, pdfkit remembers how a word is set.
  for (const { value, x, width, align } of cells)
    document.text(value, x, y + padding, {
      width,
      align,
      ...(align === "right" && { features: ["tnum"] }),
    });
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
