import { existsSync, readFileSync } from 'node:fs'

/** A row of the page: its first cells, and the names of the tests in its last two. */
export interface FeatureRow {
  cells: readonly string[]
  discord: readonly string[]
  slack: readonly string[]
}

/** A test that the page names. */
export interface NamedTest {
  name: string
  file: string
  title: string
}

type Platform = 'discord' | 'slack'

/** A part of the page, between `<!-- name -->` and `<!-- /name -->`. */
export const partOf = (page: string, name: string): string => {
  const [, part] = new RegExp(`<!-- ${name} -->\n(.*?)\n<!-- /${name} -->`, 's').exec(page) ?? []
  if (part === undefined) throw new Error(`the page has no part "${name}"`)
  return part
}

const cellsOf = (line: string): string[] =>
  line
    .split(/^\||(?<!\\)\||\|$/)
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The rows of all tables of a text, without their heads. */
const tableRows = (text: string): string[][] =>
  text.split('\n').flatMap((line, index, lines) => {
    const isHead = /^\| ---/.test(lines[index + 1] ?? '')
    return line.startsWith('| ') && !line.startsWith('| ---') && !isHead ? [cellsOf(line)] : []
  })

/** What stands in backticks. */
export const codeIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** The rows of a part, each with its tests. */
export const featureRows = (part: string): FeatureRow[] =>
  tableRows(part).map((row) => ({
    cells: row.slice(0, -2),
    discord: codeIn(row.at(-2) ?? ''),
    slack: codeIn(row.at(-1) ?? ''),
  }))

/** The tests that a page lists. */
export const namedTests = (page: string): NamedTest[] =>
  tableRows(partOf(page, 'tests')).map(([name = '', file = '', title = '']) => ({
    name: codeIn(name).join(),
    file: codeIn(file).join(),
    title,
  }))

const folder = new URL('../../', import.meta.url)

const sourceOf = (file: string): string | undefined =>
  [`${file}.test.ts`, `${file}.ts`]
    .map((path) => new URL(path, folder))
    .filter((url) => existsSync(url))
    .map((url) => readFileSync(url, 'utf8'))[0]

/** The titles of the tests and groups of tests in a source: the texts before a function that they are given. */
export const titlesIn = (source: string): string[] =>
  [...source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\s*)?(?:\(|\w+\s*=>)/g)].map(
    ([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'),
  )

/** Where tests lie that end in a chat; others are about what comes before or after. */
const isOfChats = (file: string): boolean =>
  /^(bots|e2e)\//.test(file) ||
  ['commands/registry', 'core/text/pseudo-language', 'jobs/messages/told-refusals'].includes(file)

const withoutComments = (source: string): string => source.replaceAll(/\/\*.*?\*\/|^\s*\/\/.*?$/gms, '')

const allPlatforms: readonly Platform[] = ['discord', 'slack']

/** What both platforms have in common, or where both are named. */
const isOfBoth = (file: string, source: string): boolean =>
  (/^bots\//.test(file) && !/^bots\/(discord|slack)\//.test(file)) ||
  /\bchatPlatforms\b|\{ discord, slack\b/.test(source) ||
  allPlatforms.every((platform) => source.includes(`'${platform}'`) || source.includes(`bots/${platform}/`))

/** People of a world are on Discord where they are made for no other platform. */
const ownPlatform: Readonly<Record<Platform, RegExp>> = {
  discord: /addresses\.discord\b|createPeople\(world\.addresses\)/,
  slack: /addresses\.slack\b|createPeople\(world\.addresses, 'slack'\)/,
}

/** The platforms on which a test is run: those of its title, of its folder, or of what it is run with. */
export const platformsOf = ({ file, title }: NamedTest): readonly Platform[] => {
  if (!isOfChats(file)) return []
  const source = withoutComments(sourceOf(file) ?? '')
  const inTitle = allPlatforms.filter((platform) => new RegExp(`\\b(on|to) ${platform}\\b`, 'i').test(title))
  if (inTitle.length > 0) return inTitle
  if (isOfBoth(file, source)) return allPlatforms
  const inFolder = allPlatforms.filter((platform) => file.startsWith(`bots/${platform}/`))
  return inFolder.length > 0
    ? inFolder
    : allPlatforms.filter((platform) => ownPlatform[platform].test(source))
}

/** What is wrong with the tests that a page lists. */
export const testProblems = (tests: readonly NamedTest[]): string[] =>
  tests.flatMap(({ name, file, title }) => {
    const source = sourceOf(file)
    if (source === undefined) return [`${name}: there is no test/${file}`]
    return titlesIn(source).includes(title) ? [] : [`${name}: test/${file} has no test "${title}"`]
  })

/** What is wrong with a row: it names no test of a platform, or none that there is, or gives no reason. */
export const rowProblems = ({ cells, discord, slack }: FeatureRow, tests: readonly NamedTest[]): string[] => {
  const [what = '', how = ''] = cells
  if (discord.length === 0 && slack.length === 0)
    return /^(Not|No) \S+.{10}/.test(how) ? [] : [`${what}: neither a test nor a reason`]
  const found = (name: string) => tests.find((one) => one.name === name)
  const unknown = [...discord, ...slack].filter((name) => found(name) === undefined)
  const lacking = (['discord', 'slack'] as const).filter((platform) =>
    ({ discord, slack })[platform].every((name) => {
      const named = found(name)
      return named === undefined || !platformsOf(named).includes(platform)
    }),
  )
  return [
    ...unknown.map((name) => `${what}: no test is called "${name}"`),
    ...lacking.map((platform) => `${what}: no test that is run on ${platform}`),
  ]
}

/** What is wrong with the rows of an endpoint's parameters, by the options whose values are sent as each. */
export const parameterProblems = (
  page: string,
  { path, fields, deprecated }: { path: string; fields: object; deprecated: boolean },
  served: ReadonlyMap<string, ReadonlySet<string>>,
): string[] => {
  const section = partOf(page, 'parameters')
    .split('\n### ')
    .find((text) => new RegExp(`^\`(GET|POST) ${path}\`\n`).test(text))
  const rows = featureRows(section ?? '').map(({ cells: [name = '', how = ''] }) => ({
    name: codeIn(name)[0],
    how,
  }))
  return Object.keys(fields).flatMap((parameter) => {
    const row = rows.find(({ name }) => name === parameter)
    if (row === undefined) return [`${path} ${parameter}: no row`]
    const told = codeIn(row.how).filter((code) => code.startsWith('/'))
    const options = [...(served.get(`${path} ${parameter}`) ?? [])]
    if (options.length > 0)
      return told.join() === options.join() ? [] : [`${path} ${parameter}: set by ${options.join(', ')}`]
    const isExplained = row.how.startsWith('Not ') || (told.length > 0 && !deprecated)
    return isExplained ? [] : [`${path} ${parameter}: neither an option nor a reason`]
  })
}
