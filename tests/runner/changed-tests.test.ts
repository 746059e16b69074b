import { expect, it } from 'vitest';
import { changedLines, declaredTests, touchedTests } from '#tests/runner/changed-tests.ts';

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

const SPEC = `import { test } from 'x';
const helper = () => {};
test('one: a (short) one', async () => {
  helper();
});
journey(
  'two, in variants',
  async () => {},
);
for (const name of ['a', 'b']) {
  test(\`three: \${name}\`, async () => {});
}
`;

it('tests and journeys are found where they begin', () => {
  expect(declaredTests(SPEC)).toEqual([
    { line: 3, title: 'one: a (short) one' },
    { line: 6, title: 'two, in variants' },
    { line: 11, title: 'three: ${name}' },
  ]);
});

it.each([
  ['the body of one', [{ from: 4, to: 4 }], [3]],
  ['over the end of one into the next', [{ from: 5, to: 7 }], [3, 6]],
  ['the end of the file', [{ from: 12, to: 12 }], [11]],
  ['a helper above all of them', [{ from: 2, to: 2 }], [3, 6, 11]],
])('a change in %s', (_, changed, touched) => {
  expect(touchedTests(declaredTests(SPEC), changed).map(({ line }) => line)).toEqual(touched);
});
