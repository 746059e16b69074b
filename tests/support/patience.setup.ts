// A part of a screen waits for a state as long as any other test does: a second, which is the default, passes on a loaded
// machine before anything was drawn.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 60_000 });
}
