import { registerHooks } from 'node:module';

// Loaded before anything else into every process of a run (docs/decisions/350-quick-imports.md). Plain JavaScript: it stands in
// the way of every start.
//
// Node asks package.json for every module that it resolves, and the one of drizzle-orm is 180 kB: its 420 files cost a third of
// the time in which a shop loads. They name each other by whole relative addresses, so there is nothing to ask.

const INSIDE = '/node_modules/drizzle-orm/';
/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const known = new Map();

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.') && context.parentURL?.includes(INSIDE) && specifier.endsWith('.js'))
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
    if (!specifier.startsWith('drizzle-orm') || !context.conditions.includes('import')) return next(specifier, context);
    // One package of this name, whoever asks.
    const found = known.get(specifier) ?? next(specifier, context);
    known.set(specifier, found);
    return { ...found, shortCircuit: true };
  },
});
