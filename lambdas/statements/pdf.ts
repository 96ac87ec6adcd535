import PDFDocument from "pdfkit";
import { type StatementContent, statementContent } from "./content.ts";
import { readable } from "./coverage.ts";
import { fontFile, statementFonts } from "./fonts.ts";
import { registerFonts, write } from "./letters.ts";
import { colours, margins } from "./page.ts";
import { drawTable } from "./pdf-table.ts";
import type { RenderedStatement } from "./table.ts";

/** The font is in the file, so that it looks the same on every screen and printer. */
const [regular, bold] = statementFonts.map(fontFile);
const fonts = { regular, bold };

/**
 * A statement as a PDF file of as many pages as it needs. It has no time and no chance in it: the same statement gives
 * the same bytes.
 */
export async function statementPdf(statement: RenderedStatement): Promise<Buffer> {
  const { number, closed_at, billing_period, organization } = statement;
  const content = readableContent(statementContent(statement));
  const document = new PDFDocument({
    size: "A4",
    margins,
    bufferPages: true,
    pdfVersion: "1.7",
    lang: "en",
    displayTitle: true,
    // With one that is registered again below, pdfkit would open that each time.
    font: "",
    info: {
      Title: `${content.title} ${number}`,
      Subject: organization.name,
      Author: content.service,
      CreationDate: new Date(closed_at ?? billing_period.start_at),
    },
  });
  document.registerFont("regular", fonts.regular).registerFont("bold", fonts.bold);
  await registerFonts(document, textsOf(content));
  drawHead(document, content);
  for (const table of content.tables) drawTable(document, table);
  drawLedger(document, content);
  numberPages(document, `${content.title} ${number}`);
  const chunks: Buffer[] = [];
  document.end();
  for await (const chunk of document) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The content with what no font has named by its code point. */
const readableContent = (content: StatementContent): StatementContent => ({
  ...content,
  details: content.details.map(([name, value]) => [name, readable(value)]),
  tables: content.tables.map((table) => ({
    ...table,
    rows: table.rows.map((row) => row.map(readable)),
    note: table.note === null ? null : readable(table.note),
  })),
});

const textsOf = ({ details, tables }: StatementContent): string[] => [
  ...details.map(([, value]) => value),
  ...tables.flatMap(({ rows, note }) => [...rows.flat(), note ?? ""]),
];

function drawHead(
  document: PDFKit.PDFDocument,
  { service, title, warning, details }: StatementContent,
): void {
  const { left } = margins;
  document.font("regular").fontSize(10).fillColor(colours.faint).text(service);
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
      const place = { x: left + column * width, width: width - 16 };
      write(document, { font: "regular", size: 8, colour: colours.faint }, name, { ...place, y });
      write(document, { font: "regular", size: 10, colour: colours.text }, value, {
        ...place,
        y: document.y,
      });
      return document.y;
    });
    document.x = left;
    document.y = Math.max(...ends) + 8;
  }
}

function drawLedger(document: PDFKit.PDFDocument, { ledger, sha256, remark }: StatementContent): void {
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
