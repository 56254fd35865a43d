import { createRandomness } from '../test/support/simulation/randomness.ts'

/** One small mistake in a source file: `wrong` in place of `right`. */
export interface Mutant {
  readonly path: string
  /** Counts from 1. */
  readonly line: number
  /** Where in the line the wrong part begins; counts from 0. */
  readonly column: number
  readonly right: string
  readonly wrong: string
}

type Operator = readonly [pattern: RegExp, wrong: (right: string) => string]

const escaped = (text: string): string => text.replaceAll(/[|*+?&]/g, '\\$&')

const swap = (one: string, other: string): readonly Operator[] => [
  [new RegExp(`(?<= )${escaped(one)}(?= )`, 'g'), () => other],
  [new RegExp(`(?<= )${escaped(other)}(?= )`, 'g'), () => one],
]

/** Mistakes a developer could make; the result still parses. */
const operators: readonly Operator[] = [
  ...swap('===', '!=='),
  ...swap('<', '<='),
  ...swap('>', '>='),
  ...swap('&&', '||'),
  ...swap('+', '-'),
  ...swap('*', '/'),
  [/ \?\? [\w.'[\]]+/g, () => ''],
  [/(?<=\b(?:if|while) \()!/g, () => ''],
  [/(?<=\b(?:if|while) \()(?=[\w.]+[)( ])/g, () => '!'],
  [/\btrue\b/g, () => 'false'],
  [/\bfalse\b/g, () => 'true'],
  [/(?<=\.)some(?=\()/g, () => 'every'],
  [/(?<=\.)every(?=\()/g, () => 'some'],
  [/(?<=Math\.)min(?=\()/g, () => 'max'],
  [/(?<=Math\.)max(?=\()/g, () => 'min'],
  [/\b\d[\d_]*\b(?!n\b)/g, (right) => `${Number(right.replaceAll('_', '')) + 1}`],
  [/^ +(?:await |void )?[a-z][\w.]*\(.*\)$/g, () => ''],
]

/** The line with strings and comments masked, character by character. */
const codeOf = (line: string): string =>
  line
    .replaceAll(/'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\$])*`/g, (text) => `'${'_'.repeat(text.length - 2)}'`)
    .replaceAll(/\/\/.*$|\/\*.*$/g, (text) => '_'.repeat(text.length))

const isLeftOut = (line: string): boolean => /^\s*(import|export \{|\*|\/\*)/.test(line)

/** Types say nothing at run time: from their first line to the one that ends them. */
const withoutTypes = (lines: readonly string[]): readonly string[] => {
  let isType = false
  return lines.map((line) => {
    const begins = /^(export )?(interface|type) /.test(line)
    const code = begins || isType ? '' : line
    isType =
      (begins || isType) &&
      !(begins ? /\}$|[^={(|&]$/.test(line) && !line.endsWith('>') : /^\S|^$/.test(line))
    return code
  })
}

/** All mutants of a TypeScript source, top to bottom. */
export const mutantsOf = (path: string, text: string): Mutant[] =>
  withoutTypes(text.split('\n')).flatMap((line, index) => {
    if (isLeftOut(line)) return []
    return operators.flatMap(([pattern, wrong]) =>
      [...codeOf(line).matchAll(pattern)].map(({ 0: right, index: column }) => ({
        path,
        line: index + 1,
        column,
        right: line.slice(column, column + right.length),
        wrong: wrong(right),
      })),
    )
  })

/** The source with the mistake in it. */
export const spoil = (text: string, { line, column, right, wrong }: Mutant): string =>
  text
    .split('\n')
    .map((each, index) =>
      index + 1 === line ? each.slice(0, column) + wrong + each.slice(column + right.length) : each,
    )
    .join('\n')

/** Draws `count` of them without repeats; the same ones for the same seed. */
export const draw = <T>(all: readonly T[], count: number, seed: number): T[] => {
  const random = createRandomness(seed)
  const left = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () =>
    left.splice(random.between(0, left.length - 1), 1),
  ).flat()
}
