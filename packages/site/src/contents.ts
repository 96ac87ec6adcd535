/** A page made of a Markdown file. Sections under the headings of `leftOut` are not partners'. */
export type MarkdownPage = { file: string; name: string; title: string; leftOut?: string[] };

const page = (file: string, name: string, title: string): MarkdownPage => ({ file, name, title });

/** What partners read, in the order in which it is read. The rest of docs/ is the operator's and the engineer's. */
export const guides = [
  page("docs/quickstart.md", "quickstart", "Quickstart"),
  page("docs/jobs.md", "jobs", "Jobs"),
  page("docs/listings.md", "listings", "A home at once"),
  page("docs/uploads.md", "uploads", "Uploads"),
  page("docs/furnished-rooms.md", "furnished-rooms", "Furnished rooms"),
  page("docs/webhooks.md", "webhooks", "Webhooks"),
  page("docs/sandbox.md", "sandbox", "Sandbox"),
  page("docs/disclosure.md", "disclosure", "Disclosure"),
  page("docs/credentials.md", "credentials", "Content credentials"),
  page("docs/billing.md", "billing", "Usage and billing"),
  page("docs/keys.md", "keys", "API keys"),
  page("docs/your-pictures.md", "your-pictures", "Your pictures"),
  page("docs/errors.md", "errors", "Errors"),
];

export const overview = page("docs/index.md", "index", "Overview");

export const gallery = page("docs/gallery.md", "gallery", "Gallery");

export const clients = [
  page("packages/clients/typescript/README.md", "typescript", "TypeScript client"),
  page("packages/clients/python/README.md", "python", "Python client"),
  page("docs/frameworks.md", "frameworks", "Next.js, Express, Django"),
  page("packages/clients/mcp/README.md", "mcp", "MCP server"),
  page("docs/generated-clients.md", "generated-clients", "Generated clients"),
];

export const changelog: MarkdownPage = {
  ...page("CHANGELOG.md", "changelog", "Changelog"),
  leftOut: ["For operators", "Roll back"],
};
