/** A check that keeps somebody out, what stands there without it, and the test files that have to notice. */
export interface SecurityCheck {
  readonly path: string
  /** Code of one line that is there once. */
  readonly check: string
  readonly without: string
  readonly tests: readonly string[]
}

/** A check in `src`, and the tests in `test` that notice if only `without` is left of its `code`. */
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
