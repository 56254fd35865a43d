import { readCatalogues } from '../src/app/catalogues.ts'
import { commands } from '../src/commands/index.ts'
import {
  catalogueFile,
  clashes,
  englishCatalogue,
  missingSentences,
  sentenceOf,
  translationProblems,
} from './catalogue.ts'
import { programSources, saidTexts } from './said-texts.ts'

// Tells what is wrong with the texts and how many each language lacks; with a language, writes those that it lacks as
// JSON, to be copied into its file.

const said = saidTexts(programSources())
const english = englishCatalogue(said.entries, commands)
const [asked] = process.argv.slice(2)
const languages = readCatalogues()
const lackedBy = (language: string) => new Set(missingSentences(english, languages.get(language) ?? {}))

if (asked === undefined) {
  const problems = [...said.problems, ...clashes(said.entries)]
  for (const [language, translated] of languages) {
    problems.push(...translationProblems(english, translated).map((problem) => `${language}: ${problem}`))
    console.log(`${language} lacks ${lackedBy(language).size} sentences`)
  }
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
} else {
  const lacked = lackedBy(asked)
  process.stdout.write(catalogueFile(Object.entries(english).filter(([key]) => lacked.has(sentenceOf(key)))))
}
