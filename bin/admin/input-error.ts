/** What the operator should do differently, in one sentence. It ends the program with code 2; nothing was changed. */
export class InputError extends Error {}
