import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { AppError } from '../../core/errors.ts'
import { readEnvironmentText } from '../environment-file.ts'
import type { Environment } from '../setting-names.ts'
import { settings } from '../settings.ts'
import { replaceFile } from './env-file.ts'
import { withSettings } from './env-text.ts'

/** A setting that setup asks for. */
export type SettingName = keyof typeof settings.shape

/** The settings as they are, and as they become. */
export interface Draft {
  /** The value that would be used now; undefined if there is none. Throws AppError `configuration`. */
  value(name: SettingName): string | undefined
  /** The value in .env; undefined if there is none. Throws AppError `configuration`. */
  written(name: SettingName): string | undefined
  /** Takes a new value. */
  put(name: SettingName | `${SettingName}_FILE`, value: string): void
  /** Takes the present value, so that it is saved wherever it came from. */
  keep(name: SettingName): void
  /** All settings, as a program would read them that starts now. */
  environment(): Environment
  /** Writes what changed since the last time, and returns its names. Throws AppError `configuration`. */
  save(): readonly string[]
  /** Everything that was written. */
  saved(): readonly string[]
  /** Names that are set in the environment to something else, which counts more than the file. */
  overridden(): readonly string[]
}

interface DraftOptions {
  /** Where .env is. */
  path: string
  environment: Environment
  /** Values that were given as flags, over the environment. */
  given: Readonly<Record<string, string>>
}

const isSet = (value: string | undefined): value is string => value !== undefined && value.trim() !== ''

const readNamed = (path: string, name: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new AppError('configuration', `${name}_FILE names a file that cannot be read: ${path}.`, { cause })
  }
}

/** A setting in one layer: its name there, which may end in _FILE, and what is written there. */
const findIn = (layer: Environment, name: string) =>
  [name, `${name}_FILE`].map((key) => ({ key, text: layer[key] })).find(({ text }) => isSet(text))

const find = (layers: readonly Environment[], name: string) => {
  for (const layer of layers) {
    const { key = name, text } = findIn(layer, name) ?? {}
    if (text !== undefined) return { key, text }
  }
  return undefined
}

const read = (layers: readonly Environment[], name: string): string | undefined => {
  const found = find(layers, name)
  if (found === undefined) return undefined
  return found.key === name ? found.text.trim() : readNamed(found.text, name)
}

const header = '# Written by "npm run setup". .env.example explains every setting.\n'

/** Opens the settings. Throws AppError `configuration` if .env can't be read. */
export const openDraft = ({ path, environment, given }: DraftOptions): Draft => {
  let text = readEnvironmentText(path)
  let file: Environment = { ...parseEnv(text) }
  let changes: Readonly<Record<string, string>> = {}
  let saved: readonly string[] = []

  /** The first that has it counts. */
  const layers = (): readonly Environment[] => [changes, given, environment, file]

  const put = (name: string, value: string): void => {
    changes = { ...changes, [name]: value }
  }

  return {
    value: (name) => read(layers(), name),
    written: (name) => read([file], name),
    put,
    keep(name) {
      const found = find(layers(), name)
      if (found !== undefined && file[found.key] !== found.text) put(found.key, found.text.trim())
    },
    environment: () => {
      const names = Object.keys(changes)
      const others = Object.entries({ ...file, ...environment, ...given }).filter(
        ([name]) => !names.some((changed) => name === `${changed}_FILE` || `${name}_FILE` === changed),
      )
      return { ...Object.fromEntries(others), ...changes }
    },
    save() {
      const names = Object.keys(changes).filter((name) => file[name] !== changes[name])
      if (names.length === 0) return []
      const fresh = Object.fromEntries(names.map((name) => [name, changes[name] ?? '']))
      const next = withSettings(text === '' ? header : text, fresh)
      replaceFile(path, next)
      text = next
      file = { ...parseEnv(next) }
      saved = [...new Set([...saved, ...names])]
      return names
    },
    saved: () => saved,
    overridden: () =>
      Object.keys(changes)
        .flatMap((name) => [name, `${name}_FILE`])
        .filter((name) => isSet(environment[name]) && environment[name] !== changes[name]),
  }
}

/** What is wrong with a value by its form; undefined if nothing is. The value is never repeated. */
export const settingFault = (name: SettingName, value: string): string | undefined => {
  const read = settings.shape[name].safeParse(value)
  return read.success ? undefined : `It ${read.error.issues[0]?.message}.`
}

/** A pasted value without what tends to come along: blanks, quotes, the setting's name, or Discord's word for a header. */
export const cleaned = (name: SettingName, pasted: string): string =>
  pasted
    .trim()
    .replace(new RegExp(`^(?:export\\s+)?${name}\\s*=\\s*`), '')
    .replace(/^(?:Bot|Bearer)\s+/, '')
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .trim()
