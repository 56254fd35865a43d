import { readFileSync } from 'node:fs'
import { type ConfigProblem, type Environment, settingNames } from './setting-names.ts'
import { unsupportedSettings } from './settings.ts'

/** Some hosts keep the blanks around a pasted value. */
const withoutBlanks = (value: string | undefined): string | undefined =>
  value?.replace(/^ +/, '').replace(/(?<! ) +$/, '')

const everyName = [...settingNames, ...unsupportedSettings]

/** Reads settings from the environment, directly or from `_FILE`. Adds any problems to `problems`. */
export const readFiles = (
  environment: Environment,
  problems: ConfigProblem[],
  names = everyName,
): Readonly<Record<string, string>> => {
  const values: Record<string, string> = {}
  for (const name of names) {
    const direct = withoutBlanks(environment[name])
    const file = environment[`${name}_FILE`]
    if (direct !== undefined && direct !== '') values[name] = direct
    if (file === undefined || file === '') continue
    if (values[name] !== undefined)
      problems.push({ name, text: `is set twice: directly and by ${name}_FILE` })
    try {
      values[name] = readFileSync(file, 'utf8').trim()
    } catch {
      problems.push({ name: `${name}_FILE`, text: 'names a file that cannot be read' })
    }
  }
  return values
}
