import assert from 'node:assert'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CallExpression, Node, ObjectLiteralExpression, SourceFile } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isStringLiteral,
} from 'typescript/unstable/ast/is'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import { API } from 'typescript/unstable/sync'

/** One text of the catalogue: what it is found by, and what it says in English. */
export type Entry = readonly [key: string, english: string]

/** What a source says to members, and which calls nobody can read. */
export interface SaidTexts {
  entries: readonly Entry[]
  problems: readonly string[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const sayModule = 'src/core/text/say.ts'

const literalOf = (node: Node | undefined): string | undefined =>
  node !== undefined && (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node))
    ? node.text
    : undefined

const plainEntries = (text: string | undefined): Entry[] | undefined =>
  text === undefined ? undefined : [[text, text]]

const countedEntries = (one: string | undefined, other: string | undefined): Entry[] | undefined =>
  one === undefined || other === undefined
    ? undefined
    : [
        [`${other}_one`, one],
        [`${other}_other`, other],
      ]

const formsOf = (literal: ObjectLiteralExpression): Entry[] | undefined => {
  const forms = literal.properties.map((property): Entry | undefined => {
    if (!isPropertyAssignment(property) || !isIdentifier(property.name)) return undefined
    const text = literalOf(property.initializer)
    return text === undefined ? undefined : [property.name.text, text]
  })
  const read = forms.filter((form) => form !== undefined)
  return read.length === forms.length ? read : undefined
}

const ordinalEntries = (node: Node | undefined): Entry[] | undefined => {
  const forms = node !== undefined && isObjectLiteralExpression(node) ? formsOf(node) : undefined
  const other = forms?.find(([form]) => form === 'other')?.[1]
  return other === undefined ? undefined : forms?.map(([form, text]) => [`${other}_ordinal_${form}`, text])
}

/** Reads a call of something that says texts; undefined for any other call. */
const readCall = ({
  expression,
  arguments: given,
}: CallExpression): { entries: Entry[] | undefined } | undefined => {
  const [first, second] = given
  switch (isIdentifier(expression) ? expression.text : '') {
    case 'say':
    case 'declared':
      return { entries: plainEntries(literalOf(first)) }
    case 'sayCount':
      return { entries: countedEntries(literalOf(first), literalOf(second)) }
    case 'sayOrdinal':
      return { entries: ordinalEntries(first) }
    default:
      return undefined
  }
}

const callsIn = (node: Node): readonly CallExpression[] => {
  const calls: CallExpression[] = isCallExpression(node) ? [node] : []
  node.forEachChild((child) => {
    calls.push(...callsIn(child))
  })
  return calls
}

const lineOf = (text: string, position: number): number => text.slice(0, position).split('\n').length

/** Sources by their paths from the project's root. */
export type Sources = Readonly<Record<string, string>>

/** All sources of the program. */
export const programSources = (): Sources =>
  Object.fromEntries(
    globSync('src/**/*.ts', { cwd: root })
      .sort()
      .map((path) => [path, readFileSync(`${root}${path}`, 'utf8')]),
  )

const configFile = '/tsconfig.json'
const parsingAlone = {
  noLib: true,
  noResolve: true,
  types: [],
  allowImportingTsExtensions: true,
  noEmit: true,
}

/** Hands over the tree of each source, made by the compiler itself. */
export const readTrees = <Result>(
  sources: Sources,
  read: (path: string, tree: SourceFile) => readonly Result[],
) => {
  const files = Object.fromEntries(Object.entries(sources).map(([path, text]) => [`/${path}`, text]))
  const config = JSON.stringify({ compilerOptions: parsingAlone, files: Object.keys(files) })
  const compiler = new API({ cwd: '/', fs: createVirtualFileSystem({ ...files, [configFile]: config }) })
  try {
    const [project] = compiler.updateSnapshot({ openProject: configFile }).getProjects()
    return Object.keys(sources).flatMap((path) => {
      const tree = project?.program.getSourceFile(`/${path}`)
      assert(tree !== undefined, `${path} cannot be read`)
      return read(path, tree)
    })
  } finally {
    compiler.close()
  }
}

const entryProblems = ([, english]: Entry): string[] => [
  ...(english.trim() === english && english !== '' ? [] : ['is empty, or begins or ends with a blank']),
  ...(english.replaceAll(/\{\{[a-z]\w*\}\}/gi, '').includes('{{') ? ['names a value that is none'] : []),
]

const readSaid = (path: string, tree: SourceFile): SaidTexts[] =>
  callsIn(tree).flatMap((call) => {
    const read = readCall(call)
    if (read === undefined) return []
    const place = `${path}:${lineOf(tree.text, call.end)}`
    if (read.entries === undefined)
      return [{ entries: [], problems: [`${place}: what is said has to be written out in the call`] }]
    const problems = read.entries.flatMap((entry) =>
      entryProblems(entry).map((problem) => `${place}: "${entry[1]}" ${problem}`),
    )
    return [{ entries: read.entries, problems }]
  })

/** The texts that sources say, written out in calls of what `src/core/text/say.ts` has. */
export const saidTexts = (sources: Sources): SaidTexts => {
  const saying = Object.entries(sources).filter(
    ([path, text]) => path !== sayModule && text.includes('/say.ts'),
  )
  const said = readTrees(Object.fromEntries(saying), readSaid)
  return {
    entries: said.flatMap(({ entries }) => entries),
    problems: said.flatMap(({ problems }) => problems),
  }
}
