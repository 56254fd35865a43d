/** A security check, the code that replaces it, and the test files that must then fail. */
export interface SecurityCheck {
  readonly path: string
  /** Part of one line; must occur exactly once in the file. */
  readonly check: string
  readonly without: string
  readonly tests: readonly string[]
}

/** A check below `src`: with `without` in place of `code`, these tests below `test` must fail. */
export const check = (
  path: string,
  code: string,
  without: string,
  ...tests: readonly string[]
): SecurityCheck => ({
  path: `src/${path}`,
  check: code,
  without,
  tests: tests.map((test) => `test/${test}.test.ts`),
})
