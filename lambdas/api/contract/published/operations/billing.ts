import { Statement } from "../../../../domain/billing/statement-schema.ts";
import {
  billingEventsPage,
  closedStatement,
  openStatement,
  statementsPage,
  usageSummary,
} from "../examples/billing.ts";
import { always, type Publications } from "../operation.ts";
import { BillingEventsPage } from "../resources/billing-event.ts";
import { StatementsPage } from "../resources/listed-statement.ts";
import { UsageSummary } from "../resources/usage-summary.ts";

export const billing = {
  getUsageSummary: {
    tag: "Usage and billing",
    summary: "Get the usage of the billing period",
    description:
      "Access, usage and job counts of a billing period, by the plan that it had, and the limits in force now.",
    response: {
      schema: UsageSummary,
      description: "The usage so far.",
      examples: { over_the_allowance: usageSummary },
    },
    errors: [...always, "no_such_period", "period_before_organization"],
  },
  listBillingEvents: {
    tag: "Usage and billing",
    summary: "List billing events",
    description:
      'The ledger of API-originated billing events, newest first, page by page. Reconcile by `event_id`, `job_id` and `config_fingerprint`. A cursor continues only the list of its own filters. `Accept: text/csv` gives the page as a file, with the tax of each event if your statements are invoices; `Link` with `rel="next"` has the address of the next page, relative to this one.',
    response: {
      schema: BillingEventsPage,
      description: "One page.",
      examples: {
        more_to_come: billingEventsPage,
        last_page: { ...billingEventsPage, next_cursor: null },
      },
    },
    errors: [...always, "foreign_cursor", "limit_out_of_range"],
  },
  listStatements: {
    tag: "Usage and billing",
    since: "1.2.0",
    summary: "List statements",
    description:
      "The billing periods of your organization, newest first, page by page: each with the number, the state and the total of its statement. Listing closes no period.",
    response: {
      schema: StatementsPage,
      description: "One page.",
      examples: { since_october: statementsPage },
    },
    errors: [...always, "foreign_statements_cursor", "limit_out_of_range"],
  },
  getStatement: {
    tag: "Usage and billing",
    since: "1.1.0",
    summary: "Get the statement of a billing period",
    description:
      "What a billing period costs, by its first day: the plans, the base fee, the units, the charges and the adjustments apart, the total, and a hash of the ledger. While the period is open, what it would be now. It closes two hours after its end or later, when no job holds a unit of it and it is read: from then on the answer is the same, byte for byte. A period with over 50,000 jobs is added up over several requests: ask until it is closed. `Accept: text/csv` or `application/pdf` gives the same as a file; any other `Accept` gives JSON.",
    response: {
      schema: Statement,
      description: "The statement.",
      examples: { closed: closedStatement, open: openStatement },
    },
    errors: [...always, "no_such_statement", "period_before_organization"],
  },
} satisfies Partial<Publications>;
