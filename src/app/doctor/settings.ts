import { chmod, stat } from 'node:fs/promises'
import { type Check, check, type Finding, ok } from '../../core/doctor-check.ts'
import type { Config, Read } from '../config.ts'
import { exposedSettings } from '../config-secrets.ts'
import { unusedRedisSettings } from '../redis-settings.ts'
import { type ConfigProblem, type Environment, ignoredSettings } from '../setting-names.ts'
import { signingCheck } from './signing.ts'

const sentence = (text: string): string => `It ${text}${text.endsWith('?') ? '' : '.'}`

const doubts = (problems: readonly ConfigProblem[], otherwise: string): readonly Finding[] =>
  problems.length === 0
    ? [ok(otherwise)]
    : problems.map(({ name, text }) => ({
        verdict: 'warning',
        what: name,
        why: sentence(text),
        mend: 'Change it, unless it is intended.',
      }))

const validFindings = (read: Read<Config>): readonly Finding[] =>
  read.ok
    ? [ok('all settings are valid')]
    : read.problems.map(({ name, text }) => ({
        verdict: 'failed',
        what: name,
        why: sentence(text),
        mend: 'Set it in the environment or in .env; see .env.example.',
      }))

/** Permissions of everyone but the owner. */
const othersBits = 0o077

const fileFinding = async (path: string): Promise<Finding> => {
  const mode = await stat(path).then(
    (found) => found.mode,
    () => undefined,
  )
  if (mode === undefined) return ok('there is no .env that others could read')
  if ((mode & othersBits) === 0) return ok('only its owner can read .env')
  return {
    verdict: 'warning',
    what: '.env',
    why: `Other users of this machine may read or change it (mode ${(mode & 0o777).toString(8)}), and it contains tokens and keys.`,
    mend: 'Make it private: chmod 600 .env.',
    fix: {
      async make() {
        await chmod(path, 0o600)
        return 'only the owner of .env can read and write it now (chmod 600)'
      },
    },
  }
}

interface SettingsOptions {
  environment: Environment
  read: Read<Config>
  /** Path of the file that was read as .env. */
  environmentFile: string
  now: () => number
}

/** Whether the settings can be used, and keep their secrets. */
export const settingsChecks = ({
  environment,
  read,
  environmentFile,
  now,
}: SettingsOptions): readonly Check[] => {
  const valid: Check = { id: 'settings.valid', run: async () => validFindings(read) }
  const ignored: Check = {
    id: 'settings.ignored',
    run: async () => doubts(ignoredSettings(environment), 'no setting is ignored'),
  }
  const file = check('settings.file', () => fileFinding(environmentFile))
  if (!read.ok) return [valid, ignored, file]
  const { config } = read
  return [
    valid,
    ignored,
    {
      id: 'settings.exposed',
      run: async () => doubts(exposedSettings(config), 'no address sends a secret unencrypted'),
    },
    {
      id: 'settings.unused',
      run: async () => doubts(unusedRedisSettings(config.redis), 'every Redis setting is used'),
    },
    file,
    ...(config.c2pa === undefined ? [] : [signingCheck(config.c2pa, now)]),
  ]
}
