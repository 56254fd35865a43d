import { writeFileSync } from 'node:fs'
import { readCatalogues } from '../src/app/catalogues.ts'
import { commands } from '../src/commands/index.ts'
import { catalogueFile, clashes, declaredTexts, missingSentences, translationProblems } from './catalogue.ts'
import { programSources, saidTexts } from './said-texts.ts'

const otherLanguages = () => [...readCatalogues()].filter(([language]) => language !== 'en')

/** Writes the English catalogue and tells what is wrong and what is missing; answers whether all is well. */
export const writeTexts = (file: URL): boolean => {
  const said = saidTexts(programSources())
  const entries = [...said.entries, ...declaredTexts(commands)]
  const problems = [...said.problems, ...clashes(entries)]
  const text = catalogueFile(entries)
  if (problems.length === 0) writeFileSync(file, text)
  const english = JSON.parse(text)
  for (const [language, translated] of otherLanguages()) {
    problems.push(...translationProblems(english, translated).map((problem) => `${language}: ${problem}`))
    for (const sentence of missingSentences(english, translated))
      console.log(`${language} lacks: ${sentence}`)
  }
  for (const problem of problems) console.error(problem)
  return problems.length === 0
}
