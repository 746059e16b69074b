import type { Device } from '#contract/profile.ts';

/** The first that fits: every browser calls itself by the names of its ancestors too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser|YaApp/, 'Яндекс Браузер'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/MiuiBrowser/, 'Mi Браузер'],
  [/OPR\/|OPT\//, 'Opera'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, Device['kind'], string])[] = [
  [/iPhone|iPod/, 'phone', 'iPhone'],
  [/iPad/, 'tablet', 'iPad'],
  [/Android.*Mobile/, 'phone', 'Телефон Android'],
  [/Android/, 'tablet', 'Планшет Android'],
  [/Windows/, 'computer', 'Компьютер'],
  [/Macintosh/, 'computer', 'Mac'],
  [/CrOS/, 'computer', 'Хромбук'],
  [/Linux|X11/, 'computer', 'Компьютер с Linux'],
];

/** «Компьютер, Яндекс Браузер» of a header `User-Agent`; none of its own words is repeated. */
export function deviceInWords(userAgent: string): Pick<Device, 'name' | 'kind'> {
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent));
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1];
  if (!system) return { kind: 'other', name: browser ?? 'Неизвестное устройство' };
  return { kind: system[1], name: browser === undefined ? system[2] : `${system[2]}, ${browser}` };
}
