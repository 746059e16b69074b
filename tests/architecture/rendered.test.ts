import { describe, expect, it } from 'vitest';
import { loadedWith, readsOfBrowser } from '#tests/architecture/rendered.ts';

/** The renderer itself, and what it takes in before it draws (`SCREENS` of vite/renderer.ts). */
const ROOTS = [
  'src/entry-server.tsx',
  'src/features/catalogue/DesktopFilters.tsx',
  'src/screens/ProductBySlug.tsx',
  'src/screens/ShopFront.tsx',
];
const modules = loadedWith(ROOTS);

describe('what is rendered on the server', () => {
  it('reads nothing of a browser while it is loaded or drawn', () => {
    const ours = [...modules].filter((name) => /^(src|contract)\/.*\.tsx?$/.test(name));
    expect(ours.length).toBeGreaterThan(120);
    expect(ours.flatMap((file) => readsOfBrowser(file).map((read) => `${file}:${read}`))).toEqual([]);
  });

  it('takes no library that a first card does without: neither network nor forms nor the worker', () => {
    const libraries = [...modules].filter((name) => !/^(src|contract)\//.test(name)).sort();
    expect(libraries).toEqual([
      'idb-keyval',
      'jotai',
      'jotai/utils',
      'react',
      'react-dom',
      'react-dom/server',
      'wouter',
      'wouter/use-browser-location',
    ]);
  });
});

describe('the search finds each planted read', () => {
  it.each([
    ['while the module is loaded', 'export const width = window.innerWidth;'],
    ['in a table', 'const ways = { up: { kind: location.hash } };\nexport { ways };'],
    ['in a part', 'export function Part() { return <p>{document.title}</p>; }'],
    ['in a part that is a variable', 'export const Part = () => <p>{navigator.language}</p>;'],
    ['in a part behind memo', 'const Part = memo(() => <p>{localStorage.theme}</p>);\nexport { Part };'],
    ['in a hook', 'export function usePath() { return location.pathname; }'],
    [
      'in the first value of a state',
      "export function Part() { const [a] = useState(() => matchMedia('x').matches); return a; }",
    ],
    ['in a memo', 'export function Part() { return useMemo(() => sessionStorage.length, []); }'],
    ['in a function called at once', 'export const theme = (() => document.title)();'],
    ['by its long name in a part', 'export function Part() { return globalThis.localStorage?.theme; }'],
    ['in the text of an attribute', 'export const Part = () => <a href={`${location.origin}/x`} />;'],
  ])('%s', (_where, text) => expect(readsOfBrowser('planted.tsx', text)).toHaveLength(1));

  it.each([
    ['an effect', 'export function Part() { useEffect(() => { document.title = ""; }, []); return null; }'],
    ['a handler', 'export const Part = () => <a onClick={() => history.back()} />;'],
    ['a callback', 'export function Part() { const go = useCallback(() => location.reload(), []); return go; }'],
    ['a function that somebody calls', 'export function back() { history.back(); }'],
    ['a question first', "export const wide = typeof window === 'undefined' ? 0 : window.innerWidth;"],
    [
      'a guard first',
      "export function useX() { if (typeof document === 'undefined') return 0; return document.title; }",
    ],
    [
      'what is drawn after the page was taken over',
      'export function Part() { const hydrating = useHydrating(); return hydrating ? "" : location.pathname; }',
    ],
    ['a name of its own', 'export function Part({ location }: { location: string }) { return location; }'],
    ['a property of that name', 'export const Part = () => route.location;'],
    ['a type', 'export const f = (x: Window & typeof globalThis): Document => x as unknown as Document;'],
    ['asked for while the module is loaded', 'export const sheet = globalThis.document?.title;'],
  ])('not %s', (_what, text) => expect(readsOfBrowser('innocent.tsx', text)).toEqual([]));
});
