/** Words that readers search by, and the words of the documents that mean the same. */
const synonyms = {
  auth: ["key", "bearer"],
  authentication: ["key", "bearer"],
  token: ["key"],
  login: ["key"],
  callback: ["webhook"],
  hook: ["webhook"],
  hmac: ["signature"],
  cost: ["billing", "units"],
  price: ["billing", "units"],
  pricing: ["billing", "units"],
  invoice: ["statement"],
  bill: ["statement"],
  receipt: ["statement"],
  refund: ["adjustment", "credit"],
  quota: ["limit", "included"],
  throttle: ["rate"],
  throttling: ["rate"],
  image: ["picture"],
  photo: ["picture"],
  img: ["picture"],
  360: ["panorama"],
  virtual: ["staging"],
  declutter: ["clean"],
  remove: ["clean", "delete"],
  remodel: ["renovate"],
  furnish: ["refurnish"],
  watermark: ["label", "disclosure"],
  ai: ["disclosure", "altered"],
  test: ["sandbox"],
  mock: ["sandbox"],
  retry: ["idempotency", "repeat"],
  duplicate: ["idempotency"],
  poll: ["wait"],
  polling: ["wait"],
  sdk: ["client"],
  library: ["client"],
  node: ["typescript"],
  javascript: ["typescript"],
  django: ["python"],
  nextjs: ["next.js"],
  abort: ["cancel"],
  rotate: ["replace"],
  endpoint: ["reference"],
  vat: ["tax"],
  gst: ["tax"],
  iphone: ["heic", "jpeg"],
  heif: ["heic", "jpeg"],
  delivery: ["webhook"],
  csv: ["statement"],
  pdf: ["statement"],
};

const endings = /(?:ications?|ations?|ings?|ies|ied|ed|es|s|y)$/;
/** The beginning that the forms of a word share, if enough is left of it: search takes words that begin with it. */
const stemOf = (word) => (/^[a-z]{5,}[a-z]$/.test(word) ? word.replace(endings, "") : word);

/** Each word, in any of its forms, or one that means the same: all of them must be on the page. */
export const queryOf = (words) => ({
  combineWith: "AND",
  queries: words
    .toLowerCase()
    .split(/\s+/)
    .map((word) => ({
      combineWith: "OR",
      queries: [...new Set([word, stemOf(word), ...(synonyms[word] ?? [])])],
    })),
});
