import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../../src/redis/scripts/', import.meta.url)

/** What scripts share; none of them is run by itself. */
const sharedParts: readonly string[] = [
  'figures',
  'prelude',
  'allowance',
  'approval',
  'operator-prelude',
  'operator-allowance',
  'line',
  'share',
]

/** The names of all scripts that there are. */
export const scriptNames: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.lua$/, ''))
  .filter((name) => !sharedParts.includes(name))
  .sort()

/**
 * The first line of a script, which no other script has, and which its source
 * therefore is known by on the way.
 */
export const firstLineOf = (script: string): string =>
  readFileSync(new URL(`${script}.lua`, folder), { encoding: 'utf8' }).split('\n')[0] ?? ''
