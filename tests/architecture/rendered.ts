import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

// What a rendered page runs on the server (docs/decisions/250): which modules, and what of a browser they read while they are
// loaded or while a part is drawn. What runs in an effect, in a handler or behind a question for it is not looked at.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BROWSER = new Set(
  'window document localStorage sessionStorage indexedDB location history navigator screen matchMedia innerWidth innerHeight scrollX scrollY addEventListener requestAnimationFrame getComputedStyle'.split(
    ' ',
  ),
);
/** React calls these while it draws. */
const DRAWN = /^(useState|useMemo|useReducer)$/;
const PART_OR_HOOK = /^(use)?[A-Z]/;

type Node = { type: string; start: number } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const children = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

function programOf(file: string, text: string): Node {
  const { program, errors } = parseSync(file, text, { preserveParens: false });
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return program as unknown as Node;
}
const readSource = (file: string): string => readFileSync(ROOT + file, 'utf8');

/** Modules that load with the first of them, by their static imports: our own by path, libraries by name. */
export function loadedWith(roots: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const todo = [...roots];
  for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (!/\.tsx?$/.test(file) || !existsSync(ROOT + file)) continue;
    for (const node of programOf(file, readSource(file)).body as Node[]) {
      const from = (node.source as { value?: string } | null | undefined)?.value;
      if (from === undefined || node.importKind === 'type' || node.exportKind === 'type') continue;
      todo.push(from.startsWith('.') ? posix.join(posix.dirname(file), from) : from.replace(/^#/, ''));
    }
  }
  return seen;
}

/** `line: name` of everything that a browser alone has and that is read before anything has happened. */
export function readsOfBrowser(file: string, text = readSource(file)): string[] {
  const program = programOf(file, text);
  const own = new Set(declared(program));
  const found: string[] = [];
  const walk = (node: Node, parent: Node | null, name: string, isPart = false): void => {
    if (node.type.startsWith('TS') && !isNode(node.expression)) return;
    const isInside = isPart || isFunction(node);
    if (isFunction(node)) {
      if (!runsAtOnce(node, parent, name) || asksFirst(node)) return;
    } else if (isGuarded(node)) return;
    else if (BROWSER.has(String(node.name)) && !own.has(String(node.name)) && isRead(node, parent, isPart))
      found.push(`${text.slice(0, node.start).split('\n').length}: ${String(node.name)}`);
    const inner =
      node.type === 'VariableDeclarator' && isNode(node.id) && typeof node.id.name === 'string' ? node.id.name : '';
    for (const child of children(node)) walk(child, node, inner || (isNamed(node) ? name : ''), isInside);
  };
  walk(program, null, '');
  return found;
}

const isFunction = ({ type }: Node): boolean =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
/** `const Part = memo(() => …)` is a part by the name of its variable. */
const isNamed = ({ type }: Node): boolean => type === 'CallExpression' || type === 'VariableDeclarator';

function runsAtOnce(node: Node, parent: Node | null, name: string): boolean {
  const called = isNode(node.id) ? String(node.id.name) : name;
  if (parent?.type === 'CallExpression') {
    if (parent.callee === node) return true;
    const callee = isNode(parent.callee) && typeof parent.callee.name === 'string' ? parent.callee.name : '';
    if (/^(memo|forwardRef)$/.test(callee)) return PART_OR_HOOK.test(called);
    return DRAWN.test(callee);
  }
  return PART_OR_HOOK.test(called);
}

const mentions = (node: Node, what: (node: Node) => boolean): boolean =>
  what(node) || children(node).some((child) => mentions(child, what));
const asksForBrowser = (node: Node): boolean =>
  (node.type === 'UnaryExpression' && node.operator === 'typeof') ||
  (node.type === 'Identifier' && /hydrating/i.test(String(node.name)));
/** `typeof document === 'undefined'` at its beginning: whoever asks knows. */
const asksFirst = (node: Node): boolean =>
  isNode(node.body) &&
  (node.body.type === 'BlockStatement' ? (node.body.body as Node[]).slice(0, 1) : [node.body]).some(
    (first) => first.type === 'IfStatement' && mentions(first.test as Node, asksForBrowser),
  );
const isGuarded = (node: Node): boolean =>
  /^(ConditionalExpression|LogicalExpression|IfStatement)$/.test(node.type) &&
  mentions((node.test ?? node.left) as Node, asksForBrowser);

/** `globalThis.document?.` asks for it: enough while a module is loaded, but a part would draw something else in the browser. */
function isRead(node: Node, parent: Node | null, isPart: boolean): boolean {
  if (node.type !== 'Identifier' || !parent) return false;
  if (parent.type === 'MemberExpression' && parent.property === node && parent.computed !== true)
    return isPart && isNode(parent.object) && parent.object.name === 'globalThis';
  return !(
    (/^(Property|PropertyDefinition|MethodDefinition)$/.test(parent.type) &&
      parent.key === node &&
      parent.value !== node) ||
    /^(ImportSpecifier|ExportSpecifier|LabeledStatement)$/.test(parent.type) ||
    (parent.type === 'UnaryExpression' && parent.operator === 'typeof')
  );
}

/** Names that the file binds for itself. */
function declared(node: Node): string[] {
  const names = (pattern: unknown): string[] =>
    !isNode(pattern)
      ? []
      : pattern.type === 'Identifier'
        ? [String(pattern.name)]
        : children(pattern).flatMap((child) => names(child.type === 'Property' ? child.value : child));
  const here =
    node.type === 'VariableDeclarator'
      ? names(node.id)
      : isFunction(node)
        ? (node.params as Node[]).flatMap(names)
        : [];
  return [...here, ...children(node).flatMap(declared)];
}
