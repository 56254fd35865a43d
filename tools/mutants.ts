/** One wrong version of a source: what one place in a line says instead. */
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

/** Slips that somebody makes, and that still run. */
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

/** The same line with what strings say and comments blotted out, letter by letter. */
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

/** Every mutant of a TypeScript source that these operators make, from its first line to its last. */
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

/** The source with the slip in it. */
export const spoil = (text: string, { line, column, right, wrong }: Mutant): string =>
  text
    .split('\n')
    .map((each, index) =>
      index + 1 === line ? each.slice(0, column) + wrong + each.slice(column + right.length) : each,
    )
    .join('\n')

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
const chance = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** So many of them, each at most once; the same for the same seed. */
export const draw = <T>(all: readonly T[], count: number, seed: number): T[] => {
  const next = chance(seed)
  const left = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () =>
    left.splice(Math.floor(next() * left.length), 1),
  ).flat()
}
