import { writeFileSync } from 'node:fs'
import { readCatalogues } from '../src/core/runtime/catalogues.ts'
import { declaredCommands } from '../src/declared-commands.ts'
import { catalogueFile, clashes, declaredTexts, missingSentences, translationProblems } from './catalogue.ts'
import { programSources, saidTexts } from './said-texts.ts'

const file = new URL('../src/core/texts/en.json', import.meta.url)

const said = saidTexts(programSources())
const entries = [...said.entries, ...declaredTexts(declaredCommands())]
const problems = [...said.problems, ...clashes(entries)]
const english = catalogueFile(entries)
if (problems.length === 0) writeFileSync(file, english)

for (const [language, translated] of readCatalogues()) {
  if (language === 'en') continue
  problems.push(...translationProblems(JSON.parse(english), translated).map((text) => `${language}: ${text}`))
  for (const sentence of missingSentences(JSON.parse(english), translated))
    console.log(`${language} lacks: ${sentence}`)
}

for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
