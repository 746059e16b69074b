import { expect, it } from 'vitest';
import { changedLines, touchedTests } from '#tests/runner/changed-tests.ts';

// Which browser tests `npm run test:all` repeats.

const DIFF = `diff --git a/tests/e2e/one.spec.ts b/tests/e2e/one.spec.ts
--- a/tests/e2e/one.spec.ts
+++ b/tests/e2e/one.spec.ts
@@ -12 +12 @@ test('first'
-  a
+  b
@@ -30,0 +31,4 @@
+  c
@@ -50,2 +54,0 @@
-  d
diff --git a/tests/e2e/two.spec.ts b/tests/e2e/two.spec.ts
--- /dev/null
+++ b/tests/e2e/two.spec.ts
@@ -0,0 +1,9 @@
+e
`;

it('the changed lines of each file, as they are numbered now', () => {
  expect(changedLines(DIFF)).toEqual(
    new Map([
      [
        'tests/e2e/one.spec.ts',
        [
          { from: 12, to: 12 },
          { from: 31, to: 34 },
          { from: 54, to: 55 },
        ],
      ],
      ['tests/e2e/two.spec.ts', [{ from: 1, to: 9 }]],
    ]),
  );
});

it.each([
  ['the body of one', [{ from: 25, to: 25 }], [20]],
  [
    'its first and its last line',
    [
      { from: 20, to: 20 },
      { from: 39, to: 39 },
    ],
    [20],
  ],
  ['over the end of one into the next', [{ from: 35, to: 45 }], [20, 40]],
  ['the end of the file', [{ from: 90, to: 99 }], [40]],
  ['a helper above all of them', [{ from: 3, to: 3 }], [10, 20, 40]],
])('a change in %s', (_, changed, touched) => {
  // A journey is declared once and runs in several variants: the same line again.
  expect(touchedTests([10, 20, 20, 40], changed)).toEqual(touched);
});
