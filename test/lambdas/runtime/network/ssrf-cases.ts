/** Addresses that no caller may make the service connect to, one or more of each special-purpose range. */
export const privateAddresses = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.254 127.0.0.1 127.1.2.3
  127.255.255.254 169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.254 192.0.0.1 192.0.0.192
  192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
  239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 ::2 ::127.0.0.1 ::10.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:8.8.8.8
  ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 2001::1
  2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:a9fe:a9fe::
  2002:c0a8:101::1 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fdff::1 fe80::1 febf::1 fec0::1 ff02::1 ff0e::1`
  .trim()
  .split(/\s+/);

/** The same IPv4 address in the ways that some parser somewhere reads as that address. */
export function oddForms(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const hex = (n: number) => `0x${n.toString(16)}`;
  const octal = (n: number) => `0${n.toString(8)}`;
  const ideographicStops = address.replaceAll(".", "\u3002");
  const fullWidth = address.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
  const percentEncoded = address.replace(/\d/g, (digit) => `%3${digit}`);
  return [
    String(whole),
    hex(whole),
    octal(whole),
    [a, b, c, d].map(hex).join("."),
    [a, b, c, d].map(octal).join("."),
    [a, b, c, d].map((n) => `000${octal(n)}`).join("."),
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    `${hex(a)}.${b}.${octal(c)}.${d}`,
    `${address}.`,
    ideographicStops,
    address.replaceAll(".", "\uff0e"),
    address.replaceAll(".", "\uff61"),
    fullWidth,
    percentEncoded,
    address.replaceAll(".", "%2e"),
    `[::ffff:${address}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[0:0:0:0:0:ffff:${address}]`,
    `[::ffff:${hex((a << 8) | b).slice(2)}:${hex((c << 8) | d).slice(2)}]`,
    `[2002:${hex((a << 8) | b).slice(2)}:${hex((c << 8) | d).slice(2)}::1]`,
  ];
}

/** URLs that are wrong for another reason than the address in them. */
export const oddUrls = [
  "https://localhost/",
  "https://LOCALHOST/",
  "https://localhost./",
  "https://api.localhost/",
  "https://printer.local/",
  "https://metadata.google.internal/computeMetadata/v1/",
  "https://instance-data.ec2.internal/",
  "https://router.lan/",
  "https://nas.home.arpa/",
  "https://intranet/",
  "https://kubernetes/",
  "https://db.corp/",
  "https://photos.example.com./a.jpg",
  "http://photos.example.com/a.jpg",
  "https://photos.example.com:8443/a.jpg",
  "https://photos.example.com:22/",
  "https://photos.example.com:80/",
  "https://user:password@photos.example.com/a.jpg",
  "https://photos.example.com@127.0.0.1/a.jpg",
  "https://127.0.0.1@photos.example.com/a.jpg",
  "https://@photos.example.com/a.jpg",
  "https://photos.example.com%2f@127.0.0.1/",
  "https://photos.example.com\\@127.0.0.1/",
  "https:\\\\127.0.0.1\\a.jpg",
  "https:/127.0.0.1/a.jpg",
  "https:127.0.0.1/a.jpg",
  "https:///127.0.0.1/a.jpg",
  "https://photos.example.com /a.jpg",
  " https://127.0.0.1/",
  "https://photos.exa\tmple.com/a.jpg",
  "https://photos.example.com\n.127.0.0.1/",
  "https://photos.example.com\0/a.jpg",
  "https://phot%6fs.example.com/a.jpg",
  "https://photos\u3002example\u3002com/a.jpg",
  "https://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3/",
  "https://[fe80::1%25eth0]/",
  "https://[fe80::1%eth0]/",
  "https://[::1",
  "https://::1/",
  "https://[2606:4700:0:0:0:0:0:1111]/",
  "https://256.256.256.256/",
  "https://1.2.3.4.5/",
  "https://0x7f.1/",
  "https://127.1/",
  "https://0/",
  "https://../",
  "https://",
  "https://?",
  "//photos.example.com/a.jpg",
  "photos.example.com/a.jpg",
  "",
  "file:///etc/passwd",
  "ftp://photos.example.com/a.jpg",
  "data:image/png;base64,iVBORw0KGgo=",
  "blob:https://photos.example.com/1",
  "gopher://127.0.0.1:6379/_SET",
  "javascript:alert(1)",
  "ws://photos.example.com/",
  `https://photos.example.com/${"a".repeat(2048)}`,
];
