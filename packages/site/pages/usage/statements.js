import { find, make } from "../playground/elements.js";
import { staging } from "../playground/service.js";
import { button, chip, money, periodOf, row, within } from "./words.js";

const first = 12;
const formats = { PDF: "application/pdf", CSV: "text/csv" };
const dayOf = ({ billing_period }) => billing_period.start_at.slice(0, 10);

/** Lists the statements, newest first, and the periods to choose from. */
export function buildStatements() {
  let cursor;
  const more = find("more-statements");
  const read = () =>
    within(more, async () => {
      const page = await staging.billing.statementsPage({ limit: first, ...(cursor && { cursor }) });
      find("statements").append(...page.items.map(rowOf));
      find("period").append(
        ...page.items.map((item) => new Option(periodOf(item.billing_period), dayOf(item))),
      );
      cursor = page.next_cursor;
      more.hidden = cursor === null;
    });
  more.addEventListener("click", read);
  return read();
}

function rowOf(statement) {
  const { number, state, billing_period, total_usd } = statement;
  const period = periodOf(billing_period);
  const save = (name) => button(name, () => download(statement, name), `${name} of ${period}`);
  return row({
    Period: period,
    Number: make("span", { className: "id" }, number),
    State: state === "closed" ? chip("closed", "valid") : chip("open"),
    Total: money.format(total_usd),
    Download: make("span", { className: "formats" }, ...Object.keys(formats).map(save)),
  });
}

async function download(statement, name) {
  const blob = await staging.billing.statementFile(dayOf(statement), formats[name]);
  const url = URL.createObjectURL(blob);
  make("a", { href: url, download: `${statement.number}.${name.toLowerCase()}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
