import * as v from "valibot";

const nothing = () => undefined;

/** A field of a request that may be left out. Null is as if it were: many clients write so what has no value. */
export const optional = <const S extends v.GenericSchema>(schema: S) => v.nullish(schema, nothing);
