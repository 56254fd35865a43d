import { AsyncLocalStorage } from 'node:async_hooks'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { AppError } from '../core/errors.ts'
import { sourceLanguage, speak, speakBy } from '../core/text/say.ts'
import { addLanguage, type Catalogue, speech } from './speech.ts'

/** Folder of the catalogues, one file per language. */
export const catalogueFolder = fileURLToPath(new URL('../core/text', import.meta.url))

const catalogue = z.record(z.string(), z.string())

const languageFilesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace(/\.json$/, ''))
    .sort()

/** English, the language of the sources, and a folder's languages by its file names. */
export const languagesIn = (folder = catalogueFolder): readonly string[] => [
  sourceLanguage,
  ...languageFilesIn(folder),
]

const isLanguage = (name: string): boolean => {
  try {
    return Intl.PluralRules.supportedLocalesOf(name).length > 0
  } catch {
    return false
  }
}

const broken = (language: string, why: string, cause?: unknown): AppError =>
  new AppError('configuration', `The texts in ${language}.json cannot be used: ${why}.`, { cause })

const readCatalogue = (folder: string, language: string): Catalogue => {
  if (!isLanguage(language))
    throw broken(language, 'the file is not named after a language such as "de" or "pt-BR"')
  try {
    return catalogue.parse(JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')))
  } catch (error) {
    throw broken(language, 'it must be JSON with a translation for each English sentence', error)
  }
}

/** All catalogues of a folder by language. Throws AppError `configuration`. */
export const readCatalogues = (folder = catalogueFolder): ReadonlyMap<string, Catalogue> =>
  new Map(languageFilesIn(folder).map((language) => [language, readCatalogue(folder, language)]))

/** Registers all languages, and selects the one to speak. Throws AppError `configuration`. */
export const speakWithCatalogues = (language: string, folder = catalogueFolder): void => {
  for (const [name, sentences] of readCatalogues(folder)) addLanguage(name, sentences)
  speakBy(speech, new AsyncLocalStorage<string>())
  speak(language)
}
