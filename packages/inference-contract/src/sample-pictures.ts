import sharp from "sharp";

/**
 * Drawn pictures of an empty room, so that demo, checks and tests need no photographs: a photo, an equirectangular
 * panorama and a floor plan, all as JPEG.
 */
const toJpeg = (svg: string) => sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer();

const page = (width: number, height: number, box: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}" preserveAspectRatio="none">${content}</svg>`;

const shade = (id: string, from: string, to: string, upright = true) =>
  `<linearGradient id="${id}" x2="${upright ? 0 : 1}" y2="${upright ? 1 : 0}"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

const range = (count: number) => Array.from({ length: count }, (_, nth) => nth);

/** The view into a bare room with a window, a door and floorboards. */
export function drawRoom(width: number, height: number): Promise<Buffer> {
  const floor = "M260 470H764L1024 690V768H0V690Z";
  const boards = range(15).map((nth) => {
    const [near, far] = [-500 + nth * 140, 260 + nth * 34.5];
    return `<path d="M${far} 470L${near} 800" stroke="#6f5138" stroke-width="2" opacity=".55"/>`;
  });
  const window = [
    `<rect x="395" y="170" width="250" height="190" fill="#f4f1ea"/>`,
    `<rect x="407" y="182" width="226" height="166" fill="url(#sky)"/>`,
    `<path d="M407 330q40-50 80-20t70-10t76 0v48h-226z" fill="#86a374"/>`,
    `<path d="M520 182V348M407 262H633" stroke="#f4f1ea" stroke-width="10"/>`,
    `<rect x="380" y="358" width="280" height="12" fill="#e9e4da"/>`,
  ];
  const door = [
    `<path d="M60 205L150 230V565L60 640Z" fill="#e3ddd2" stroke="#b9b0a2" stroke-width="4"/>`,
    `<path d="M76 245L136 260V380L76 396ZM76 425L136 405V535L76 585Z" fill="none" stroke="#c4bbad" stroke-width="3"/>`,
    `<circle cx="138" cy="410" r="6" fill="#8d8477"/>`,
  ];
  const content = [
    `<defs>${shade("sky", "#bcd9ee", "#f2f7f6")}${shade("back", "#d9d3c7", "#cbc3b4")}${shade("left", "#c6beb0", "#d2cabd", false)}${shade("right", "#bdb4a5", "#a89f90", false)}${shade("floor", "#a9825d", "#8c6745")}${shade("top", "#efece5", "#dcd7cd")}</defs>`,
    `<rect width="1024" height="768" fill="#b9b1a4"/>`,
    `<path d="M0 0H1024L764 110H260Z" fill="url(#top)"/>`,
    `<rect x="260" y="110" width="504" height="360" fill="url(#back)"/>`,
    `<path d="M0 0L260 110V470L0 690Z" fill="url(#left)"/>`,
    `<path d="M1024 0L764 110V470L1024 690Z" fill="url(#right)"/>`,
    `<path d="${floor}" fill="url(#floor)"/>`,
    `<clipPath id="boards"><path d="${floor}"/></clipPath><g clip-path="url(#boards)">${boards.join("")}</g>`,
    `<path d="M395 470H645L800 768H300Z" fill="#fff4dc" opacity=".16"/>`,
    `<path d="M0 672L260 458H764L1024 672V690L764 470H260L0 690Z" fill="#f1ede5"/>`,
    ...window,
    ...door,
    `<rect x="420" y="392" width="200" height="62" rx="4" fill="#e7e2d8"/>`,
    ...range(12).map((nth) => `<path d="M${431 + nth * 16} 397V449" stroke="#cfc8bb" stroke-width="4"/>`),
    `<path d="M512 0V44" stroke="#6b665e" stroke-width="3"/><circle cx="512" cy="58" r="15" fill="#fff6de"/>`,
  ];
  return toJpeg(page(width, height, "0 0 1024 768", content.join("")));
}

/** The same room all around: `width` × `width / 2`, with the left and right edges meeting in the middle of a wall. */
export function drawPanorama(width: number): Promise<Buffer> {
  const half = { across: 2.6, along: 3.4 };
  const eye = 1.5;
  const wallAt = (angle: number) =>
    Math.min(half.across / Math.abs(Math.sin(angle) || 1e-9), half.along / Math.abs(Math.cos(angle) || 1e-9));
  const edge = (rise: number) =>
    range(257).map((nth) => {
      const angle = ((nth - 128) / 256) * 2 * Math.PI;
      return `${nth * 8} ${(512 - (Math.atan2(rise, wallAt(angle)) / Math.PI) * 1024).toFixed(1)}`;
    });
  const wall = `M${edge(1.2).join("L")}L${edge(-eye).reverse().join("L")}Z`;
  const corners = [-1, 1].flatMap((x) => [-1, 1].map((z) => Math.atan2(x * half.across, z * half.along)));
  const opening = (at: number, w: number, from: number, to: number, fill: string) =>
    `<rect x="${at - w / 2}" y="${from}" width="${w}" height="${to - from}" fill="${fill}" stroke="#f5f2ec" stroke-width="12"/>`;
  const content = [
    `<defs>${shade("top", "#d9d5cc", "#f1eee8")}${shade("floor", "#a9825d", "#6f5138")}${shade("wall", "#dcd6ca", "#c8c0b2")}${shade("sky", "#bcd9ee", "#f2f7f6")}</defs>`,
    `<rect width="2048" height="512" fill="url(#top)"/><rect y="512" width="2048" height="512" fill="url(#floor)"/>`,
    ...range(24).map(
      (nth) => `<path d="M0 ${700 + nth * 14}H2048" stroke="#6f5138" opacity=".3" stroke-width="2"/>`,
    ),
    `<path d="${wall}" fill="url(#wall)"/>`,
    `<path d="M${edge(-eye).join("L")}" fill="none" stroke="#f1ede5" stroke-width="14"/>`,
    ...corners.map(
      (angle) =>
        `<rect x="${(angle / (2 * Math.PI) + 0.5) * 2048 - 2}" y="400" width="4" height="240" fill="#a79e90" opacity=".7"/>`,
    ),
    opening(1024, 220, 400, 560, "url(#sky)"),
    opening(1536, 170, 380, 668, "#cdb798"),
    opening(512, 150, 420, 540, "url(#sky)"),
  ];
  return toJpeg(page(width, width / 2, "0 0 2048 1024", content.join("")));
}

/** A mask of one channel, as a PNG: a third of each side, low in the middle, is white. */
export function drawMask(width: number, height: number): Promise<Buffer> {
  const [left, right] = [width / 3, (2 * width) / 3];
  const [top, bottom] = [height / 2, (5 * height) / 6];
  const isWhite = (x: number, y: number) => x >= left && x < right && y >= top && y < bottom;
  const samples = Buffer.from(
    range(width * height).map((at) => (isWhite(at % width, Math.floor(at / width)) ? 255 : 0)),
  );
  return sharp(samples, { raw: { width, height, channels: 1 } })
    .toColourspace("b-w")
    .png()
    .toBuffer();
}

/** The plan of a small flat: walls, windows, doors, no lettering. */
export function drawFloorplan(width: number, height: number): Promise<Buffer> {
  const wall = (path: string) => `<path d="${path}" fill="none" stroke="#111" stroke-width="14"/>`;
  const gap = (x: number, y: number, w: number, h: number) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#fff"/>`;
  const window = (x: number, y: number, w: number, h: number) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#fff" stroke="#111" stroke-width="2"/>`;
  const content = [
    `<rect width="800" height="600" fill="#fff"/>`,
    wall("M80 80H720V500H80ZM420 80V500M80 300H420M420 260H720"),
    ...[
      window(160, 74, 120, 12),
      window(520, 74, 120, 12),
      window(714, 330, 12, 110),
      window(160, 494, 120, 12),
    ],
    ...[gap(300, 292, 60, 16), gap(412, 380, 16, 60), gap(560, 252, 60, 16)],
    `<path d="M300 300V240A60 60 0 0 1 360 300M420 440H480A60 60 0 0 0 420 380M620 260V200A60 60 0 0 0 560 260" fill="none" stroke="#111" stroke-width="2"/>`,
  ];
  return toJpeg(page(width, height, "0 0 800 600", content.join("")));
}
