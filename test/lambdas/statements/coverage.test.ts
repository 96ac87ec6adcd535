import { expect, test } from "vitest";
import { readable, unreadableIn } from "../../../lambdas/statements/coverage.ts";

test("the scripts of eight in ten people are readable, and what is not is named", () => {
  const names = [
    "Łódź, Αθήνα, Недвижимость, Việt Nam €",
    "東京（株）",
    "北京房地产",
    "한국부동산",
    "תל אביב",
    "الرياض، ١٢",
  ];
  for (const name of [...names, "नई दिल्ली", "กรุงเทพฯ"]) expect(unreadableIn(name), name).toEqual([]);
  expect(unreadableIn("🏠 თბილისი")).toContain("🏠");
  expect(readable("🏠 3")).toBe("[U+1F3E0] 3");
});

test("marks and joiners have the font of the letter in front of them", () => {
  expect(readable("क्‍ष")).toBe("क्‍ष");
  expect(readable("น้ำ"), "the ring below the tone").toBe("น\u0e4d\u0e49\u0e32");
});
