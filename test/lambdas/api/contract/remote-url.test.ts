import * as v from "valibot";
import { expect, test } from "vitest";
import { RemoteUrl } from "../../../../lambdas/api/contract/remote-url.ts";

test.each([
  ["https://bücher.example/É", "https://xn--bcher-kva.example/%C3%89"],
  ["https://example.com/a|b", "https://example.com/a%7Cb"],
  ["https://example.com/{room}.jpg", "https://example.com/%7Broom%7D.jpg"],
  ["https://example.com/?a[]=1&b=`^`", "https://example.com/?a%5B%5D=1&b=%60%5E%60"],
  ["https://example.com/100%.jpg", "https://example.com/100%25.jpg"],
  ['https://example.com/"a"<b>', "https://example.com/%22a%22%3Cb%3E"],
  ["https://example.com/#a#b", "https://example.com/#a%23b"],
])("%s is no URI, and is refused with the form to write: %s", (url, form) => {
  const { issues } = v.safeParse(RemoteUrl, url);
  expect(issues?.map(({ message }) => message)).toEqual([
    `is refused: Write it as a URI (RFC 3986): ${form}`,
  ]);
  expect(v.is(RemoteUrl, form)).toBe(true);
});

test.each([
  "https://example.com",
  "https://example.com/a_b/~c;d=e,f@g:h!$&'()*+?q=%C3%89&r=/?#frag/ment?",
  "https://xn--bcher-kva.example/%c3%89",
  "https://sub.example.co.uk/a%20b.jpg?X-Amz-Signature=0a%2F",
])("%s is a URI", (url) => {
  expect(v.safeParse(RemoteUrl, url).issues).toBeUndefined();
});
