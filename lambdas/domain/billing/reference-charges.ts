import * as v from "valibot";

/** How many of the callers' references a statement lists. The charges of the others are summed. */
const listedReferences = 200;

const Charged = v.object({ units: v.number(), amount: v.number() });
const OfReference = v.object({ reference: v.nullable(v.string()), ...Charged.entries });

/** What was charged by the callers' references, in the order of their first charge; amounts are integer micro-USD. */
export const ReferenceCharges = v.object({ listed: v.array(OfReference), others: Charged });
export type ReferenceCharges = v.InferOutput<typeof ReferenceCharges>;

export const noReferenceCharges = (): ReferenceCharges => ({ listed: [], others: { units: 0, amount: 0 } });

/** Adds the charge of a unit, in place. */
export function addCharge(
  { listed, others }: ReferenceCharges,
  reference: string | null,
  amount: number,
): void {
  let charged: v.InferOutput<typeof Charged> | undefined = listed.find(
    (known) => known.reference === reference,
  );
  if (!charged && listed.length < listedReferences) {
    const added = { reference, units: 0, amount: 0 };
    listed.push(added);
    charged = added;
  }
  charged ??= others;
  charged.units++;
  charged.amount += amount;
}
