// «Росток»: pack shots drawn by code. Dependency-free, deterministic, one studio for the whole range.
// packShot({title, subtitle, code, category, form, volume}, {outline?, cutout?}) → SVG string, viewBox 0 0 960 960.
// `cutout`: no studio paper, no long shadow, cropped to CUT: stands on any paper, light or dark (docs/decisions/020).
// `outline(text, weight)` (see outline.mjs) turns label text into paths; without it the label is <text> in Golos Text.

// ───────────────────────── colour ─────────────────────────
const clamp = (v, a, b) => Math.min(b, Math.max(a, v));
const n1 = (v) => String(Math.round(v * 10) / 10);
export function oklch(L, C, h) {
  const a = C * Math.cos((h * Math.PI) / 180), b = C * Math.sin((h * Math.PI) / 180);
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const lin = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return '#' + lin.map((v) => {
    const c = v <= 0.0031308 ? 12.92 * v : 1.055 * Math.max(v, 0) ** (1 / 2.4) - 0.055;
    return Math.round(clamp(c, 0, 1) * 255).toString(16).padStart(2, '0');
  }).join('');
}

/** Nine families: hue and chroma of the studio paper, the caps and the brand band. */
export const FAMILIES = {
  1: { name: 'Биологически активные добавки', h: 148, c: 0.075 },
  2: { name: 'Функциональное питание', h: 78, c: 0.09 },
  3: { name: 'Чай и напитки', h: 50, c: 0.085 },
  4: { name: 'Красота', h: 30, c: 0.06, capL: 0.66, capC: 0.9 },
  5: { name: 'Ароматы', h: 312, c: 0.065 },
  6: { name: 'Дом', h: 215, c: 0.07 },
  7: { name: 'Спорт', h: 255, c: 0.075 },
  8: { name: 'Наборы', h: 8, c: 0.1 },
  9: { name: 'Материалы', h: 140, c: 0.045 },
};

/** Subcategory accent: [hue, chroma, lightness of the field, motif]. */
export const SUBS = {
  101: [62, 0.118, 0.66, 'rowan'], 102: [232, 0.07, 0.52, 'crystal'], 103: [88, 0.105, 0.66, 'flax'],
  104: [146, 0.085, 0.5, 'umbel'], 105: [176, 0.07, 0.55, 'cells'], 106: [20, 0.095, 0.63, 'shell'],
  107: [352, 0.095, 0.48, 'vine'], 108: [72, 0.115, 0.74, 'bear'],
  201: [48, 0.085, 0.58, 'vanilla'], 202: [84, 0.1, 0.68, 'wheat'], 203: [60, 0.08, 0.52, 'cone'],
  301: [138, 0.075, 0.46, 'meadow'], 302: [340, 0.085, 0.5, 'fireweed'], 303: [16, 0.115, 0.5, 'berries'], 304: [268, 0.075, 0.52, 'chicory'],
  401: [28, 0.07, 0.7, 'dew'], 402: [135, 0.055, 0.6, 'fir'], 403: [95, 0.065, 0.66, 'waves'], 404: [182, 0.075, 0.58, 'mint'],
  405: [235, 0.03, 0.38, 'peaks'], 406: [66, 0.085, 0.78, 'bubbles'],
  501: [306, 0.08, 0.52, 'lavender'], 502: [46, 0.075, 0.58, 'flame'], 503: [335, 0.05, 0.62, 'moon'],
  601: [228, 0.075, 0.6, 'breeze'], 602: [102, 0.105, 0.72, 'citrus'], 603: [190, 0.075, 0.56, 'bubbles'],
  701: [256, 0.075, 0.36, 'peaks'], 702: [225, 0.1, 0.54, 'splash'], 703: [52, 0.105, 0.56, 'nuts'],
  801: [148, 0.08, 0.42, 'sprout'], 802: [12, 0.11, 0.46, 'rowan'], 803: [42, 0.11, 0.55, 'maple'],
  901: [146, 0.075, 0.42, 'sprout'], 902: [110, 0.05, 0.62, 'sprout'],
};

const BRAND = oklch(0.42, 0.075, 150);
const PAPER = oklch(0.982, 0.008, 88);
const INK_SHADOW = '#2a2018', WARM = '#4b3826'; // cast shadow; form shadow

/** A plant named in the title is the plant on the label … */
const PLANTS = [
  [/лаванд/, 'lavender'], [/рябин/, 'rowan'], [/кедр|шишк|орех(?!ов)/, 'cone'], [/пихт|сосн|хво|тайг|таёжн|лиственниц|бор»/, 'fir'],
  [/лимон|апельсин|цитрус|витамин c|облак/, 'citrus'], [/мят|эвкалипт|чайного дерева|шалфе|саган/, 'mint'],
  [/клюкв|брусник|облепих|вишн|малин|ягод|шиповник|смородин|черни[кч]|боярыш|черноплод|гранат|румянец/, 'berries'],
  [/виноград/, 'vine'], [/эхинац|артишок|расторопш|валериан/, 'umbel'], [/овёс|овсян|злак|отруб|гречн/, 'wheat'], [/льнян/, 'flax'],
  [/мёд|пчёл|прополис|арахис/, 'nuts'], [/омега|рыб|волна|вода»|байкал|морск(ая|ой) (соль|ветер)/, 'waves'], [/цикори/, 'chicory'],
  [/ваниль/, 'vanilla'], [/осен|клён/, 'maple'], [/спирулин|штамм|клетк/, 'cells'], [/мороз|лёд|гранит|айсберг|камень/, 'crystal'], [/берёзов|зелёный лист|чистый лист|репейник/, 'dew'],
  [/топтыжк/, 'bear'],
];
/** … and in food, tea, aromas and sport the taste also turns the hue: [hue, chroma, lightness]. */
const TASTES = [
  [/шоколад|какао/, [42, 0.06, 0.4]], [/ваниль|мёд/, [78, 0.09, 0.72]], [/вишн|клюкв|брусник|смородин|малин/, [14, 0.125, 0.48]], [/черни[кч]|вереск|ягод/, [330, 0.085, 0.46]],
  [/облепих|апельсин|цитрус/, [58, 0.125, 0.68]], [/лимон/, [98, 0.115, 0.76]], [/яблок|яблоч|горох/, [122, 0.09, 0.62]], [/мят|эвкалипт|чайного дерева/, [176, 0.07, 0.54]],
  [/пихт|сосн|кедр(?! и)|спирулин/, [152, 0.07, 0.44]], [/лаванд/, [304, 0.085, 0.52]], [/туман/, [230, 0.045, 0.62]], [/корица|корицей|арахис/, [50, 0.1, 0.54]],
];
export function toneOf(category, title = '', code = 0) {
  const fam = FAMILIES[Math.floor(category / 100)] ?? FAMILIES[9], low = title.toLowerCase();
  let [h, c, l, motif] = SUBS[category] ?? [fam.h, fam.c, 0.5, 'sprout'];
  motif = PLANTS.find(([re]) => re.test(low))?.[1] ?? motif;
  if (category === 108) motif = 'bear';
  // neighbours on the shelf differ a little: a step along the subcategory's own stretch of the wheel
  const step = ((Number(code) % 100) * 0.618034) % 1 - 0.5;
  if (Number(code) % 100 > 1) { h += step * (category < 200 ? 34 : 18); l += (((Number(code) % 100) * 0.382) % 1 - 0.5) * 0.06; }
  if ([2, 3, 5, 7].includes(Math.floor(category / 100))) { const q = TASTES.find(([re]) => re.test(low)); if (q) [h, c, l] = q[1]; }
  const light = l > 0.6;
  const cap = { 402: [0.83, 0.04, 74], 403: [0.83, 0.04, 74], 404: [0.95, 0.012, 85], 405: [0.34, 0.018, 240], 406: [0.8, 0.1, 80] }[category];
  return {
    h, c, l, motif, fam, light,
    field: oklch(l, c, h),
    fieldDeep: oklch(l - 0.09, c, h),
    foot: light ? oklch(l + 0.025, c, h) : oklch(l - 0.09, c, h),
    fieldHi: oklch(Math.min(l + 0.09, 0.9), c * 0.9, h),
    line: light ? oklch(0.985, 0.02, h) : oklch(0.9, c * 0.45, h),
    onField: light ? oklch(0.2, 0.04, h) : oklch(0.985, 0.012, h),
    accent: oklch(Math.min(l, 0.56), c * 1.05, h),
    soft: oklch(0.9, c * 0.42, h),
    pale: oklch(0.95, c * 0.2, h),
    deep: oklch(0.34, c * 0.75, h),
    ink: oklch(0.27, 0.028, h),
    inkSoft: oklch(0.43, 0.03, h),
    cap: cap ? oklch(...cap) : oklch(fam.capL ?? 0.43, fam.c * (fam.capC ?? 1), fam.h),
    capSoft: oklch(0.86, fam.c * 0.4, fam.h),
  };
}

// ───────────────────────── numbers and paths ─────────────────────────
function rngOf(seed) {
  let a = (Number(String(seed).replace(/\D/g, '')) || 7) * 2654435761 >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
/** Serialise path commands [[op, x, y, …]] through a point map. */
function P(cmds, map = (x, y) => [x, y]) {
  let d = '';
  for (const c of cmds) {
    d += c[0];
    for (let i = 1; i < c.length; i += 2) {
      const [x, y] = map(c[i], c[i + 1]);
      d += (i > 1 ? ' ' : '') + n1(x) + ' ' + n1(y);
    }
  }
  return d;
}
const K = 0.5523;
const circle = (x, y, rx, ry = rx) => [
  ['M', x + rx, y], ['C', x + rx, y + ry * K, x + rx * K, y + ry, x, y + ry], ['C', x - rx * K, y + ry, x - rx, y + ry * K, x - rx, y],
  ['C', x - rx, y - ry * K, x - rx * K, y - ry, x, y - ry], ['C', x + rx * K, y - ry, x + rx, y - ry * K, x + rx, y], ['Z'],
];
const turn = (cmds, a, ox, oy, k = 1) => {
  const s = Math.sin(a) * k, c = Math.cos(a) * k;
  return cmds.map((q) => { const o = [q[0]]; for (let i = 1; i < q.length; i += 2) o.push(ox + q[i] * c - q[i + 1] * s, oy + q[i] * s + q[i + 1] * c); return o; });
};
/** Smooth open curve through points. */
function curve(pts) {
  const o = [['M', ...pts[0]]];
  for (let i = 0; i < pts.length - 1; i++) {
    const p0 = pts[i - 1] ?? pts[i], p1 = pts[i], p2 = pts[i + 1], p3 = pts[i + 2] ?? p2;
    o.push(['C', p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6, p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6, ...p2]);
  }
  return o;
}
const along = (pts, t) => { // point and angle on a polyline
  const f = t * (pts.length - 1), i = Math.min(Math.floor(f), pts.length - 2), k = f - i;
  const [a, b] = [pts[i], pts[i + 1]];
  return [a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k, Math.atan2(b[1] - a[1], b[0] - a[0])];
};

// ───────────────────────── botanical motifs (unit box −1…1, y down, thin lines) ─────────────────────────
const leafShape = (l, w, bend = 0) => [['M', 0, 0], ['C', l * 0.22, -w, l * 0.68, -w * 0.9 + bend * l, l, bend * l], ['C', l * 0.72, w * 0.75 + bend * l, l * 0.25, w, 0, 0], ['Z']];
function leaf(out, x, y, l, w, a, o = {}) {
  out.push({ c: turn(leafShape(l, w, o.bend ?? 0), a, x, y), f: o.f ?? 0.22, s: 1 });
  if (o.rib !== false) out.push({ c: turn([['M', 0, 0], ['Q', l * 0.5, 0, l * 0.84, (o.bend ?? 0) * l * 0.84]], a, x, y), s: 0.7 });
}
const berry = (out, x, y, r, f = 0.55) => { out.push({ c: circle(x, y, r), f, s: 1 }); out.push({ c: [['M', x - r * 0.45, y - r * 0.1], ['C', x - r * 0.45, y - r * 0.4, x - r * 0.2, y - r * 0.55, x + r * 0.05, y - r * 0.55]], s: 0.7 }); };
const stem = (out, pts, s = 1) => out.push({ c: curve(pts), s });
function petals(out, x, y, r, n, w, a0 = 0, f = 0.3) {
  for (let i = 0; i < n; i++) leaf(out, x, y, r, w, a0 + (i / n) * Math.PI * 2, { f, rib: false });
}
function pinnate(out, pts, pairs, l, w, from = 0.2) {
  stem(out, pts);
  for (let i = 0; i < pairs; i++) {
    const t = from + ((1 - from) * i) / pairs, [x, y, a] = along(pts, t), k = 1 - 0.35 * t;
    leaf(out, x, y, l * k, w * k, a - 0.95); leaf(out, x, y, l * k, w * k, a + 0.95);
  }
  const [x, y, a] = along(pts, 1); leaf(out, x, y, l * 0.7, w * 0.7, a);
}
const MOTIFS = {
  rowan(o) {
    pinnate(o, [[-0.05, 0.95], [-0.35, 0.35], [-0.8, -0.35]], 4, 0.42, 0.1, 0.25);
    pinnate(o, [[0.05, 0.95], [0.42, 0.3], [0.95, -0.25]], 4, 0.42, 0.1, 0.25);
    for (const [x, y] of [[0, -0.35], [-0.2, -0.12], [0.2, -0.14], [0.02, 0.08], [-0.2, 0.26], [0.22, 0.26], [0.02, 0.42]]) { stem(o, [[0, 0.85], [x * 0.6, y * 0.5 + 0.4], [x, y + 0.1]], 0.6); }
    for (const [x, y] of [[0, -0.35], [-0.2, -0.12], [0.2, -0.14], [0.02, 0.08], [-0.2, 0.26], [0.22, 0.26], [0.02, 0.42]]) berry(o, x, y, 0.125);
  },
  crystal(o) {
    for (const [x, w, h, t] of [[-0.62, 0.2, 0.7, -0.25], [0.6, 0.22, 0.8, 0.22], [-0.28, 0.24, 1.15, -0.1], [0.28, 0.2, 1.0, 0.1], [0, 0.27, 1.6, 0]]) {
      const g = (c, e) => o.push({ ...e, c: turn(c, t, x, 0.95) });
      g([['M', -w, 0], ['L', -w, -h + w * 1.1], ['L', 0, -h - w * 0.5], ['L', w, -h + w * 1.1], ['L', w, 0], ['Z']], { f: 0.2, s: 1 });
      g([['M', -w * 0.25, 0], ['L', -w * 0.25, -h + w * 1.35], ['L', 0, -h - w * 0.5]], { s: 0.7 });
      g([['M', -w, -h + w * 1.1], ['L', -w * 0.25, -h + w * 1.35], ['L', w, -h + w * 1.1]], { s: 0.7 });
    }
  },
  flax(o) {
    for (const [x, y, b] of [[-0.75, -0.15, -0.3], [-0.38, -0.55, -0.12], [0, -0.78, 0], [0.4, -0.5, 0.14], [0.78, -0.2, 0.3]]) {
      const pts = [[x * 0.25, 1], [x * 0.5 + b * 0.1, 0.4], [x, y]];
      stem(o, pts);
      for (let i = 1; i < 6; i++) { const [px, py, a] = along(pts, i / 7); leaf(o, px, py, 0.26, 0.04, a + (i % 2 ? 0.6 : -0.6), { rib: false, f: 0.3 }); }
      o.push({ c: turn([['M', 0, 0.16], ['C', 0.17, 0.12, 0.14, -0.1, 0, -0.2], ['C', -0.14, -0.1, -0.17, 0.12, 0, 0.16], ['Z']], b, x, y), f: 0.5, s: 1 });
    }
  },
  umbel(o) {
    for (const [x, y, k] of [[-0.58, -0.1, 0.75], [0.55, -0.2, 0.8], [0, -0.5, 1]]) {
      stem(o, [[x * 0.1, 1], [x * 0.6, 0.45], [x, y + 0.1]]);
      for (let i = 0; i < 13; i++) { const a = Math.PI * (0.04 + (0.92 * i) / 12); leaf(o, x + Math.cos(a) * 0.13 * k, y + 0.08 * k + Math.abs(Math.sin(a)) * 0.06 * k, 0.42 * k, 0.06 * k, a, { rib: false, f: 0.28 }); }
      o.push({ c: [['M', x - 0.24 * k, y + 0.1 * k], ['C', x - 0.22 * k, y - 0.28 * k, x + 0.22 * k, y - 0.28 * k, x + 0.24 * k, y + 0.1 * k], ['C', x + 0.1 * k, y + 0.17 * k, x - 0.1 * k, y + 0.17 * k, x - 0.24 * k, y + 0.1 * k], ['Z']], f: 0.75, s: 1 });
    }
    leaf(o, -0.08, 0.8, 0.6, 0.1, Math.PI + 0.4); leaf(o, 0.08, 0.8, 0.6, 0.1, -0.4);
  },
  cells(o) {
    const p = [[-0.7, 0.35, 0.3], [-0.15, 0.1, 0.34], [0.45, 0.4, 0.3], [0.15, 0.72, 0.22], [-0.42, 0.78, 0.24], [0.85, 0.05, 0.2], [0.42, -0.25, 0.24], [-0.55, -0.25, 0.2], [-0.05, -0.55, 0.17], [0.95, 0.62, 0.17], [-1.02, -0.05, 0.15], [0.85, -0.5, 0.12], [-1.0, 0.78, 0.2]];
    for (const [x, y, q] of p) { o.push({ c: circle(x, y, q), f: 0.2, s: 1 }); o.push({ c: circle(x + q * 0.12, y - q * 0.1, q * 0.55), s: 0.7 }); o.push({ c: circle(x + q * 0.15, y - q * 0.12, q * 0.2), f: 0.7 }); }
  },
  shell(o) {
    for (let i = -5; i <= 5; i++) { const a = -Math.PI / 2 + i * 0.235; leaf(o, 0, 0.85, 1.5 - Math.abs(i) * 0.035, 0.13, a, { f: 0.17, rib: true }); }
    o.push({ c: [['M', -0.26, 0.98], ['Q', 0, 0.7, 0.26, 0.98], ['Z']], f: 0.5, s: 1 });
    berry(o, -1.0, 0.8, 0.11); berry(o, 1.05, 0.72, 0.08);
  },
  vine(o) {
    stem(o, [[-1.1, 0.5], [-0.4, 0.0], [0.3, -0.1], [1.1, -0.5]]);
    for (let row = 0, n = 4; row < 4; row++, n--) for (let i = 0; i < n; i++) berry(o, -0.35 + (i - (n - 1) / 2) * 0.26, 0.18 + row * 0.22, 0.13, 0.5);
    for (const [x, y, k, a] of [[0.45, 0.1, 0.95, 0.2], [-0.75, -0.1, 0.6, -0.4]]) {
      for (const q of [-1.25, -0.62, 0, 0.62, 1.25]) leaf(o, x, y, (0.6 - Math.abs(q) * 0.09) * k, 0.19 * k, Math.PI / 2 - a + q, { f: 0.2 });
    }
    stem(o, [[0.9, -0.38], [1.0, -0.7], [0.85, -0.75], [0.9, -0.6]], 0.7);
  },
  bear(o) {
    o.push({ c: circle(-0.5, -0.42, 0.24), f: 0.35, s: 1.2 }); o.push({ c: circle(0.5, -0.42, 0.24), f: 0.35, s: 1.2 });
    o.push({ c: circle(-0.5, -0.42, 0.1), f: 0.6 }); o.push({ c: circle(0.5, -0.42, 0.1), f: 0.6 });
    o.push({ c: circle(0, 0.16, 0.74, 0.68), f: 1, k: 'bg', s: 1.2 }); o.push({ c: circle(0, 0.16, 0.74, 0.68), f: 0.25, s: 1.2 });
    o.push({ c: circle(0, 0.4, 0.32, 0.25), f: 0.65, s: 0 });
    for (const s of [-1, 1]) { o.push({ c: circle(s * 0.27, 0.02, 0.06, 0.07), f: 1, k: 'ink' }); o.push({ c: circle(s * 0.5, 0.26, 0.11, 0.08), f: 0.5 }); }
    o.push({ c: circle(0, 0.3, 0.1, 0.07), f: 1, k: 'ink' });
    o.push({ c: [['M', -0.13, 0.47], ['C', -0.07, 0.57, 0.07, 0.57, 0.13, 0.47]], s: 1.3, k: 'ink' });
    leaf(o, 0.02, -0.5, 0.34, 0.1, -0.85, { f: 0.9 }); leaf(o, -0.02, -0.5, 0.26, 0.08, -2.2, { f: 0.9 });
  },
  vanilla(o) {
    petals(o, -0.3, 0.1, 0.55, 5, 0.16, -Math.PI / 2, 0.28); petals(o, -0.3, 0.1, 0.28, 3, 0.1, -0.4, 0.5); berry(o, -0.3, 0.1, 0.07, 0.8);
    stem(o, [[0.0, 0.3], [0.35, 0.55], [0.55, 1.0]]); 
    for (const k of [0, 0.16]) leaf(o, 0.1 + k, 0.3 + k, 1.0, 0.06, -0.6 - k * 1.6, { bend: 0.1, f: 0.35 });
    leaf(o, -0.5, 0.5, 0.7, 0.15, 2.5);
  },
  wheat(o) {
    for (const x of [-0.6, 0, 0.6]) {
      const pts = [[x * 0.2, 1], [x * 0.6, 0.4], [x * 1.15, -0.35]];
      stem(o, pts);
      for (let i = 0; i < 6; i++) { const [px, py, a] = along(pts, 0.42 + i * 0.095); leaf(o, px, py, 0.27, 0.075, a - 0.5, { f: 0.4, rib: false }); leaf(o, px, py, 0.27, 0.075, a + 0.5, { f: 0.4, rib: false }); o.push({ c: turn([['M', 0.2, -0.06], ['L', 0.52, -0.2], ['M', 0.2, 0.06], ['L', 0.52, 0.2]], a, px, py), s: 0.55 }); }
      const [px, py, a] = along(pts, 1); leaf(o, px, py, 0.26, 0.07, a, { f: 0.4, rib: false });
    }
  },
  cone(o) {
    for (const s of [-1, 1]) for (let i = 0; i < 9; i++) { o.push({ c: [['M', s * 0.25, 0.75], ['Q', s * (0.7 + i * 0.03), 0.85 - i * 0.14, s * (1.15 - i * 0.05), 0.95 - i * 0.2]], s: 0.8 }); }
    for (let row = 6; row >= 0; row--) { const y = -0.55 + row * 0.22, w = [0.18, 0.34, 0.45, 0.5, 0.47, 0.38, 0.24][row], n = [2, 3, 4, 4, 4, 3, 2][row]; for (let i = 0; i < n; i++) { const x = ((i + 0.5) / n - 0.5) * 2 * w; o.push({ c: turn([['M', -0.15, -0.1], ['C', -0.15, 0.1, -0.06, 0.17, 0, 0.2], ['C', 0.06, 0.17, 0.15, 0.1, 0.15, -0.1], ['C', 0.06, -0.18, -0.06, -0.18, -0.15, -0.1], ['Z']], -x * 0.5, x, y), f: 1, k: 'bg', s: 1 }); o.push({ c: turn([['M', -0.15, -0.1], ['C', -0.15, 0.1, -0.06, 0.17, 0, 0.2], ['C', 0.06, 0.17, 0.15, 0.1, 0.15, -0.1], ['Z']], -x * 0.5, x, y), f: 0.3, s: 0.8 }); } }
  },
  meadow(o) {
    for (const [x, y] of [[-0.85, 0.0], [-0.25, -0.45], [0.32, -0.3], [0.85, 0.05]]) stem(o, [[x * 0.3, 1], [x * 0.75, 0.45], [x, y]]);
    petals(o, -0.85, 0.0, 0.24, 9, 0.05, 0, 0.4); berry(o, -0.85, 0, 0.075, 0.8);
    for (let i = 0; i < 8; i++) for (const s of [-1, 1]) berry(o, -0.25 + s * 0.07, -0.45 + i * 0.1, 0.055, 0.45);
    for (let i = 0; i < 9; i++) { const a = -Math.PI * (0.08 + 0.84 * i / 8); o.push({ c: [['M', 0.32, -0.2], ['L', 0.32 + Math.cos(a) * 0.34, -0.3 + Math.sin(a) * 0.24]], s: 0.6 }); berry(o, 0.32 + Math.cos(a) * 0.34, -0.3 + Math.sin(a) * 0.24, 0.05, 0.6); }
    petals(o, 0.85, 0.05, 0.22, 5, 0.1, -Math.PI / 2, 0.35); berry(o, 0.85, 0.05, 0.06, 0.8);
    leaf(o, -0.2, 0.75, 0.7, 0.12, Math.PI + 0.35); leaf(o, 0.2, 0.75, 0.7, 0.12, -0.35); leaf(o, 0.05, 0.65, 0.5, 0.1, -1.25); leaf(o, -0.08, 0.7, 0.5, 0.1, -2.1);
  },
  fireweed(o) {
    for (const [x, y, k] of [[-0.62, 0.0, 0.75], [0.62, -0.05, 0.75], [0, -0.75, 1]]) {
      const pts = [[x * 0.25, 1], [x * 0.7, 0.5], [x, y]]; stem(o, pts);
      for (let i = 0; i < 8; i++) { const t = 0.42 + i * 0.07, [px, py] = along(pts, t), s = i % 2 ? 1 : -1, q = (1 - (i / 8) * 0.65) * k; if (i < 5) petals(o, px + s * 0.15 * q, py, 0.17 * q, 4, 0.075 * q, 0.5, 0.45); else leaf(o, px, py, 0.16 * q, 0.05 * q, -Math.PI / 2 + s * 0.8, { rib: false, f: 0.6 }); }
      for (let i = 0; i < 3; i++) { const [px, py, a] = along(pts, 0.08 + i * 0.11); leaf(o, px, py, 0.42 * k, 0.05, a + 0.85); leaf(o, px, py, 0.42 * k, 0.05, a - 0.85); }
    }
  },
  berries(o) {
    const pts = [[-1.05, 0.75], [-0.4, 0.25], [0.35, 0.0], [1.05, -0.45]]; stem(o, pts);
    for (let i = 0; i < 6; i++) { const [x, y, a] = along(pts, 0.08 + i * 0.17); leaf(o, x, y, 0.46, 0.16, a + (i % 2 ? 1 : -1) * 0.95); }
    for (const [x, y] of [[-0.35, 0.62], [-0.08, 0.5], [-0.18, 0.8], [0.62, 0.42], [0.86, 0.3], [0.8, 0.56]]) berry(o, x, y, 0.145, 0.6);
    stem(o, [[-0.2, 0.2], [-0.15, 0.4]], 0.7); stem(o, [[0.62, -0.12], [0.72, 0.22]], 0.7);
  },
  chicory(o) {
    for (const [x, y, k] of [[-0.55, 0.05, 0.8], [0.4, -0.3, 1], [0.9, 0.45, 0.6]]) { stem(o, [[0, 1], [x * 0.5, 0.6], [x, y]]); petals(o, x, y, 0.4 * k, 14, 0.06 * k, 0.1, 0.4); petals(o, x, y, 0.18 * k, 8, 0.03, 0.3, 0.6); berry(o, x, y, 0.05 * k, 1); }
    leaf(o, 0, 0.9, 0.6, 0.1, Math.PI + 0.25); leaf(o, 0.05, 0.95, 0.5, 0.09, -0.2);
  },
  dew(o) {
    pinnate(o, [[-0.2, 1], [-0.15, 0.2], [0.15, -0.7]], 4, 0.62, 0.15, 0.12);
    for (const [x, y, q] of [[-0.7, -0.35, 0.12], [0.75, 0.5, 0.1], [0.62, -0.45, 0.08], [-0.85, 0.65, 0.08]]) o.push({ c: [['M', x, y - q * 1.7], ['C', x + q * 0.5, y - q * 0.7, x + q, y - q * 0.3, x + q, y + q * 0.2], ['C', x + q, y + q * 1.2, x - q, y + q * 1.2, x - q, y + q * 0.2], ['C', x - q, y - q * 0.3, x - q * 0.5, y - q * 0.7, x, y - q * 1.7], ['Z']], f: 0.6, s: 1 });
  },
  fir(o) {
    for (const pts of [[[-1.05, 0.85], [-0.2, 0.3], [0.95, -0.2]], [[-0.35, 0.45], [-0.15, -0.1], [0.2, -0.65]], [[0.1, 0.25], [0.55, 0.5], [1.0, 0.62]]]) { stem(o, pts, 1.1); for (let i = 1; i < 17; i++) { const [x, y, a] = along(pts, i / 17), l = 0.3 - 0.12 * (i / 17); o.push({ c: turn([['M', 0, 0], ['Q', l * 0.6, -l * 0.25, l, -l * 0.75], ['M', 0, 0], ['Q', l * 0.6, l * 0.25, l, l * 0.75]], a, x, y), s: 0.85 }); } }
  },
  waves(o) { for (let i = 0; i < 9; i++) { const y = -0.7 + i * 0.2; o.push({ c: curve([[-1.5, y + 0.1], [-0.9, y - 0.16], [-0.3, y + 0.12], [0.3, y - 0.1], [0.9, y + 0.16], [1.5, y - 0.12]]), s: i % 3 ? 0.7 : 1.2 }); } leaf(o, -0.1, 0.35, 0.95, 0.16, -0.75, { f: 0.5 }); leaf(o, -0.1, 0.35, 0.6, 0.13, -2.5, { f: 0.5 }); },
  mint(o) {
    stem(o, [[0, 1], [0.02, 0.1], [0, -0.7]], 1.1);
    for (const [y, l] of [[0.6, 0.75], [0.15, 0.66], [-0.25, 0.5], [-0.55, 0.32]]) for (const s of [-1, 1]) { const a = s > 0 ? -0.4 : Math.PI + 0.4; leaf(o, 0, y, l, l * 0.27, a, { f: 0.25 }); for (let i = 1; i < 4; i++) o.push({ c: turn([['M', l * i * 0.2, 0], ['L', l * (i * 0.2 + 0.12), l * 0.13], ['M', l * i * 0.2, 0], ['L', l * (i * 0.2 + 0.12), -l * 0.13]], a, 0, y), s: 0.55 }); }
    leaf(o, 0, -0.65, 0.3, 0.09, -Math.PI / 2);
  },
  peaks(o) { for (let i = 0; i < 7; i++) { const q = i * 0.19; o.push({ c: [['M', -1.6, 0.75 + q], ['L', -0.75, -0.1 + q], ['L', -0.45, 0.22 + q], ['L', 0.15, -0.62 + q], ['L', 0.72, 0.18 + q], ['L', 0.95, -0.05 + q], ['L', 1.6, 0.6 + q]], s: i ? 0.75 : 1.4 }); } o.push({ c: circle(0.85, -0.6, 0.13), f: 0.5, s: 1 }); },
  bubbles(o) { for (const [x, y, q] of [[-0.75, 0.5, 0.28], [-0.25, 0.05, 0.2], [0.25, 0.55, 0.34], [0.8, 0.1, 0.24], [0.35, -0.25, 0.14], [-0.65, -0.2, 0.14], [0.0, -0.5, 0.09], [0.95, 0.75, 0.15], [-1.15, 0.0, 0.12], [-0.22, 0.75, 0.13], [0.7, -0.5, 0.1], [1.2, -0.2, 0.1]]) { o.push({ c: circle(x, y, q), f: 0.2, s: 1 }); o.push({ c: [['M', x - q * 0.6, y - q * 0.05], ['C', x - q * 0.6, y - q * 0.4, x - q * 0.35, y - q * 0.6, x, y - q * 0.62]], s: 1 }); } },
  lavender(o) { for (const [x, y, k] of [[-0.8, -0.05, 0.75], [-0.4, -0.45, 0.95], [0, -0.75, 1], [0.42, -0.4, 0.9], [0.82, 0, 0.75]]) { const pts = [[x * 0.15, 1], [x * 0.6, 0.5], [x, y]]; stem(o, pts); for (let i = 0; i < 6; i++) { const [px, py, a] = along(pts, 0.52 + i * 0.09); for (const s of [-1, 1]) leaf(o, px, py, 0.17 * k, 0.055 * k, a + s * 0.75, { rib: false, f: 0.5 }); } const [px, py, a] = along(pts, 1); leaf(o, px, py, 0.16 * k, 0.05, a, { rib: false, f: 0.5 }); } },
  flame(o) { for (let i = 0; i < 5; i++) { const k = 1 - i * 0.19; o.push({ c: [['M', 0, 0.95 - 1.75 * k], ['C', 0.15 * k, 0.95 - 1.25 * k, 0.62 * k, 0.95 - 0.95 * k, 0.55 * k, 0.95 - 0.45 * k], ['C', 0.48 * k, 0.95, -0.48 * k, 0.95, -0.55 * k, 0.95 - 0.45 * k], ['C', -0.62 * k, 0.95 - 0.85 * k, -0.12 * k, 0.95 - 1.1 * k, 0, 0.95 - 1.75 * k], ['Z']], f: 0.13, s: 0.9 }); } for (const s of [-1, 1]) leaf(o, s * 0.45, 0.95, 0.75, 0.13, s > 0 ? -0.5 : Math.PI + 0.5); },
  moon(o) { o.push({ c: circle(0.25, -0.1, 0.55), f: 0.4, s: 1 }); for (let i = 0; i < 5; i++) o.push({ c: circle(0.25, -0.1, 0.68 + i * 0.13), s: 0.5 }); for (const [x, y] of [[-0.75, -0.1], [-0.4, 0.2], [0.7, 0.35]]) { const pts = [[x * 0.6, 1.1], [x * 0.9, 0.6], [x, y]]; stem(o, pts); for (let i = 0; i < 7; i++) { const [px, py] = along(pts, 0.4 + i * 0.1); berry(o, px + (i % 2 ? 0.07 : -0.07), py, 0.055, 0.6); } } },
  breeze(o) { for (let i = 0; i < 5; i++) { const y = -0.45 + i * 0.3; o.push({ c: curve([[-1.5, y + 0.15], [-0.7, y - 0.05], [0.0, y + 0.1], [0.7, y - 0.1], [1.5, y]]), s: 0.8 }); } stem(o, [[-0.6, 1], [-0.5, 0.5], [-0.25, -0.1]], 1.1); for (let i = 0; i < 18; i++) { const a = (i / 18) * 6.283; o.push({ c: [['M', -0.25, -0.1], ['L', -0.25 + Math.cos(a) * 0.36, -0.1 + Math.sin(a) * 0.36]], s: 0.6 }); berry(o, -0.25 + Math.cos(a) * 0.4, -0.1 + Math.sin(a) * 0.4, 0.035, 0.8); } for (const [x, y] of [[0.4, -0.35], [0.75, -0.05], [0.95, -0.5]]) { o.push({ c: [['M', x, y], ['L', x + 0.14, y + 0.14]], s: 0.8 }); for (const q of [-0.9, -1.57, -2.3, -0.2]) o.push({ c: [['M', x, y], ['L', x + Math.cos(q) * 0.13, y + Math.sin(q) * 0.13]], s: 0.6 }); } },
  citrus(o) { for (const [x, y, q] of [[-0.3, 0.2, 0.66], [0.72, 0.42, 0.42]]) { o.push({ c: circle(x, y, q), f: 0.25, s: 1.1 }); o.push({ c: circle(x, y, q * 0.86), s: 0.7 }); for (let i = 0; i < 8; i++) leaf(o, x + Math.cos(i * 0.785) * q * 0.08, y + Math.sin(i * 0.785) * q * 0.08, q * 0.72, q * 0.22, i * 0.785, { rib: false, f: 0.3 }); } leaf(o, 0.3, -0.15, 0.75, 0.17, -0.6); leaf(o, 0.3, -0.15, 0.5, 0.13, -1.5); },
  splash(o) { for (let i = 0; i < 4; i++) { const k = 1 - i * 0.22; o.push({ c: [['M', 0, 0.85 - 1.7 * k], ['C', 0.3 * k, 0.85 - 1.05 * k, 0.66 * k, 0.85 - 0.85 * k, 0.62 * k, 0.85 - 0.45 * k], ['C', 0.55 * k, 0.85 + 0.1 * k, -0.55 * k, 0.85 + 0.1 * k, -0.62 * k, 0.85 - 0.45 * k], ['C', -0.66 * k, 0.85 - 0.85 * k, -0.3 * k, 0.85 - 1.05 * k, 0, 0.85 - 1.7 * k], ['Z']], f: 0.14, s: 1 }); } for (const s of [-1, 1]) for (let i = 0; i < 3; i++) o.push({ c: curve([[s * (0.75 + i * 0.18), 1], [s * (0.85 + i * 0.2), 0.55 - i * 0.1], [s * (1.1 + i * 0.2), 0.2 - i * 0.1]]), s: 0.8 }); },
  nuts(o) { for (let r = 0; r < 4; r++) for (let q = -3; q <= 3; q++) { const x = q * 0.42 + (r % 2 ? 0.21 : 0), y = -0.5 + r * 0.37, h = []; for (let i = 0; i < 6; i++) h.push([i ? 'L' : 'M', x + Math.cos(i * 1.047 + 0.5236) * 0.22, y + Math.sin(i * 1.047 + 0.5236) * 0.22]); h.push(['Z']); o.push({ c: h, f: (r * 3 + q * 5 + 30) % 4 === 0 ? 0.4 : 0.1, s: 0.8 }); } leaf(o, -0.15, 0.5, 0.85, 0.2, -0.7, { f: 0.5 }); },
  sprout(o) { stem(o, [[0, 1], [0.02, 0.4], [0, -0.05]], 1.4); leaf(o, 0, 0.15, 0.95, 0.28, -0.85, { f: 0.4 }); leaf(o, 0, 0.45, 0.72, 0.22, Math.PI + 0.7, { f: 0.4 }); for (let i = 0; i < 3; i++) o.push({ c: curve([[-1.4, 1.02 - i * 0.1], [-0.5, 0.88 - i * 0.1], [0.5, 0.92 - i * 0.1], [1.4, 0.78 - i * 0.1]]), s: 0.6 }); },
  maple(o) { for (const [x, y, k, r] of [[-0.2, 0.55, 1, -0.1], [0.72, 0.75, 0.62, 0.4], [-0.95, 0.85, 0.5, -0.5]]) { for (const [q, l] of [[-1.35, 0.55], [-0.68, 0.85], [0, 1.05], [0.68, 0.85], [1.35, 0.55]]) leaf(o, x, y, l * k, 0.2 * k, -Math.PI / 2 + q + r, { f: 0.24 }); stem(o, [[x, y], [x - 0.06 * k, y + 0.3 * k], [x + 0.02, y + 0.5 * k]]); } },
};

// ───────────────────────── type on the label ─────────────────────────
const CHARS = ' абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;-–—·«»№%+/()!?×';
const ADV = '25 57 60 57 47 62 58 58 82 54 61 61 57 60 72 61 60 60 62 56 51 58 76 57 63 56 83 87 62 75 54 56 78 58 69 68 68 56 75 62 62 100 66 76 76 71 73 88 76 76 75 67 70 64 69 90 70 78 68 99 102 74 91 66 70 97 70 57 62 56 62 58 37 62 61 27 27 57 33 88 61 60 62 62 39 55 40 60 58 83 57 58 51 69 68 70 71 62 60 72 76 33 57 70 57 88 76 76 67 76 69 66 64 73 69 98 70 68 62 64 50 60 60 63 60 62 54 63 62 31 31 31 31 38 53 73 31 54 54 111 84 57 48 38 38 31 53 57'.split(' ').map(Number);
const ADV_OF = new Map([...CHARS].map((c, i) => [c, ADV[i] / 100]));
/** Advance of a string at 1 em (weight 600; a safe bound for lighter ones). */
export const measure = (s, track = 0) => [...s].reduce((w, c) => w + (ADV_OF.get(c) ?? 0.65) + track, 0);

const GLUE = /(^|\s)(с|со|и|в|на|из|от|для|после|№|SPF|до|не|\d+)\s/giu;
const glue = (s) => s.replace(GLUE, '$1$2\u00a0').replace(GLUE, '$1$2\u00a0');
function wrap(text, width) {
  const words = glue(text).split(/ +/).flatMap((w) => (measure(w) > width && /\p{L}-\p{L}/u.test(w) ? w.split(/(?<=\p{L}-)(?=\p{L})/u) : [w])), lines = [];
  let cur = '';
  for (const w of words) { const next = cur ? cur + ' ' + w : w; if (cur && measure(next.replace(/\u00a0/g, ' ')) > width) { lines.push(cur); cur = w; } else cur = next; }
  lines.push(cur);
  return lines.map((l) => l.replace(/\u00a0/g, ' '));
}
const widest = (lines) => Math.max(...lines.map((l) => measure(l)));
/** Same number of lines, evened out. */
function balanced(text, width) {
  const n = wrap(text, width).length;
  if (n === 1) return wrap(text, width);
  let lo = width * 0.4, hi = width;
  for (let i = 0; i < 12; i++) { const mid = (lo + hi) / 2, l = wrap(text, mid); if (l.length <= n && widest(l) <= width) hi = mid; else lo = mid; }
  return wrap(text, hi);
}
/** «Витамин C «Рябинка»» → {pre: 'Витамин C', name: 'Рябинка', post: ''} */
export function splitTitle(title) {
  const q = [...title.matchAll(/«([^»]+)»/g)];
  if (!q.length) return { pre: '', name: title, post: '' };
  const last = q[q.length - 1], first = q[0];
  if (q.length > 1) return { pre: (title.slice(0, first.index) + first[1] + ' ' + title.slice(first.index + first[0].length, last.index)).trim().replace(/\s+/g, ' '), name: last[1], post: title.slice(last.index + last[0].length).replace(/^[,\s]+/, '').trim() };
  return { pre: title.slice(0, first.index).trim(), name: first[1], post: title.slice(first.index + first[0].length).replace(/^[,\s]+/, '').trim() };
}
/** Fit pre / name / post into a box: the largest name that fits; then post, pre are dropped in that order. */
function fitTitle(parts, w, h, max, min) {
  for (const keep of [['pre', 'post'], ['pre'], []]) {
    for (let s = max; s >= min; s -= 2) {
      const ds = clamp(s * 0.56, 21, 36), nl = balanced(parts.name, w / s);
      if (widest(nl) * s > w || nl.length > 3) continue;
      const pl = keep.includes('pre') && parts.pre ? balanced(parts.pre, w / ds) : [];
      const ql = keep.includes('post') && parts.post ? balanced(parts.post, w / ds) : [];
      if (widest([...pl, ...ql, '']) * ds > w || pl.length > 3 || ql.length > 2) continue;
      const H = pl.length * ds * 1.16 + (pl.length ? ds * 0.22 : 0) + nl.length * s * 1.06 + (ql.length ? ds * 0.3 + ql.length * ds * 1.16 : 0);
      if (H <= h) return { s, ds, nl, pl, ql, H };
    }
  }
  return null;
}
const esc = (s) => s.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function textAt(ctx, s, x, y, size, { weight = 400, fill, anchor = 'middle', track = 0, map, opacity } = {}) {
  if (!s.trim()) return '';
  const op = opacity ? ` opacity="${opacity}"` : '';
  if (ctx.outline) {
    const g = ctx.outline(s, weight, track);
    const x0 = x - (anchor === 'middle' ? g.width / 2 : anchor === 'end' ? g.width : 0) * size;
    return `<path d="${P(g.cmds, (a, b) => map(x0 + a * size, y + b * size))}" fill="${fill}"${op}/>`;
  }
  const [mx, my] = map(x, y);
  const w = measure(s, track) * size, x0 = anchor === 'middle' ? x - w / 2 : anchor === 'end' ? x - w : x;
  const real = map(x0 + w, y)[0] - map(x0, y)[0], k = clamp(real / w, 0.6, 1.05);
  return `<text x="${n1(mx)}" y="${n1(my)}" font-family="'Golos Text', sans-serif" font-weight="${weight}" font-size="${n1(size * k)}" text-anchor="${anchor}" fill="${fill}"${track ? ` letter-spacing="${n1(track * size)}"` : ''}${op}>${esc(s)}</text>`;
}

// the mark: a sprout of two leaves, 100 × 100
export const MARK = [
  ['M', 46.6, 98], ['C', 47.4, 84, 47.6, 70, 47, 56], ['L', 52.6, 56], ['C', 52.4, 70, 52.6, 84, 53.4, 98], ['Z'],
  ['M', 49, 60], ['C', 46, 30, 62, 8, 95, 5], ['C', 98, 38, 80, 60, 49, 60], ['Z'],
  ['M', 50, 82], ['C', 50, 58, 34, 42, 6, 42], ['C', 6, 68, 24, 83, 50, 82], ['Z'],
];
function brand(ctx, x, y, size, color, map, { anchor = 'middle', stacked = false } = {}) {
  const wm = measure('Росток', 0.02) * size, g = size * 1.05, gap = size * 0.28;
  if (stacked) {
    const k = (size * 1.5) / 100;
    return `<path d="${P(MARK, (a, b) => map(x + (a - 50) * k, y - size * 2.45 + b * k))}" fill="${color}"/>` + textAt(ctx, 'Росток', x, y, size, { weight: 600, fill: color, track: 0.02, map });
  }
  const total = g + gap + wm, x0 = anchor === 'middle' ? x - total / 2 : x, k = g / 100;
  return `<path d="${P(MARK, (a, b) => map(x0 + a * k, y - size * 0.9 + b * k))}" fill="${color}"/>` + textAt(ctx, 'Росток', x0 + g + gap, y, size, { weight: 600, fill: color, track: 0.02, anchor: 'start', map });
}
function motif(ctx, name, x, y, sx, color, bg, ink, map, lw = 2.2, sy = sx) {
  const out = []; (MOTIFS[name] ?? MOTIFS.sprout)(out);
  return out.map((e) => {
    const d = P(e.c, (a, b) => map(x + a * sx, y + b * sy)), col = e.k === 'bg' ? bg : e.k === 'ink' ? ink : color;
    const fill = e.f ? `fill="${col}"${e.f < 1 ? ` fill-opacity="${e.f}"` : ''}` : 'fill="none"';
    const st = e.s && e.k !== 'bg' ? ` stroke="${col}" stroke-width="${n1(lw * e.s)}" stroke-linecap="round" stroke-linejoin="round"` : '';
    return `<path d="${d}" ${fill}${st}/>`;
  }).join('');
}

// ───────────────────────── studio ─────────────────────────
const id = (ctx) => ctx.pre + (ctx.n++).toString(36);
function lin(ctx, stops, x1, y1, x2, y2) {
  const i = id(ctx);
  ctx.defs.push(`<linearGradient id="${i}" gradientUnits="userSpaceOnUse" x1="${n1(x1)}" y1="${n1(y1)}" x2="${n1(x2)}" y2="${n1(y2)}">${stops.map(([o, c, a = 1]) => `<stop offset="${o}" stop-color="${c}"${a < 1 ? ` stop-opacity="${a}"` : ''}/>`).join('')}</linearGradient>`);
  return `url(#${i})`;
}
function rad(ctx, stops, cx, cy, r, tr = '') {
  const i = id(ctx);
  ctx.defs.push(`<radialGradient id="${i}" gradientUnits="userSpaceOnUse" cx="${n1(cx)}" cy="${n1(cy)}" r="${n1(r)}"${tr ? ` gradientTransform="${tr}"` : ''}>${stops.map(([o, c, a = 1]) => `<stop offset="${o}" stop-color="${c}"${a < 1 ? ` stop-opacity="${a}"` : ''}/>`).join('')}</radialGradient>`);
  return `url(#${i})`;
}
function blur(ctx, sd) {
  const key = 'b' + sd; if (!ctx.f[key]) { ctx.f[key] = id(ctx); ctx.defs.push(`<filter id="${ctx.f[key]}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${sd}"/></filter>`); }
  return `filter="url(#${ctx.f[key]})"`;
}
function clip(ctx, d, body) {
  const i = id(ctx); ctx.defs.push(`<clipPath id="${i}"><path d="${d}"/></clipPath>`);
  return `<g clip-path="url(#${i})">${body}</g>`;
}
const path = (d, fill, extra = '') => `<path d="${d}" fill="${fill}" ${extra}/>`;

/** Camera a little above: how open the ellipses are at height y. */
const open = (y) => Math.max(0.014, 0.034 + ((y - 150) / 900) * 0.1);
const cylMap = (cx, R) => (u, v) => { const t = clamp(u / R, -1.5, 1.5); return [cx + R * Math.sin(t), v + R * open(v) * (Math.cos(t))]; };
const flat = (cx) => (u, v) => [cx + u, v];

/** A turned body from the right-hand profile [[op, r, y, …]] (top → bottom). */
function turned(cx, prof, { topArc = true } = {}) {
  const pts = []; let d = '';
  for (const q of prof) { const o = [q[0]]; for (let i = 1; i < q.length; i += 2) o.push(cx + q[i], q[i + 1]); pts.push(o); }
  const first = pts[0], lastQ = pts[pts.length - 1];
  const rT = first[1] - cx, yT = first[2], rB = lastQ[lastQ.length - 2] - cx, yB = lastQ[lastQ.length - 1];
  d = P(pts) + `A${n1(rB)} ${n1(Math.max(rB * open(yB), 1))} 0 0 1 ${n1(cx - rB)} ${n1(yB)}`;
  for (let i = pts.length - 1; i > 0; i--) {
    const q = pts[i], p = pts[i - 1], px = p[p.length - 2], py = p[p.length - 1], mx = (x) => n1(2 * cx - x);
    if (q[0] === 'L') d += `L${mx(px)} ${n1(py)}`;
    else if (q[0] === 'C') d += `C${mx(q[3])} ${n1(q[4])} ${mx(q[1])} ${n1(q[2])} ${mx(px)} ${n1(py)}`;
    else if (q[0] === 'Q') d += `Q${mx(q[1])} ${n1(q[2])} ${mx(px)} ${n1(py)}`;
  }
  return d + (topArc ? `A${n1(rT)} ${n1(Math.max(rT * open(yT), 1))} 0 0 1 ${n1(cx + rT)} ${n1(yT)}Z` : 'Z');
}
const bandPath = (cx, R, y1, y2, r2 = R) => `M${n1(cx - R)} ${n1(y1)}A${n1(R)} ${n1(R * open(y1))} 0 0 0 ${n1(cx + R)} ${n1(y1)}L${n1(cx + r2)} ${n1(y2)}A${n1(r2)} ${n1(r2 * open(y2))} 0 0 1 ${n1(cx - r2)} ${n1(y2)}Z`;
const disc = (cx, R, y) => `M${n1(cx - R)} ${n1(y)}a${n1(R)} ${n1(R * open(y))} 0 1 1 ${n1(2 * R)} 0a${n1(R)} ${n1(R * open(y))} 0 1 1 ${n1(-2 * R)} 0Z`;

const SHADES = {
  matte: [[[0, 0.36], [0.05, 0.2], [0.15, 0.03], [0.3, 0], [0.62, 0.015], [0.8, 0.12], [0.94, 0.3], [1, 0.2]], [[0.06, 0], [0.25, 0.34], [0.46, 0.06], [0.6, 0]]],
  paper: [[[0, 0.34], [0.06, 0.17], [0.16, 0.02], [0.32, 0], [0.64, 0.02], [0.82, 0.13], [0.95, 0.29], [1, 0.2]], [[0.08, 0], [0.26, 0.2], [0.5, 0]]],
  gloss: [[[0, 0.42], [0.05, 0.22], [0.14, 0.04], [0.4, 0], [0.64, 0.06], [0.84, 0.24], [0.95, 0.34], [1, 0.22]], [[0.1, 0], [0.17, 0.16], [0.2, 0.58], [0.27, 0.58], [0.3, 0.14], [0.44, 0]]],
  metal: [[[0, 0.5], [0.06, 0.2], [0.14, 0.02], [0.3, 0.04], [0.42, 0.26], [0.55, 0.1], [0.68, 0.02], [0.82, 0.3], [0.94, 0.42], [1, 0.2]], [[0.08, 0], [0.18, 0.75], [0.28, 0.1], [0.6, 0], [0.68, 0.4], [0.76, 0]]],
};
function shade(ctx, d, cx, R, kind = 'matte', k = 1) {
  const [dark, lightS] = SHADES[kind];
  return path(d, lin(ctx, dark.map(([o, a]) => [o, WARM, a * k]), cx - R, 0, cx + R, 0)) + path(d, lin(ctx, lightS.map(([o, a]) => [o, '#fff', a * Math.min(k, 1)]), cx - R, 0, cx + R, 0));
}
/** Vertical falloff: a little light from above, a little weight below. */
const falloff = (ctx, d, y1, y2, k = 1) => path(d, lin(ctx, [[0, '#fff', 0.14 * k], [0.3, '#fff', 0], [0.7, INK_SHADOW, 0], [1, INK_SHADOW, 0.16 * k]], 0, y1, 0, y2));

function ground(ctx, cx, y, rx, { h = 400, ry } = {}) {
  if (ctx.boxed) return '';
  const e = ry ?? rx * open(y);
  return (ctx.cutout ? '' : `<ellipse cx="${n1(cx + rx * 0.34 + h * 0.07)}" cy="${n1(y + e * 0.5)}" rx="${n1(rx * 1.22 + h * 0.06)}" ry="${n1(e * 1.15 + 10)}" fill="${INK_SHADOW}" opacity=".17" ${blur(ctx, 26)}/>`)
    + `<ellipse cx="${n1(cx + rx * 0.13)}" cy="${n1(y + e * 0.5)}" rx="${n1(rx * 1.02)}" ry="${n1(e * 0.95 + 4)}" fill="${INK_SHADOW}" opacity=".3" ${blur(ctx, 11)}/>`
    + `<ellipse cx="${n1(cx + rx * 0.02)}" cy="${n1(y + e * 0.42)}" rx="${n1(rx * 0.93)}" ry="${n1(e * 0.78 + 2)}" fill="${INK_SHADOW}" opacity=".55" ${blur(ctx, 4)}/>`;
}
/** Warm paper, moved a little towards the family hue (mixed in OKLab, so no hue jumps). */
function paperTone(L, t, k) {
  const r = Math.PI / 180, wx = Math.cos(84 * r) * 0.0125, wy = Math.sin(84 * r) * 0.0125, f = t.fam.c * (t.fam.h > 190 && t.fam.h < 290 ? 0.085 : 0.115) * k;
  const x = wx + Math.cos(t.fam.h * r) * f, y = wy + Math.sin(t.fam.h * r) * f;
  return oklch(L, Math.hypot(x, y), (Math.atan2(y, x) / r + 360) % 360);
}
function background(ctx, t) {
  return `<rect width="960" height="960" fill="${lin(ctx, [[0, paperTone(0.958, t, 0.9)], [0.62, paperTone(0.946, t, 1)], [0.8, paperTone(0.922, t, 1.25)], [1, paperTone(0.938, t, 1.1)]], 0, 0, 0, 960)}"/>`
    + `<rect width="960" height="960" fill="${rad(ctx, [[0, '#fffdf8', 0.8], [0.55, '#fffdf8', 0.28], [1, '#fffdf8', 0]], 370, 380, 560)}"/>`
    + `<rect width="960" height="960" fill="${rad(ctx, [[0.6, INK_SHADOW, 0], [1, INK_SHADOW, 0.05]], 460, 450, 720)}"/>`;
}

// ───────────────────────── the label ─────────────────────────
/** Paper label with the hill: text above, botanical field below. (u, v) → map → picture. */
function label(ctx, S, { map, y, h, w, full, tw, field = 0.42, heroMax = 60, heroMin = 28, brandSize = 27, align = 'middle', bg, small = 17, textTop, motifK = 1, ink, inkSoft, fieldFill, onField, line, brandColor, noMark }) {
  const t = S.t, F = full ?? w, pad = align === 'start' ? -tw / 2 : 0;
  const I = ink ?? t.ink, I2 = inkSoft ?? t.inkSoft, fy = y + h * (1 - field), fh = h * field;
  let s = '';
  if (bg) s += path(P([['M', -F / 2, y], ['L', F / 2, y], ['L', F / 2, y + h], ['L', -F / 2, y + h], ['Z']], map), bg);
  if (field) {
    const hill = [['M', -F / 2, fy + fh * 0.2]];
    const N = 14, side = Number(ctx.seed) % 2 ? 1 : -1, top = (q0, q = side > 0 ? q0 : 1 - q0) => fy + fh * (0.13 - 0.1 * Math.sin((q - 0.32) * Math.PI * 1.25) + 0.05 * Math.sin(q * 9));
    const pts = []; for (let i = 0; i <= N; i++) pts.push([-F / 2 + (F * i) / N, top(i / N)]);
    hill.splice(0, 1, ...curve(pts)); hill.push(['L', F / 2, y + h + 40], ['L', -F / 2, y + h + 40], ['Z']);
    const d = P(hill, map);
    const [, ty] = map(0, fy), [, by] = map(0, y + h);
    s += path(d, fieldFill ?? lin(ctx, [[0, t.fieldHi], [0.5, t.field], [1, t.fieldDeep]], 0, ty, 0, by));
    const foot = S.bad ? small * 3.5 : S.volume ? small * 2.1 : 0, free = fh - foot * 0.72;
    const q = clamp(Math.min(free * 0.6, w * 0.34), 36, 190) * motifK, m = t.motif, solo = m === 'bear', wide = m === 'peaks' || m === 'waves';
    const my = solo ? fy + free * 0.5 : fy + free * 0.56 + 4, col = line ?? t.line;
    const flip = !solo && Number(ctx.seed) % 2 ? -1 : 1, g = solo ? 0.86 : 1;
    let plants = motif(ctx, m, 0, my, flip * g * q * (wide ? 1.25 : solo ? 1 : 1.15), col, t.field, t.deep, map, 2.1, q * g);
    if (wide) for (const s2 of [-1, 1]) plants += `<g opacity=".6">${motif(ctx, m, s2 * q * 2.5, my + fh * 0.1, q, col, t.field, t.deep, map, 1.8, q * 0.8)}</g>`;
    else if (!solo) for (const s2 of [-1, 1]) plants += `<g opacity=".62">${motif(ctx, m, s2 * q * 1.95, my + fh * (s2 > 0 ? 0.06 : 0.12), s2 * flip * q * 0.98, col, t.field, t.deep, map, 1.8, q * 0.86)}</g>`;
    if (!solo && !wide && w / 2 > q * 3.4) for (const s2 of [-1, 1]) plants += `<g opacity=".42">${motif(ctx, m, s2 * q * 3.75, my + fh * 0.14, -s2 * flip * q * 0.9, col, t.field, t.deep, map, 1.7, q * 0.78)}</g>`;
    s += clip(ctx, d, plants);
  }
  // top: brand
  const by = textTop ?? y + h * 0.045 + brandSize;
  if (!noMark) s += brand(ctx, pad, by, brandSize, brandColor ?? BRAND, map, { anchor: align });
  // bottom: quantity and the legal line
  const qy = y + h - (S.bad ? small * 2.35 : small * 1.15);
  let bottomTop = field ? fy + fh * 0.03 : qy - small * 2;
  if (field) {
    const veil = P([['M', -F / 2, qy - small * 2.3], ['L', F / 2, qy - small * 2.3], ['L', F / 2, y + h + 30], ['L', -F / 2, y + h + 30], ['Z']], map);
    const [, v1] = map(0, qy - small * 2.3), [, v2] = map(0, qy - small * 0.3);
    s += path(veil, lin(ctx, [[0, t.foot, 0], [0.75, t.foot, 0.8], [1, t.foot, 0.92]], 0, v1, 0, v2));
  }
  const of = field ? onField ?? t.onField : I2;
  if (S.volume) s += textAt(ctx, S.volume, pad, qy, small * 1.42, { weight: 600, fill: of, anchor: align, map });
  if (S.bad) {
    const line1 = 'БАД. Не является лекарственным средством.', bs = Math.min(small * 0.86, tw * 1.08 / measure(line1));
    s += textAt(ctx, line1, pad, y + h - small * 0.85, bs, { weight: 400, fill: of, anchor: align, map, opacity: 0.92 });
  }
  // middle: the name
  const top = by + brandSize * 0.55, room = bottomTop - top - 6;
  const f = fitTitle(S.parts, tw, room, heroMax, heroMin) ?? fitTitle({ ...S.parts, pre: '', post: '' }, tw, room, heroMin, 20);
  if (f) {
    let cy = top + (room - f.H) * (align === 'start' ? 0.4 : 0.5);
    for (const l of f.pl) { cy += f.ds * 1.16; s += textAt(ctx, l, pad, cy - f.ds * 0.22, f.ds, { weight: 400, fill: I2, anchor: align, map }); }
    if (f.pl.length) cy += f.ds * 0.22;
    for (const l of f.nl) { cy += f.s * 1.06; s += textAt(ctx, l, pad, cy - f.s * 0.2, f.s, { weight: 600, fill: I, anchor: align, map }); }
    if (f.ql.length) cy += f.ds * 0.3;
    for (const l of f.ql) { cy += f.ds * 1.16; s += textAt(ctx, l, pad, cy - f.ds * 0.22, f.ds, { weight: 400, fill: I2, anchor: align, map }); }
  }
  return s;
}
/** A cylinder label: artwork clipped to the band, then lit together with it. */
function wrapLabel(ctx, S, cx, R, y1, y2, o = {}) {
  const d = bandPath(cx, R, y1, y2), map = cylMap(cx, R);
  const art = label(ctx, S, { map, y: y1, h: y2 - y1, w: 1.9 * R, full: 3 * R, tw: (o.tk ?? 1.72) * R, ...o });
  return `<g>${clip(ctx, d, path(d, o.paper ?? PAPER) + art)}${shade(ctx, d, cx, R, o.kind ?? 'paper', o.k ?? 0.9)}`
    + `<path d="M${n1(cx - R)} ${n1(y1)}A${n1(R)} ${n1(R * open(y1))} 0 0 0 ${n1(cx + R)} ${n1(y1)}" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.6"/>`
    + `<path d="M${n1(cx - R)} ${n1(y2)}A${n1(R)} ${n1(R * open(y2))} 0 0 0 ${n1(cx + R)} ${n1(y2)}" fill="none" stroke="${INK_SHADOW}" stroke-opacity=".22" stroke-width="1.6"/></g>`;
}

// ───────────────────────── packs ─────────────────────────
const CX = 480, FLOOR = 812;
function screwCap(ctx, cx, R, y1, y2, color, { ribs = 34, kind = 'matte', bevel = 10 } = {}) {
  const body = turned(cx, [['M', R - 4, y1 + bevel], ['L', R, y1 + bevel + 6], ['L', R, y2]]);
  let s = path(body, color);
  for (let i = 1; i < ribs; i++) { const a = -Math.PI / 2 + (Math.PI * i) / ribs, x = cx + R * Math.sin(a), dy = R * open(y2) * Math.cos(a); s += `<path d="M${n1(x)} ${n1(y1 + bevel + 12 + R * open(y1) * Math.cos(a))}L${n1(x)} ${n1(y2 - 8 + dy)}" stroke="${INK_SHADOW}" stroke-opacity="${n1(0.1 + 0.14 * Math.abs(Math.sin(a)))}" stroke-width="${n1(1 + 1.8 * Math.cos(a))}"/>`; }
  s += shade(ctx, body, cx, R, kind);
  const top = disc(cx, R - 3, y1 + bevel);
  s += path(top, color) + path(top, lin(ctx, [[0, '#fff', 0.42], [0.5, '#fff', 0.2], [1, '#fff', 0.04]], cx - R, 0, cx + R, 0));
  s += path(disc(cx, R - 20, y1 + bevel + 2), lin(ctx, [[0, INK_SHADOW, 0.12], [1, '#fff', 0.12]], cx - R, 0, cx + R, 0));
  return s;
}
const underCap = (ctx, cx, R, y, d) => clip(ctx, d, `<ellipse cx="${cx}" cy="${n1(y + R * open(y) * 0.4)}" rx="${n1(R * 1.02)}" ry="${n1(R * open(y) + 13)}" fill="${INK_SHADOW}" opacity=".34" ${blur(ctx, 7)}/>`);

const PACKS = {
  jar(ctx, S) { // supplement jar, matte white
    const t = S.t, R = 212, b = turned(CX, [['M', 172, 318], ['C', 200, 322, R, 340, R, 374], ['L', R, FLOOR - 26], ['C', R, FLOOR - 8, R - 8, FLOOR, R - 22, FLOOR]]);
    const col = '#f6f3ec';
    return ground(ctx, CX, FLOOR, R, { h: 600 }) + path(b, col) + shade(ctx, b, CX, R) + falloff(ctx, b, 320, FLOOR) + underCap(ctx, CX, 184, 318, b)
      + wrapLabel(ctx, S, CX, R, 392, 776, { heroMax: 66, field: 0.46, brandSize: 29 }) + screwCap(ctx, CX, 184, 184, 318, t.cap);
  },
  kidsjar(ctx, S) {
    const t = S.t, R = 214, b = turned(CX, [['M', 168, 330], ['C', 206, 336, R + 4, 372, R + 4, 420], ['C', R + 6, 560, R + 6, 660, R, 752], ['C', R, 796, R - 20, FLOOR, R - 46, FLOOR]]);
    return ground(ctx, CX, FLOOR, R - 20, { h: 560 }) + path(b, '#fbf6ea') + shade(ctx, b, CX, R) + falloff(ctx, b, 320, FLOOR) + underCap(ctx, CX, 186, 330, b)
      + wrapLabel(ctx, S, CX, R + 4, 406, 776, { heroMax: 56, field: 0.57, motifK: 1.0 }) + screwCap(ctx, CX, 188, 206, 330, oklch(0.74, 0.12, t.h - 4), { ribs: 22, bevel: 16 });
  },
  dropper(ctx, S) { // amber glass 10–50 ml
    const t = S.t, R = 150, b = turned(CX, [['M', 62, 392], ['L', 62, 410], ['C', 62, 432, R, 430, R, 492], ['L', R, FLOOR - 22], ['C', R, FLOOR - 6, R - 8, FLOOR, R - 20, FLOOR]]);
    const glass = lin(ctx, [[0, '#3d1a08'], [0.1, '#6b300f'], [0.24, '#a65419'], [0.42, '#8a4314'], [0.7, '#5a270c'], [0.9, '#3a1707'], [1, '#6a3a18']], CX - R, 0, CX + R, 0);
    const hl = clip(ctx, b, `<path d="M${CX - R * 0.74} 500 C${CX - R * 0.74} 470 ${CX - R * 0.5} 455 ${CX - R * 0.36} 450 L${CX - R * 0.3} 454 C${CX - R * 0.5} 466 ${CX - R * 0.58} 480 ${CX - R * 0.58} 510 L${CX - R * 0.58} 800 L${CX - R * 0.74} 800Z" fill="#fff" opacity=".42" ${blur(ctx, 3)}/><path d="M${CX + R * 0.84} 500 L${CX + R * 0.9} 500 L${CX + R * 0.9} 790 L${CX + R * 0.84} 790Z" fill="#ffd9a8" opacity=".38" ${blur(ctx, 3)}/>`);
    const collar = turned(CX, [['M', 78, 302], ['L', 78, 392]]), bulb = turned(CX, [['M', 30, 128], ['C', 46, 136, 50, 160, 48, 196], ['C', 46, 236, 54, 262, 56, 302]]);
    const capC = S.cap ?? t.cap;
    let s = ground(ctx, CX, FLOOR, R, { h: 600 }) + path(b, glass) + clip(ctx, b, `<ellipse cx="${CX}" cy="${FLOOR - 20}" rx="${R * 0.8}" ry="26" fill="#e08a3a" opacity=".35" ${blur(ctx, 11)}/>`) + falloff(ctx, b, 400, FLOOR, 1.2) + hl;
    s += wrapLabel(ctx, S, CX, R, 508, 780, { heroMax: 50, heroMin: 24, brandSize: 22, small: 15, field: 0.36, kind: 'paper' });
    s += clip(ctx, b, `<path d="M${CX - R * 0.72} 508 L${CX - R * 0.6} 510 L${CX - R * 0.6} 790 L${CX - R * 0.72} 788Z" fill="#fff" opacity=".22" ${blur(ctx, 3)}/>`);
    s += path(bulb, '#2c2a28') + shade(ctx, bulb, CX, 52, 'matte', 0.9) + path(collar, capC);
    for (let i = 1; i < 26; i++) { const x = CX - 78 + 6 * i; s += `<path d="M${x} ${n1(312)}L${x} ${n1(388)}" stroke="${INK_SHADOW}" stroke-opacity=".16" stroke-width="2"/>`; }
    s += shade(ctx, collar, CX, 78) + path(disc(CX, 78, 303), capC) + path(disc(CX, 78, 303), lin(ctx, [[0, '#fff', 0.35], [1, '#fff', 0.08]], CX - 78, 0, CX + 78, 0)) + path(turned(CX, [['M', 56, 292], ['L', 57, 303]]), '#262422');
    return s;
  },
  pump(ctx, S) { // pump bottle, matte pastel
    const t = S.t, R = 158, b = turned(CX, [['M', 60, 330], ['C', 64, 352, R, 346, R, 410], ['L', R, FLOOR - 24], ['C', R, FLOOR - 6, R - 8, FLOOR, R - 22, FLOOR]]);
    const collar = turned(CX, [['M', 64, 262], ['L', 66, 332]]), stemP = turned(CX, [['M', 16, 208], ['L', 16, 264]]);
    const head = `M${CX - 150} 172 C${CX - 150} 160 ${CX - 140} 158 ${CX - 128} 158 L${CX + 40} 150 C${CX + 56} 150 ${CX + 62} 160 ${CX + 62} 176 L${CX + 60} 204 C${CX + 60} 214 ${CX + 50} 216 ${CX + 40} 216 L${CX - 40} 216 C${CX - 52} 216 ${CX - 56} 206 ${CX - 62} 196 L${CX - 118} 190 C${CX - 122} 198 ${CX - 122} 206 ${CX - 124} 212 L${CX - 146} 212 C${CX - 150} 200 ${CX - 150} 186 ${CX - 150} 172Z`;
    const white = '#f4f0e8';
    return ground(ctx, CX, FLOOR, R, { h: 600 }) + path(b, white) + shade(ctx, b, CX, R) + falloff(ctx, b, 340, FLOOR) + underCap(ctx, CX, 66, 332, b)
      + wrapLabel(ctx, S, CX, R, 424, 776, { heroMax: 52, heroMin: 24, brandSize: 23, small: 16, field: 0.44 })
      + path(stemP, '#d9d4c9') + shade(ctx, stemP, CX, 16) + path(head, t.cap) + path(head, lin(ctx, [[0, '#fff', 0.3], [0.35, '#fff', 0.05], [0.7, INK_SHADOW, 0.08], [1, INK_SHADOW, 0.4]], 0, 150, 0, 218)) + path(head, lin(ctx, [[0, INK_SHADOW, 0.2], [0.4, '#fff', 0.12], [1, INK_SHADOW, 0.25]], CX - 150, 0, CX + 62, 0))
      + path(collar, t.cap) + shade(ctx, collar, CX, 66);
  },
  cream(ctx, S) { // low cream jar
    const t = S.t, R = 262, y0 = 476, b = turned(CX, [['M', R - 14, y0], ['C', R - 4, y0 + 4, R, y0 + 12, R, y0 + 30], ['L', R, FLOOR - 44], ['C', R, FLOOR - 14, R - 18, FLOOR, R - 46, FLOOR]]);
    const lid = turned(CX, [['M', R - 16, 358], ['C', R - 8, 360, R - 2, 368, R - 2, 380], ['L', R - 2, y0 - 2]]);
    const top = disc(CX, R - 12, 362);
    return ground(ctx, CX, FLOOR, R - 14, { h: 400 }) + path(b, '#f7f3ec') + shade(ctx, b, CX, R) + falloff(ctx, b, y0, FLOOR) + underCap(ctx, CX, R - 6, y0, b)
      + wrapLabel(ctx, S, CX, R, y0 + 26, FLOOR - 46, { heroMax: 62, heroMin: 26, brandSize: 25, small: 18, field: 0.36, tk: 1.6 })
      + path(lid, t.field) + shade(ctx, lid, CX, R, 'matte') + path(top, t.fieldHi) + path(top, lin(ctx, [[0, '#fff', 0.5], [0.6, '#fff', 0.12], [1, INK_SHADOW, 0.06]], CX - R, 0, CX + R, 0)) + `<path d="M${CX - R + 3} ${y0 - 16}A${R - 2} ${n1((R - 2) * open(y0))} 0 0 0 ${CX + R - 3} ${y0 - 16}" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="2"/>`;
  },
  tube(ctx, S) { // standing tube, cap down
    const t = S.t, wT = 168, wB = 128, yT = 128, yB = 700, cap = turned(CX, [['M', 122, 694], ['L', 126, 706], ['L', 124, FLOOR - 8], ['C', 124, FLOOR - 2, 120, FLOOR, 114, FLOOR]]);
    const b = `M${CX - wT} ${yT} L${CX + wT} ${yT} L${CX + wT - 1} ${yT + 40} C${CX + wT - 6} 340 ${CX + wB + 14} 560 ${CX + wB} ${yB} A${wB} ${n1(wB * open(yB))} 0 0 1 ${CX - wB} ${yB} C${CX - wB - 14} 560 ${CX - wT + 6} 340 ${CX - wT + 1} ${yT + 40}Z`;
    const col = oklch(0.955, t.c * 0.16, t.h), W = (v) => wT - ((wT - wB) * clamp((v - yT) / (yB - yT), 0, 1)) ** 1;
    const map = (u, v) => { const r = W(v), th = clamp(u / 172, -1.5, 1.5); return [CX + r * Math.sin(th), v + 16 * clamp((v - 200) / 500, 0, 1) * Math.cos(th)]; };
    let s = ground(ctx, CX, FLOOR, 124, { h: 640 }) + path(cap, t.cap) + shade(ctx, cap, CX, 126);
    s += clip(ctx, b, path(b, col) + label(ctx, S, { map, y: 186, h: 500, w: 300, full: 520, tw: 272, heroMax: 54, heroMin: 26, brandSize: 25, small: 16.5, field: 0.46 }));
    const R = 160; s += path(b, lin(ctx, [[0, INK_SHADOW, 0.3], [0.1, INK_SHADOW, 0.12], [0.3, INK_SHADOW, 0], [0.6, INK_SHADOW, 0.02], [0.82, INK_SHADOW, 0.16], [0.95, INK_SHADOW, 0.28], [1, INK_SHADOW, 0.2]], CX - R, 0, CX + R, 0)) + path(b, lin(ctx, [[0.1, '#fff', 0], [0.27, '#fff', 0.42], [0.42, '#fff', 0.05], [0.6, '#fff', 0]], CX - R, 0, CX + R, 0));
    // crimped end
    s += `<rect x="${CX - wT - 2}" y="${yT - 4}" width="${wT * 2 + 4}" height="38" rx="3" fill="${col}"/>`;
    for (let i = 0; i < 9; i++) s += `<path d="M${CX - wT - 1} ${yT + i * 3.7}H${CX + wT + 1}" stroke="${INK_SHADOW}" stroke-opacity=".09" stroke-width="1.4"/>`;
    s += `<rect x="${CX - wT - 2}" y="${yT - 4}" width="${wT * 2 + 4}" height="38" rx="3" fill="${lin(ctx, [[0, INK_SHADOW, 0.14], [0.3, '#fff', 0.3], [1, INK_SHADOW, 0.16]], CX - wT, 0, CX + wT, 0)}"/>`;
    s += `<path d="M${CX - wT} ${yT + 36}C${CX - 90} ${yT + 62} ${CX + 90} ${yT + 62} ${CX + wT} ${yT + 36}L${CX + wT} ${yT + 52}C${CX + 80} ${yT + 110} ${CX - 80} ${yT + 110} ${CX - wT} ${yT + 52}Z" fill="${INK_SHADOW}" opacity=".07" ${blur(ctx, 7)}/>`;
    s += clip(ctx, `M${CX - 130} 690H${CX + 130}V740H${CX - 130}Z`, `<path d="M${CX - wB} ${yB}A${wB} ${n1(wB * open(yB))} 0 0 0 ${CX + wB} ${yB}" fill="none" stroke="${INK_SHADOW}" stroke-opacity=".35" stroke-width="3"/>`);
    return s;
  },
  pouch(ctx, S) { // kraft doypack
    const t = S.t, kraft = S.kraft ?? '#c8a67a', x1 = 246, x2 = 714, yT = 138;
    const b = `M${x1} ${yT} L${x2} ${yT} C${x2 + 2} 240 ${x2 + 14} 520 ${x2 + 8} 720 C${x2 + 6} 782 ${x2 - 14} ${FLOOR + 6} ${x2 - 46} ${FLOOR + 10} C600 ${FLOOR + 26} 360 ${FLOOR + 26} ${x1 + 46} ${FLOOR + 10} C${x1 + 14} ${FLOOR + 6} ${x1 - 6} 782 ${x1 - 8} 720 C${x1 - 14} 520 ${x1 - 2} 240 ${x1} ${yT}Z`;
    const f = id(ctx); ctx.defs.push(`<filter id="${f}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".035 .22" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 .36  0 0 0 0 .22  0 0 0 0 .1  0 0 0 -1.1 .72"/></filter>`);
    let s = ground(ctx, CX, FLOOR + 6, 222, { h: 560, ry: 20 }) + path(b, kraft) + (S.kraft ? '' : clip(ctx, b, `<rect x="220" y="120" width="520" height="730" filter="url(#${f})" opacity=".34"/>`));
    // label
    const lx = 300, lw = 360, ly = 262, lh = 456, ld = `M${lx} ${ly}h${lw}v${lh}h${-lw}Z`;
    s += `<rect x="${lx + 2}" y="${ly + 4}" width="${lw}" height="${lh}" fill="${INK_SHADOW}" opacity=".22" ${blur(ctx, 4)}/>` + clip(ctx, ld, path(ld, PAPER) + label(ctx, S, { map: flat(CX), y: ly, h: lh, w: lw, tw: lw - 52, heroMax: 58, brandSize: 27, small: 18, field: 0.43 }));
    // folds and light
    s += path(b, lin(ctx, [[0, INK_SHADOW, 0.3], [0.06, INK_SHADOW, 0.06], [0.12, '#fff', 0.14], [0.24, '#fff', 0.1], [0.5, '#fff', 0], [0.8, INK_SHADOW, 0.07], [0.93, INK_SHADOW, 0.2], [1, INK_SHADOW, 0.36]], x1 - 8, 0, x2 + 8, 0));
    s += clip(ctx, b, `<path d="M220 ${FLOOR - 66} C360 ${FLOOR - 6} 600 ${FLOOR - 6} 740 ${FLOOR - 66} L740 860 L220 860Z" fill="${INK_SHADOW}" opacity=".2" ${blur(ctx, 6)}/><path d="M220 ${FLOOR - 70} C360 ${FLOOR - 10} 600 ${FLOOR - 10} 740 ${FLOOR - 70}" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="3" ${blur(ctx, 1.5)}/>`
      + `<path d="M${x1 + 10} 300 C${x1 + 40} 420 ${x1 + 30} 600 ${x1 + 16} 720 L${x1 - 20} 720 L${x1 - 20} 300Z" fill="${INK_SHADOW}" opacity=".12" ${blur(ctx, 11)}/><path d="M${x2 - 8} 260 C${x2 - 40} 400 ${x2 - 34} 620 ${x2 - 10} 740 L${x2 + 30} 740 L${x2 + 30} 260Z" fill="${INK_SHADOW}" opacity=".16" ${blur(ctx, 11)}/>`);
    // top seal and tear
    s += `<path d="M${x1} ${yT}H${x2}V${yT + 58}H${x1}Z" fill="${INK_SHADOW}" opacity=".06"/>`;
    for (let i = 0; i < 15; i++) s += `<path d="M${x1 + 2} ${yT + 4 + i * 3.7}H${x2 - 2}" stroke="${INK_SHADOW}" stroke-opacity=".07" stroke-width="1.3"/>`;
    s += `<path d="M${x1} ${yT + 92}H${x2 + 2}" stroke="${INK_SHADOW}" stroke-opacity=".22" stroke-width="2"/><path d="M${x1} ${yT + 95}H${x2 + 2}" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>`;
    s += `<circle cx="${CX}" cy="${yT + 29}" r="13" fill="${oklch(0.92, t.fam.c * 0.2, t.fam.h)}"/><circle cx="${CX}" cy="${yT + 29}" r="13" fill="none" stroke="${INK_SHADOW}" stroke-opacity=".35" stroke-width="2"/>`;
    return s;
  },
  box(ctx, S) { // folding carton, two faces
    const t = S.t, w = S.bw ?? 370, y1 = S.by ?? 250, sw = 92, x1 = CX - (w + sw) / 2, x2 = x1 + w, x3 = x2 + sw, dy = 26, yb = FLOOR + 4;
    const front = `M${x1} ${y1}H${x2}V${yb}H${x1}Z`, side = `M${x2} ${y1}L${x3} ${y1 - dy * 0.35}V${yb - dy}L${x2} ${yb}Z`, top = `M${x1} ${y1}L${x1 + sw * 0.86} ${y1 - dy}L${x3} ${y1 - dy * 0.35 - 14}L${x3} ${y1 - dy * 0.35}L${x2} ${y1}Z`;
    const cx = x1 + w / 2, h = yb - y1;
    let s = `<path d="M${x1 + 10} ${yb - 6}L${x2} ${yb + 6}L${x3 + 70} ${yb - 14}L${x3 - 10} ${yb - 40}Z" fill="${INK_SHADOW}" opacity=".34" ${blur(ctx, 11)}/>${ctx.cutout ? '' : `<path d="M${x1} ${yb - 10}L${x2} ${yb + 16}L${x3 + 130} ${yb - 6}L${x3} ${yb - 60}Z" fill="${INK_SHADOW}" opacity=".16" ${blur(ctx, 26)}/>`}<path d="M${x1 + 2} ${yb - 3}L${x2} ${yb + 4}L${x3} ${yb - dy + 5}" fill="none" stroke="${INK_SHADOW}" stroke-opacity=".6" stroke-width="5" ${blur(ctx, 4)}/>`;
    s += path(top, oklch(0.985, 0.006, 88)) + path(front, PAPER) + path(side, t.field);
    s += clip(ctx, front, label(ctx, S, { map: flat(cx), y: y1, h, w, tw: w - 60, heroMax: 60, brandSize: 28, small: 18, field: 0.45, align: 'start' }));
    s += clip(ctx, side, path(side, lin(ctx, [[0, t.fieldHi], [1, t.fieldDeep]], 0, y1, 0, yb)) + `<g opacity=".55">${motif(ctx, t.motif, x2 + sw / 2 - CX, y1 + h * 0.62, 74, t.line, t.field, t.deep, (u, v) => [CX + u, v - (u - (x2 - CX)) * 0.2], 1.8)}</g>`);
    s += path(front, lin(ctx, [[0, '#fff', 0.18], [0.5, '#fff', 0], [1, INK_SHADOW, 0.06]], x1, y1, x2, yb)) + path(side, lin(ctx, [[0, INK_SHADOW, 0.3], [0.3, INK_SHADOW, 0.22], [1, INK_SHADOW, 0.36]], x2, 0, x3, 0)) + `<path d="M${x2} ${y1}V${yb}" stroke="#fff" stroke-opacity=".5" stroke-width="1.6"/><path d="M${x1} ${y1}H${x2}" stroke="#fff" stroke-width="1.6" stroke-opacity=".8"/>`;
    return s;
  },
  tub(ctx, S) { // protein tub, deep matte
    const t = S.t, R = 246, dark = t.fam === FAMILIES[7], body = dark ? oklch(0.31, 0.045, t.fam.h) : '#f6f3ec', capC = dark ? oklch(0.27, 0.035, t.fam.h) : t.cap, b = turned(CX, [['M', R - 24, 280], ['C', R - 4, 286, R, 300, R, 326], ['L', R, FLOOR - 34], ['C', R, FLOOR - 10, R - 12, FLOOR, R - 34, FLOOR]]);
    return ground(ctx, CX, FLOOR, R - 8, { h: 640 }) + path(b, body) + shade(ctx, b, CX, R, 'matte', 0.85) + falloff(ctx, b, 280, FLOOR) + underCap(ctx, CX, R - 16, 280, b)
      + wrapLabel(ctx, S, CX, R, 346, 768, { heroMax: 74, brandSize: 30, small: 19, field: 0.44, paper: PAPER }) + screwCap(ctx, CX, R - 14, 146, 280, capC, { ribs: 46, bevel: 14 });
  },
  candle(ctx, S) { // glass tumbler with wax
    const t = S.t, R = 198, yT = 372, b = turned(CX, [['M', R, yT], ['L', R - 4, FLOOR - 30], ['C', R - 5, FLOOR - 8, R - 16, FLOOR, R - 36, FLOOR]], {});
    const wax = oklch(0.93, t.c * 0.35, t.h), inner = disc(CX, R - 10, yT + 3), yW = yT + 34;
    let s = ground(ctx, CX, FLOOR, R - 12, { h: 440 });
    if (!S.unlit) { const glow = ctx.cutout ? 140 : 300; s += `<circle cx="${CX}" cy="300" r="${glow}" fill="${rad(ctx, [[0, '#ffcf85', 0.42], [0.35, '#ffdca6', 0.2], [1, '#ffe9c8', 0]], CX, 300, glow)}"/>`; }
    s += path(b, oklch(0.9, t.c * 0.4, t.h)) + path(b, lin(ctx, [[0, '#ffe6bd', 0.85], [0.35, wax, 0.6], [1, oklch(0.82, t.c * 0.6, t.h), 1]], 0, yT, 0, FLOOR)) + shade(ctx, b, CX, R, 'gloss', 0.72);
    s += wrapLabel(ctx, S, CX, R - 2, 470, 758, { heroMax: 54, brandSize: 23, small: 16, field: 0.36, tk: 1.62 });
    s += clip(ctx, b, `<path d="M${CX - R * 0.73} 400L${CX - R * 0.62} 404L${CX - R * 0.62} 800L${CX - R * 0.73} 796Z" fill="#fff" opacity=".32" ${blur(ctx, 3)}/>`);
    s += path(disc(CX, R, yT), oklch(0.95, t.c * 0.2, t.h)) + path(inner, lin(ctx, [[0, '#8f6f45', 0.45], [0.5, '#ffeccb', 0.5], [1, '#8f6f45', 0.35]], CX - R, 0, CX + R, 0));
    s += clip(ctx, inner, `<ellipse cx="${CX}" cy="${yW}" rx="${R - 8}" ry="${n1(R * open(yW) + 2)}" fill="${rad(ctx, [[0, '#fff6df'], [0.5, '#ffe9bf'], [1, wax]], CX, yW, R)}"/>`) + `<path d="${disc(CX, R - 1, yT)}" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width="3"/>`;
    s += `<path d="M${CX} ${yT + 10}C${CX + 3} ${yT - 6} ${CX - 3} ${yT - 18} ${CX + 1} ${yT - 30}" stroke="#4a3522" stroke-width="5" fill="none" stroke-linecap="round"/>`;
    const fl = (k, c, o) => `<path d="M${CX} ${n1(yT - 22 - 110 * k)}C${n1(CX + 12 * k)} ${n1(yT - 22 - 70 * k)} ${n1(CX + 28 * k)} ${n1(yT - 22 - 46 * k)} ${n1(CX + 24 * k)} ${n1(yT - 22 - 18 * k)}C${n1(CX + 20 * k)} ${n1(yT - 22 + 8 * k)} ${n1(CX - 20 * k)} ${n1(yT - 22 + 8 * k)} ${n1(CX - 24 * k)} ${n1(yT - 22 - 18 * k)}C${n1(CX - 27 * k)} ${n1(yT - 22 - 44 * k)} ${n1(CX - 10 * k)} ${n1(yT - 22 - 72 * k)} ${CX} ${n1(yT - 22 - 110 * k)}Z" fill="${c}" opacity="${o}"`;
    return S.unlit ? s : s + fl(1.12, '#ffb24a', 0.55) + ` ${blur(ctx, 7)}/>` + fl(0.92, '#ffc766', 0.95) + ` ${blur(ctx, 1.5)}/>` + fl(0.62, '#fff3cf', 0.98) + ` ${blur(ctx, 3)}/>`;
  },
  spray(ctx, S) { // trigger bottle
    const t = S.t, R = 158, b = turned(CX, [['M', 54, 322], ['C', 56, 372, R - 10, 372, R, 474], ['L', R, FLOOR - 30], ['C', R, FLOOR - 8, R - 10, FLOOR, R - 30, FLOOR]]);
    const col = oklch(0.93, t.c * 0.32, t.h), x = CX;
    const neck = turned(x, [['M', 58, 258], ['L', 62, 328]]);
    const head = `M${x - 164} 140 C${x - 150} 134 ${x - 60} 126 ${x + 14} 122 C${x + 66} 118 ${x + 104} 122 ${x + 112} 140 C${x + 118} 156 ${x + 92} 172 ${x + 76} 194 C${x + 62} 214 ${x + 56} 236 ${x + 54} 262 L${x - 48} 262 C${x - 48} 238 ${x - 58} 220 ${x - 82} 210 C${x - 106} 202 ${x - 140} 196 ${x - 164} 192Z`;
    const seam = `<path d="M${x - 132} 196C${x - 130} 176 ${x - 130} 156 ${x - 132} 136" stroke="${INK_SHADOW}" stroke-opacity=".16" stroke-width="2.4" fill="none"/><path d="M${x - 120} 152C${x - 40} 138 ${x + 40} 134 ${x + 92} 140" stroke="#fff" stroke-opacity=".9" stroke-width="6" fill="none" stroke-linecap="round" ${blur(ctx, 3)}/><path d="M${x - 62} 212C${x - 10} 196 ${x + 40} 190 ${x + 76} 190" stroke="${INK_SHADOW}" stroke-opacity=".14" stroke-width="2.4" fill="none"/>`;
    const trig = `M${x - 92} 198 C${x - 108} 232 ${x - 122} 262 ${x - 118} 314 C${x - 118} 326 ${x - 104} 328 ${x - 100} 316 C${x - 94} 282 ${x - 74} 250 ${x - 46} 240 L${x - 52} 204Z`;
    return ground(ctx, CX, FLOOR, R - 8, { h: 640 }) + path(b, col) + shade(ctx, b, CX, R, 'matte') + falloff(ctx, b, 330, FLOOR) + underCap(ctx, CX, 62, 328, b)
      + wrapLabel(ctx, S, CX, R, 478, 772, { heroMax: 50, heroMin: 24, brandSize: 22, small: 15.5, field: 0.42 })
      + `<path d="M${x - 4} 330V482M${x + 7} 330V482" stroke="#fff" stroke-opacity=".45" stroke-width="2"/>` + path(trig, t.cap) + path(trig, lin(ctx, [[0, '#fff', 0.12], [1, INK_SHADOW, 0.3]], x - 120, 0, x - 46, 0)) + path(head, '#f4f1ea') + path(head, lin(ctx, [[0, '#fff', 0.5], [0.4, '#fff', 0], [1, INK_SHADOW, 0.3]], 0, 128, 0, 262)) + path(head, lin(ctx, [[0, INK_SHADOW, 0.05], [0.6, INK_SHADOW, 0], [1, INK_SHADOW, 0.3]], x - 168, 0, x + 96, 0))
      + seam + `<rect x="${x - 192}" y="146" width="9" height="32" rx="3" fill="${INK_SHADOW}" opacity=".75"/><rect x="${x - 186}" y="136" width="26" height="58" rx="6" fill="${t.cap}"/><rect x="${x - 186}" y="136" width="26" height="58" rx="6" fill="${lin(ctx, [[0, '#fff', 0.25], [1, INK_SHADOW, 0.35]], 0, 136, 0, 186)}"/>` + path(neck, t.cap) + shade(ctx, neck, CX, 62);
  },
};
Object.assign(PACKS, {
  oil(ctx, S) { // tall amber bottle: oils, syrups
    const t = S.t, R = 152, b = turned(CX, [['M', 54, 286], ['L', 54, 306], ['C', 56, 356, R, 350, R, 446], ['L', R, FLOOR - 24], ['C', R, FLOOR - 6, R - 8, FLOOR, R - 22, FLOOR]]);
    const g = lin(ctx, [[0, '#3a1807'], [0.1, '#64290c'], [0.24, '#a8581c'], [0.42, '#8c4614'], [0.7, '#59270c'], [0.9, '#381606'], [1, '#693917']], CX - R, 0, CX + R, 0);
    return ground(ctx, CX, FLOOR, R, { h: 640 }) + path(b, g) + falloff(ctx, b, 300, FLOOR, 1.2) + underCap(ctx, CX, 60, 300, b)
      + clip(ctx, b, `<path d="M${CX - 112} 470C${CX - 112} 420 ${CX - 70} 396 ${CX - 44} 372L${CX - 38} 380C${CX - 60} 404 ${CX - 88} 430 ${CX - 88} 476L${CX - 88} 800L${CX - 112} 800Z" fill="#fff" opacity=".42" ${blur(ctx, 3)}/><path d="M${CX + 128} 470h9v320h-9Z" fill="#ffd9a8" opacity=".38" ${blur(ctx, 3)}/><ellipse cx="${CX}" cy="${FLOOR - 16}" rx="120" ry="22" fill="#e08a3a" opacity=".34" ${blur(ctx, 11)}/>`)
      + wrapLabel(ctx, S, CX, R, 458, 778, { heroMax: 52, heroMin: 24, brandSize: 23, small: 15.5, field: 0.38 }) + screwCap(ctx, CX, 66, 186, 288, S.cap ?? '#2b2a28', { ribs: 22, bevel: 6 });
  },
  flip(ctx, S) { // bottle with a disc-top cap: shampoo, lotion, dish soap
    const t = S.t, R = 164, b = turned(CX, [['M', 70, 288], ['C', 84, 318, R, 312, R, 400], ['L', R, FLOOR - 26], ['C', R, FLOOR - 8, R - 8, FLOOR, R - 24, FLOOR]]);
    const col = S.clear ? oklch(0.9, t.c * 0.5, t.h) : oklch(0.95, t.c * 0.2, t.h), cap = turned(CX, [['M', 74, 186], ['C', 80, 188, 84, 192, 84, 200], ['L', 88, 292]]), top = disc(CX, 76, 187);
    return ground(ctx, CX, FLOOR, R, { h: 640 }) + path(b, col) + shade(ctx, b, CX, R, S.clear ? 'gloss' : 'matte', S.clear ? 0.7 : 1) + falloff(ctx, b, 290, FLOOR) + underCap(ctx, CX, 88, 292, b)
      + wrapLabel(ctx, S, CX, R, 420, 778, { heroMax: 54, heroMin: 24, brandSize: 24, small: 16, field: 0.45 })
      + path(cap, t.cap) + shade(ctx, cap, CX, 88) + path(top, t.cap) + path(top, lin(ctx, [[0, '#fff', 0.42], [1, '#fff', 0.06]], CX - 76, 0, CX + 76, 0)) + `<path d="M${CX - 86} 232A86 ${n1(86 * open(232))} 0 0 0 ${CX + 86} 232" fill="none" stroke="${INK_SHADOW}" stroke-opacity=".4" stroke-width="2.4"/><path d="M${CX - 86} 235A86 ${n1(86 * open(232))} 0 0 0 ${CX + 86} 235" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="2"/>`;
  },
  stick(ctx, S) { // deodorant, balm
    const t = S.t, R = 122, b = turned(CX, [['M', R, 430], ['L', R, FLOOR - 22], ['C', R, FLOOR - 6, R - 6, FLOOR, R - 18, FLOOR]]), cap = turned(CX, [['M', R - 22, 226], ['C', R - 8, 230, R - 1, 244, R - 1, 268], ['L', R - 1, 432]]);
    return ground(ctx, CX, FLOOR, R, { h: 560 }) + path(b, '#f6f3ec') + shade(ctx, b, CX, R) + wrapLabel(ctx, S, CX, R, 452, 786, { heroMax: 46, heroMin: 22, brandSize: 21, small: 15, field: 0.4 })
      + path(cap, t.field) + shade(ctx, cap, CX, R) + path(disc(CX, R - 24, 228), lin(ctx, [[0, '#fff', 0.45], [1, '#fff', 0.08]], CX - R, 0, CX + R, 0)) + clip(ctx, cap, `<path d="M${CX - R} 430A${R} ${n1(R * open(430))} 0 0 0 ${CX + R} 430" fill="none" stroke="${INK_SHADOW}" stroke-opacity=".6" stroke-width="4"/>`);
  },
  diffuser(ctx, S) {
    const t = S.t, R = 160, b = turned(CX, [['M', 52, 462], ['C', 54, 486, R - 6, 478, R, 520], ['L', R, FLOOR - 28], ['C', R, FLOOR - 8, R - 10, FLOOR, R - 28, FLOOR]]), neck = turned(CX, [['M', 58, 404], ['L', 58, 470]]);
    let s = ground(ctx, CX, FLOOR, R, { h: 600 });
    for (const [x1, x2, y2] of [[-20, -168, 128], [-10, -84, 96], [0, -8, 84], [10, 70, 100], [20, 160, 136], [4, 118, 112]]) s += `<path d="M${CX + x1} 410L${CX + x2} ${y2}" stroke="${lin(ctx, [[0, '#8a6a45'], [0.5, '#c9a878'], [1, '#b08c5c']], CX + x1 - 5, 0, CX + x1 + 5, 0)}" stroke-width="9" stroke-linecap="round"/><path d="M${CX + x1 - 2} 410L${CX + x2 - 2} ${y2}" stroke="#fff" stroke-opacity=".3" stroke-width="2"/>`;
    s += path(b, oklch(0.92, t.c * 0.35, t.h)) + clip(ctx, b, `<rect x="300" y="540" width="360" height="300" fill="${oklch(0.8, t.c * 0.9, t.h)}" opacity=".55"/>`) + shade(ctx, b, CX, R, 'gloss', 0.75) + falloff(ctx, b, 460, FLOOR);
    s += wrapLabel(ctx, S, CX, R, 536, 778, { heroMax: 46, heroMin: 22, brandSize: 21, small: 15, field: 0.34 });
    s += clip(ctx, b, `<path d="M${CX - 118} 520h16v280h-16Z" fill="#fff" opacity=".3" ${blur(ctx, 3)}/>`) + path(neck, '#cfb58a') + shade(ctx, neck, CX, 58, 'metal', 0.9) + path(disc(CX, 58, 404), '#e3cfa9') + path(disc(CX, 34, 405), '#4a3a28');
    return s;
  },
  perfume(ctx, S) {
    const t = S.t, x1 = 312, x2 = 648, y1 = 392, r = 26, b = `M${x1 + r} ${y1}H${x2 - r}Q${x2} ${y1} ${x2} ${y1 + r}V${FLOOR - r}Q${x2} ${FLOOR + 4} ${x2 - r} ${FLOOR + 4}H${x1 + r}Q${x1} ${FLOOR + 4} ${x1} ${FLOOR - r}V${y1 + r}Q${x1} ${y1} ${x1 + r} ${y1}Z`;
    const i = 26, inn = `M${x1 + i} ${y1 + 40}H${x2 - i}V${FLOOR - 50}Q${x2 - i} ${FLOOR - 34} ${x2 - i - 18} ${FLOOR - 34}H${x1 + i + 18}Q${x1 + i} ${FLOOR - 34} ${x1 + i} ${FLOOR - 50}Z`;
    const cap = turned(CX, [['M', 76, 206], ['C', 80, 208, 82, 212, 82, 220], ['L', 82, 356]]), col = turned(CX, [['M', 62, 352], ['L', 62, 394]]);
    let s = ground(ctx, CX, FLOOR, 168, { h: 520, ry: 12 });
    s += path(b, oklch(0.93, t.c * 0.25, t.h)) + path(b, lin(ctx, [[0, INK_SHADOW, 0.22], [0.05, '#fff', 0.7], [0.1, '#fff', 0.1], [0.5, '#fff', 0.25], [0.9, INK_SHADOW, 0.06], [0.95, '#fff', 0.5], [1, INK_SHADOW, 0.25]], x1, 0, x2, 0)) + path(inn, lin(ctx, [[0, oklch(0.88, t.c * 0.9, t.h)], [1, oklch(0.76, t.c * 1.2, t.h)]], 0, y1, 0, FLOOR)) + path(inn, lin(ctx, [[0, INK_SHADOW, 0.16], [0.2, '#fff', 0.3], [0.4, '#fff', 0], [1, INK_SHADOW, 0.16]], x1, 0, x2, 0));
    s += path(b, lin(ctx, [[0, '#fff', 0.35], [0.12, '#fff', 0], [0.88, INK_SHADOW, 0], [1, INK_SHADOW, 0.22]], 0, y1, 0, FLOOR)) + `<path d="M${x1 + 30} ${y1 + 46}L${x1 + 96} ${y1 + 46}L${x1 + 30} ${y1 + 210}Z" fill="#fff" opacity=".2"/>`;
    const lx = 362, lw = 236, ly = 462, lh = 292, ld = `M${lx} ${ly}h${lw}v${lh}h${-lw}Z`;
    s += `<rect x="${lx}" y="${ly + 3}" width="${lw}" height="${lh}" fill="${INK_SHADOW}" opacity=".25" ${blur(ctx, 4)}/>` + clip(ctx, ld, path(ld, PAPER) + label(ctx, S, { map: flat(CX), y: ly, h: lh, w: lw, tw: lw - 30, heroMax: 46, heroMin: 22, brandSize: 20, small: 15, field: 0.38 })) + path(ld, lin(ctx, [[0, '#fff', 0.2], [0.6, '#fff', 0], [1, INK_SHADOW, 0.08]], lx, ly, lx + lw, ly + lh));
    return s + path(col, '#d8cbb2') + shade(ctx, col, CX, 62, 'metal') + path(cap, oklch(0.35, t.c * 0.4, t.h)) + shade(ctx, cap, CX, 82, 'gloss') + path(disc(CX, 78, 208), lin(ctx, [[0, '#fff', 0.4], [1, '#fff', 0.1]], CX - 80, 0, CX + 80, 0));
  },
  detergent(ctx, S) {
    const t = S.t, col = oklch(0.9, t.c * 0.55, t.h), y0 = FLOOR + 4;
    const b = `M350 262L486 262C494 262 498 270 500 286C590 292 676 322 690 430C700 520 700 690 694 772C692 ${y0 - 14} 678 ${y0} 650 ${y0 + 2}Q480 ${y0 + 16} 310 ${y0 + 2}C282 ${y0} 270 ${y0 - 14} 268 772C262 640 262 520 278 440C290 380 336 344 338 286C340 270 342 262 350 262Z`;
    const hole = 'M556 360C606 362 640 392 648 440C652 470 652 480 648 492C642 506 622 504 616 492C604 458 588 428 556 402C540 390 540 362 556 360Z';
    const all = b + hole;
    let s = ground(ctx, CX, FLOOR, 208, { h: 640, ry: 20 });
    const g = (f, e = '') => `<path d="${all}" fill-rule="evenodd" fill="${f}" ${e}/>`;
    s += g(col) + g(lin(ctx, [[0, INK_SHADOW, 0.3], [0.06, INK_SHADOW, 0.14], [0.2, INK_SHADOW, 0], [0.7, INK_SHADOW, 0.03], [0.88, INK_SHADOW, 0.16], [1, INK_SHADOW, 0.32]], 264, 0, 698, 0)) + g(lin(ctx, [[0.06, '#fff', 0], [0.16, '#fff', 0.5], [0.3, '#fff', 0.06], [0.5, '#fff', 0]], 264, 0, 698, 0)) + g(lin(ctx, [[0, '#fff', 0.15], [0.3, '#fff', 0], [0.75, INK_SHADOW, 0], [1, INK_SHADOW, 0.2]], 0, 262, 0, FLOOR));
    s += `<path d="${hole}" fill="none" stroke="${INK_SHADOW}" stroke-opacity=".3" stroke-width="4"/><path d="M556 402C588 428 604 458 616 492" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="4" ${blur(ctx, 1.5)}/><path d="M534 350C610 348 664 390 668 450" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="7" ${blur(ctx, 3)}/>`;
    const lx = 296, lw = 372, ly = 496, lh = 288, ld = `M${lx + 20} ${ly}h${lw - 40}q20 0 20 20v${lh - 40}q0 20 -20 20h${-(lw - 40)}q-20 0 -20 -20v${-(lh - 40)}q0 -20 20 -20Z`;
    s += clip(ctx, ld, path(ld, PAPER) + label(ctx, S, { map: flat(lx + lw / 2), y: ly, h: lh, w: lw, tw: lw - 40, heroMax: 54, heroMin: 26, brandSize: 25, small: 17, field: 0.4 })) + path(ld, lin(ctx, [[0, INK_SHADOW, 0.1], [0.15, '#fff', 0.12], [0.5, '#fff', 0], [1, INK_SHADOW, 0.16]], lx, 0, lx + lw, 0));
    return s + screwCap(ctx, 418, 82, 146, 268, t.cap, { ribs: 22, bevel: 8 });
  },
  bag(ctx, S) { return PACKS.pouch(ctx, { ...S, kraft: oklch(0.9, S.t.c * 0.42, S.t.h) }); },
  sachet(ctx, S) {
    const t = S.t, one = (S2, x, rot, op = 1) => {
      const x1 = x - 168, x2 = x + 168, y1 = 176, y2 = FLOOR - 2, b = `M${x1} ${y1}H${x2}C${x2 + 6} 380 ${x2 + 6} 620 ${x2} ${y2}H${x1}C${x1 - 6} 620 ${x1 - 6} 380 ${x1} ${y1}Z`;
      let q = `<path d="${b}" transform="translate(16 14)" fill="${INK_SHADOW}" opacity=".26" ${blur(ctx, 11)}/>` + path(b, PAPER) + clip(ctx, b, label(ctx, S2, { map: flat(x), y: y1 + 44, h: y2 - y1 - 86, w: 336, tw: 280, heroMax: 54, heroMin: 24, brandSize: 25, small: 17, field: 0.46 }));
      q += path(b, lin(ctx, [[0, INK_SHADOW, 0.2], [0.1, '#fff', 0.2], [0.25, '#fff', 0.05], [0.6, INK_SHADOW, 0.02], [0.9, INK_SHADOW, 0.12], [1, INK_SHADOW, 0.26]], x1, 0, x2, 0));
      for (const yy of [y1, y2 - 36]) for (let i = 0; i < 10; i++) q += `<path d="M${x1 + 1} ${yy + 3 + i * 3.6}H${x2 - 1}" stroke="${INK_SHADOW}" stroke-opacity=".1" stroke-width="1.3"/>`;
      return `<g transform="rotate(${rot} ${x} ${FLOOR})" opacity="${op}">${q}</g>`;
    };
    const plain = { ...S, parts: { pre: '', name: '', post: '' }, volume: '' };
    return ground(ctx, CX + 20, FLOOR - 2, 190, { h: 560, ry: 12 }) + one({ ...S, ...plain, parts: S.parts }, CX + 34, 7) + one(S, CX - 18, -2.5);
  },
  sticks(ctx, S) { // carton with stick sachets
    const t = S.t; let s = '';
    for (const [x, y, r] of [[330, 232, -5], [402, 206, 2], [474, 222, -2], [546, 198, 4]]) { const d = `M${x} ${y}h62v360h-62Z`; s += `<g transform="rotate(${r} ${x + 31} 560)">` + `<path d="${d}" transform="translate(8 6)" fill="${INK_SHADOW}" opacity=".2" ${blur(ctx, 7)}/>` + path(d, PAPER) + clip(ctx, d, `<rect x="${x}" y="${y + 118}" width="62" height="260" fill="${t.field}"/>` + motif(ctx, t.motif, x + 31, y + 176, 40, t.line, t.field, t.deep, flat(0), 1.5) + brand(ctx, x + 31, y + 92, 17, BRAND, flat(0), { stacked: true })) + path(d, lin(ctx, [[0, INK_SHADOW, 0.28], [0.25, '#fff', 0.32], [0.5, '#fff', 0], [1, INK_SHADOW, 0.34]], x, 0, x + 62, 0)) + Array.from({ length: 7 }, (_, i) => `<path d="M${x} ${y + 3 + i * 4}h62" stroke="${INK_SHADOW}" stroke-opacity=".16" stroke-width="1.3"/>`).join('') + '</g>'; }
    return s + PACKS.box(ctx, { ...S, bw: 420, by: 424 });
  },
  soap(ctx, S) { return PACKS.box(ctx, { ...S, bw: 470, by: 486 }); },
  bar(ctx, S) {
    const t = S.t, x1 = 92, x2 = 868, y1 = 398, y2 = 632, z = (x, dir) => { let d = ''; const n = 13, st = (y2 - y1) / n; for (let i = 0; i < n; i++) d += `L${x + (i % 2 ? 0 : dir * 11)} ${n1(dir > 0 ? y1 + st * (i + 0.5) : y2 - st * (i + 0.5))}`; return d; };
    const b = `M${x1} ${y1}C${x1 + 60} ${y1 + 8} ${x1 + 80} ${y1 - 12} ${x1 + 120} ${y1 - 14}H${x2 - 120}C${x2 - 80} ${y1 - 12} ${x2 - 60} ${y1 + 8} ${x2} ${y1}${z(x2, 1)}L${x2} ${y2}C${x2 - 60} ${y2 - 8} ${x2 - 80} ${y2 + 12} ${x2 - 120} ${y2 + 14}H${x1 + 120}C${x1 + 80} ${y2 + 12} ${x1 + 60} ${y2 - 8} ${x1} ${y2}${z(x1, -1)}Z`;
    const m = flat(CX); let q = `${ctx.cutout ? '' : `<path d="${b}" transform="translate(22 30)" fill="${INK_SHADOW}" opacity=".26" ${blur(ctx, 26)}/>`}<path d="${b}" transform="translate(8 12)" fill="${INK_SHADOW}" opacity=".42" ${blur(ctx, 7)}/>` + path(b, PAPER);
    const f = fitTitle(S.parts, 360, 190, 62, 26);
    let a = path(`M${x1 - 20} ${y1 - 20}H${x2 + 20}V${y2 + 20}H${x1 - 20}Z`, PAPER) + path(`M560 ${y1 - 30}C520 ${y1 + 70} 620 ${y2 - 90} 580 ${y2 + 30}H${x2 + 30}V${y1 - 30}Z`, lin(ctx, [[0, t.fieldHi], [1, t.fieldDeep]], 560, 0, x2, 0));
    a += motif(ctx, t.motif, 214, (y1 + y2) / 2 + 2, 112, t.line, t.field, t.deep, m, 2.1) + path(`M${x1 - 20} ${y1 - 20}H${x1 + 62}V${y2 + 20}H${x1 - 20}Z`, t.field);
    a += brand(ctx, -300, y1 + 42, 24, BRAND, m, { anchor: 'start' });
    if (f) { let y = y1 + 56 + (186 - f.H) * 0.4; const L = (l, s, w, c, k) => { a += textAt(ctx, l, -300, y - s * k, s, { weight: w, fill: c, anchor: 'start', map: m }); }; for (const l of f.pl) { y += f.ds * 1.16; L(l, f.ds, 400, t.inkSoft, 0.22); } if (f.pl.length) y += f.ds * 0.2; for (const l of f.nl) { y += f.s * 1.06; L(l, f.s, 600, t.ink, 0.2); } if (f.ql.length) y += f.ds * 0.3; for (const l of f.ql) { y += f.ds * 1.16; L(l, f.ds, 400, t.inkSoft, 0.22); } }
    if (S.volume) a += textAt(ctx, S.volume, 62, y2 - 24, 25, { weight: 600, fill: t.inkSoft, anchor: 'end', map: m });
    q += clip(ctx, b, a + `<rect x="${x1 - 20}" y="${y1 - 20}" width="820" height="280" fill="${lin(ctx, [[0, INK_SHADOW, 0.16], [0.1, '#fff', 0.5], [0.2, '#fff', 0.08], [0.62, INK_SHADOW, 0.02], [0.86, INK_SHADOW, 0.2], [1, INK_SHADOW, 0.36]], 0, y1 - 14, 0, y2 + 14)}"/>`
      + [x1 + 66, x2 - 66].map((x) => `<path d="M${x - 4} ${y1 - 20}C${x + 10} ${y1 + 70} ${x - 10} ${y2 - 70} ${x + 4} ${y2 + 20}" stroke="${INK_SHADOW}" stroke-opacity=".34" stroke-width="9" fill="none" ${blur(ctx, 4)}/>`).join(''));
    for (let i = 0; i < 13; i++) for (const x of [x1 + 4 + i * 4.4, x2 - 4 - i * 4.4]) q += `<path d="M${n1(x)} ${y1 + 2}V${y2 - 2}" stroke="${INK_SHADOW}" stroke-opacity=".12" stroke-width="1.5"/>`;
    return `<g transform="rotate(-7 480 515)">${q}</g>`;
  },
  booklet(ctx, S) {
    const t = S.t, w = 430, h = 600, x1 = 268, y1 = 176; let s = '';
    const cover = (S2, rot, dx, dy, blank) => {
      const d = `M${x1} ${y1}h${w}v${h}h${-w}Z`, cx = x1 + w / 2; let q = `${ctx.cutout ? '' : `<path d="${d}" transform="translate(20 22)" fill="${INK_SHADOW}" opacity=".24" ${blur(ctx, 26)}/>`}<path d="${d}" transform="translate(7 8)" fill="${INK_SHADOW}" opacity=".34" ${blur(ctx, 7)}/>`;
      for (let i = 5; i > 0; i--) q += `<path d="M${x1 + 2} ${y1 + 2}h${w + i * 1.6}v${h + i * 1.2}h${-w}Z" fill="${i % 2 ? '#e4ded2' : '#f6f2ea'}"/>`;
      q += path(d, PAPER) + clip(ctx, d, blank ? path(d, t.field) : label(ctx, S2, { map: flat(cx), y: y1 + 6, h: h - 6, w, tw: w - 96, heroMax: 66, heroMin: 30, brandSize: 32, small: 20, field: 0.56, align: 'start', motifK: 1.25 }));
      q += path(d, lin(ctx, [[0, INK_SHADOW, 0.3], [0.025, INK_SHADOW, 0.06], [0.04, '#fff', 0.4], [0.06, INK_SHADOW, 0.1], [0.1, '#fff', 0.08], [1, INK_SHADOW, 0.05]], x1, 0, x1 + w, 0));
      return `<g transform="translate(${dx} ${dy}) rotate(${rot} 480 480)">${q}</g>`;
    };
    s += cover(S, 7, 26, 6, true) + cover(S, -3, -8, 8, false);
    return s;
  },
  giftbag(ctx, S) {
    const t = S.t, s0 = PACKS.box(ctx, { ...S, bw: 400, by: 306 });
    const rope = (o, c) => `<path d="M356 306C356 ${150 + o} 500 ${150 + o} 500 306" fill="none" stroke="${c}" stroke-width="9" stroke-linecap="round"/>`;
    return `<g opacity=".75">${rope(-14, t.fieldDeep)}</g>` + s0 + `<g transform="translate(-6 0)">${rope(12, t.fieldDeep)}<path d="M354 306C354 160 496 160 496 306" fill="none" stroke="#fff" stroke-opacity=".25" stroke-width="3"/></g><circle cx="350" cy="322" r="7" fill="#8b8477"/><circle cx="494" cy="322" r="7" fill="#8b8477"/>`;
  },
  badge(ctx, S) {
    const t = S.t, x1 = 220, y1 = 340, w = 520, h = 330, d = `M${x1 + 28} ${y1}h${w - 56}q28 0 28 28v${h - 56}q0 28 -28 28h${56 - w}q-28 0 -28 -28v${56 - h}q0 -28 28 -28Z`;
    let s = `${ctx.cutout ? '' : `<path d="${d}" transform="translate(20 26)" fill="${INK_SHADOW}" opacity=".22" ${blur(ctx, 26)}/>`}<path d="${d}" transform="translate(6 9)" fill="${INK_SHADOW}" opacity=".36" ${blur(ctx, 7)}/>` + path(d, PAPER);
    s += clip(ctx, d, label(ctx, S, { map: flat(CX), y: y1, h, w, tw: w - 90, heroMax: 56, brandSize: 32, small: 18, field: 0.36, align: 'start' })) + path(d, lin(ctx, [[0, '#fff', 0.35], [0.4, '#fff', 0], [1, INK_SHADOW, 0.07]], x1, y1, x1 + w, y1 + h)) + `<path d="${d}" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width="3"/>`;
    return s;
  },
  gift(ctx, S) { // an open box with three packs
    const t = S.t, set = GIFTS[S.code] ?? GIFTS[S.category] ?? GIFTS.def; let s = '';
    const x1 = 160, x2 = 800, yF = 598, yB = 556;
    s += ground(ctx, CX, FLOOR + 6, 334, { h: 420, ry: 16 });
    const back = `M${x1 + 30} ${yB}H${x2 - 30}L${x2 - 6} ${yF}V${FLOOR - 60}H${x1 + 6}V${yF}Z`;
    s += path(back, oklch(t.l - 0.16, t.c * 0.8, t.h)) + path(back, lin(ctx, [[0, INK_SHADOW, 0.1], [1, INK_SHADOW, 0.5]], 0, yB, 0, yF + 60));
    const pos = set.length > 2 ? [[314, 0.57, 694], [656, 0.62, 704], [482, 0.62, 742]] : [[328, 0.64, 722], [640, 0.64, 722]];
    ctx.boxed = true;
    set.forEach(([pack, cat, title, volume], i) => {
      const [x, k0, fy] = pos[i], k = pack === 'tub' ? k0 * 0.82 : k0, sub = { t: toneOf(cat, title), parts: splitTitle(title), volume, bad: Math.floor(cat / 100) === 1, code: S.code, unlit: true };
      s += `<g transform="translate(${n1(x - CX * k)} ${n1(fy - FLOOR * k)}) scale(${k})">${PACKS[pack](ctx, sub)}</g>`;
    });
    ctx.boxed = false;
    const front = `M${x1} ${yF}H${x2}L${x2 - 3} ${FLOOR + 8}H${x1 + 3}Z`;
    const rnd = rngOf(S.code); const tp = [];
    for (let i = 0; i <= 16; i++) tp.push([x1 + 4 + ((x2 - x1 - 8) * i) / 16, yF - 8 - (i % 2 ? 13 : 2) - rnd() * 12]);
    const tissue = P([...curve(tp), ['L', x2 - 4, yF + 10], ['L', x1 + 4, yF + 10], ['Z']]);
    s += path(tissue, oklch(0.93, t.fam.c * 0.25, t.fam.h), `stroke="#fff" stroke-opacity=".7" stroke-width="2" stroke-linejoin="round"`) + path(tissue, lin(ctx, [[0, '#fff', 0.2], [1, INK_SHADOW, 0.3]], 0, yF - 40, 0, yF + 6));
    s += `` + path(front, PAPER);
    s += clip(ctx, front, label(ctx, { ...S, volume: S.volume }, { map: flat(CX), y: yF, h: FLOOR + 8 - yF, w: x2 - x1, tw: 520, heroMax: 58, brandSize: 25, small: 18, field: 0.33, textTop: yF + 36 }));
    s += path(front, lin(ctx, [[0, INK_SHADOW, 0.1], [0.12, '#fff', 0.15], [0.5, '#fff', 0], [1, INK_SHADOW, 0.16]], x1, 0, x2, 0)) + `<path d="M${x1} ${yF}H${x2}" stroke="#fff" stroke-width="4" stroke-opacity=".9"/>`;
    return s;
  },
});
// two at the sides, a narrow one in front
const GIFTS = {
  def: [['pouch', 302, 'Иван-чай «Копорье»', '80 г'], ['jar', 101, 'Витамин C «Рябинка»', '60 капсул'], ['dropper', 401, 'Сыворотка «Капля»', '30 мл']],
  80102: [['pouch', 301, 'Сбор № 1 «Утро в тайге»', '80 г'], ['jar', 104, '«Таёжный щит»', '60 капсул'], ['tube', 402, 'Крем для рук «Варежка»', '75 мл']],
  80103: [['jar', 102, 'Магний B6 «Тихий вечер»', '60 капсул'], ['kidsjar', 108, 'Мишки «Топтыжка»', '60 пастилок'], ['flip', 403, 'Шампунь «Берёзовый сок»', '300 мл']],
  80201: [['pouch', 302, 'Иван-чай «Копорье»', '80 г'], ['box', 303, 'Чай «Брусника и мята»', '20 пакетов']],
  80202: [['pouch', 301, 'Сбор № 7 «После бани»', '80 г'], ['pump', 402, 'Гель «Хвоя»', '250 мл'], ['dropper', 501, 'Эфирное масло пихты', '10 мл']],
  80203: [['pouch', 301, 'Сбор № 5 «Женский»', '80 г'], ['candle', 502, 'Свеча «Ваниль и мёд»', '150 г'], ['pump', 402, 'Молочко «Овёс»', '250 мл']],
  80204: [['pouch', 301, 'Сбор № 6 «Мужской»', '80 г'], ['tube', 405, 'Крем для бритья «Кедр»', '100 мл'], ['stick', 405, 'Дезодорант «Гранит»', '50 г']],
  80301: [['pouch', 303, 'Чай «Клюква и шиповник»', '80 г'], ['jar', 104, '«Таёжный щит»', '60 капсул'], ['oil', 103, 'Масло «Янтарь»', '250 мл']],
  80302: [['box', 303, 'Чай «Клюква и шиповник»', '20 пакетов'], ['candle', 502, 'Свеча «Сосновый бор»', '150 г'], ['oil', 108, 'Сироп «Ягодка»', '100 мл']],
  80303: [['tube', 401, 'Крем SPF 30 «Полдень»', '50 мл'], ['tub', 702, 'Изотоник «Быстрая вода»', '300 г'], ['spray', 403, 'Спрей «Лёгкое расчёсывание»', '150 мл']],
};

/** Which pack a product comes in. `form` may also be a pack name. */
export function packOf({ title = '', form = '', category }) {
  if (PACKS[form]) return form;
  const s = (title + ' ' + form).toLowerCase(), c = Number(category), f = Math.floor(c / 100), has = (re) => re.test(s);
  if (f === 8) return 'gift';
  if (c === 901) return 'booklet';
  if (c === 902) return has(/пакет/) ? 'giftbag' : has(/бейдж/) ? 'badge' : 'sachet';
  if (c === 108) return has(/сироп|рыбий жир/) ? 'oil' : 'kidsjar';
  if (f === 1) {
    if (has(/сироп|^масло|масло .*мл|\b250 мл/)) return 'oil';
    if (has(/капли|капля|масло/) && !has(/капсул/)) return 'dropper';
    if (has(/саше|стик/)) return 'sticks';
    if (has(/порош|псиллиум|инулин|клетчатка|отруби|пектин|напиток/)) return c === 106 ? 'tub' : 'bag';
    return 'jar';
  }
  if (c === 201) return 'tub';
  if (c === 202) return has(/кисель/) ? 'sticks' : 'box';
  if (c === 203) return 'bag';
  if (c === 301) return has(/фильтр/) ? 'box' : 'pouch';
  if (c === 303) return 'box';
  if (c === 304) return has(/какао/) ? 'bag' : 'jar';
  if (f === 3) return 'pouch';
  if (f === 4) {
    if (has(/сыворотка/)) return 'dropper';
    if (has(/патчи/)) return 'sachet';
    if (has(/бальзам для губ|дезодорант/)) return 'stick';
    if (has(/мыло/)) return 'soap';
    if (has(/соль/) && !has(/скраб/)) return 'bag';
    if (has(/паста|для рук|для ног|spf|бритья|«щёчки»|для век|пенка/)) return 'tube';
    if (has(/спрей/)) return 'spray';
    if (has(/крем|маска|скраб|бальзам для тела/) && c !== 403) return 'cream';
    if (has(/маска/)) return 'cream';
    if (has(/гель для душа|молочко|пена/)) return 'pump';
    return 'flip';
  }
  if (c === 501) return 'dropper';
  if (c === 502) return has(/диффузор/) ? 'diffuser' : has(/саше/) ? 'sachet' : 'candle';
  if (c === 503) return 'perfume';
  if (f === 6) return has(/спрей|пятновывод|очистител/) ? 'spray' : has(/таблетки/) ? 'bag' : has(/посуды|сантехники/) ? 'flip' : 'detergent';
  if (f === 7) return c === 703 ? 'bar' : 'tub';
  return 'jar';
}
/** Every pack name, and how much of the frame it takes (scale about the floor, floor height). */
export const FRAME = { jar: [1.08, 842], kidsjar: [1.1, 846], dropper: [1.1, 866], pump: [1.08, 852], cream: [1.12, 800], tube: [1.04, 846], pouch: [1.03, 838], box: [1.1, 838], tub: [1.03, 840], candle: [1.12, 830], spray: [1.06, 856], oil: [1.12, 850], flip: [1.1, 852], stick: [1.14, 850], diffuser: [1.05, 852], perfume: [1.1, 850], detergent: [1.06, 852], bag: [1.03, 838], sachet: [1.06, 846], sticks: [1.06, 830], soap: [1.1, 790], bar: [1.1, 806], booklet: [1.06, 826], giftbag: [1.12, 842], badge: [1.12, 806], gift: [1.12, 826] };

/** The crop of a cut-out: x, y, width, height; and the packs that need a smaller step to fit into it. */
export const CUT = [70, 92, 820, 820];
export const CUT_FRAME = { bar: [0.95, 800], gift: [1.06, 830], diffuser: [0.97, 852] };

export function packShot(spec, opts = {}) {
  const { title, subtitle = '', code, category, volume = '' } = spec;
  const t = toneOf(Number(category), title, code), ctx = { defs: [], n: 0, f: {}, pre: `p${code}-`, seed: code, outline: opts.outline, cutout: opts.cutout };
  const parts = splitTitle(title);
  if (!parts.post && subtitle) parts.post = subtitle;
  const bad = spec.bad ?? Math.floor(category / 100) === 1;
  const S = { t, parts, volume, bad, code, title, subtitle, category: Number(category) };
  if (t.fam === FAMILIES[6] && category != 601) S.clear = true;
  const pack = packOf(spec), [k, fy] = (opts.cutout && CUT_FRAME[pack]) || FRAME[pack], bg = opts.cutout ? '' : background(ctx, t), v = opts.cutout ? CUT : [0, 0, 960, 960];
  const art = `<g transform="translate(${n1(CX - CX * k)} ${n1(fy - FLOOR * k)}) scale(${k})">${PACKS[pack](ctx, S)}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${v.join(' ')}" width="${v[2]}" height="${v[3]}" role="img" aria-label="${esc(title).replace(/"/g, '&quot;')}"><defs>${ctx.defs.join('')}</defs>${bg}${art}</svg>`;
}
