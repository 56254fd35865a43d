import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

/** How GitHub names the place of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

const anchorsOf = (page: string): ReadonlySet<string> => {
  const text = textOf(page)
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]*)"/g)].map(([, id = '']) => id)])
}

/** Links to nowhere: to a file that isn't there, or to a place that its page lacks. */
const deadLinksIn = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^(?:https?|mailto):/.test(link)) return []
    const [path = '', place] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, target))) return [link]
    return place === undefined || anchorsOf(target).has(place) ? [] : [link]
  })

test.each(pages)('every link in %s leads somewhere', (page) => {
  expect(deadLinksIn(page)).toEqual([])
})
