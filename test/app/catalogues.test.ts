import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { languagesIn, readCatalogues, speakWithCatalogues } from '../../src/app/catalogues.ts'
import { exitCodeOf, reportOf } from '../../src/app/report.ts'
import { languages, sayDeclared, speak } from '../../src/core/text/say.ts'

const fixtures = fileURLToPath(new URL('../fixtures/texts', import.meta.url))

afterEach(() => speak('en'))

test('English is there from the start', () => {
  expect(languagesIn()).toContain('en')
  expect(readCatalogues().has('en')).toBe(false)
})

test('a language is a file of a folder, and is spoken from then on', () => {
  expect(sayDeclared('your song')).toBe('your song')
  speakWithCatalogues('pl', fixtures)
  expect(languages()).toEqual(['en', 'pl'])
  expect([sayDeclared('your song'), sayDeclared('Prompt')]).toEqual(['twoja piosenka', 'Prompt'])
})

const folderWith = (name: string, text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), text)
  return folder
}

describe('a file', () => {
  test.each([
    ['of no language', 'a b.json', '{}', 'not named after a language'],
    ['that is not JSON', 'de.json', '{', 'must be JSON'],
    ['with anything but sentences', 'de.json', '{ "your song": { "one": "dein Lied" } }', 'must be JSON'],
    ['that is a list', 'de.json', '["dein Lied"]', 'must be JSON'],
  ])('%s ends the program as any wrong setting does', (_, name, text, why) => {
    const folder = folderWith(name, text)
    const failure = (() => {
      try {
        return speakWithCatalogues('en', folder)
      } catch (error) {
        return error
      }
    })()
    expect(reportOf(failure)).toContain(`The texts in ${name} cannot be used`)
    expect(reportOf(failure)).toContain(why)
    expect(exitCodeOf(failure)).toBe(78)
  })

  test('that is no catalogue is left alone', () => {
    expect(languagesIn(folderWith('say.ts', ''))).toEqual(['en'])
  })
})
