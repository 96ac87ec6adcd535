// Bundles take node:http from here. A bundle in ESM would import it when it starts, a quarter of a cold start, though
// only plain-HTTP endpoints need it, later.
module.exports = process.getBuiltinModule("node:http");
