import { AppError } from '../../core/errors.ts'
import type { StepDeps } from './settle.ts'

/** Settings that a message of the Redis check may ask for. */
const known = [
  'REDIS_CA_FILE',
  'REDIS_CERT_FILE',
  'REDIS_KEY_FILE',
  'REDIS_SENTINEL_PASSWORD',
  'REDIS_SENTINEL_USER',
  'REDIS_SENTINEL_TLS',
] as const

type Named = (typeof known)[number]

/** The settings that a text names as the fix. */
export const namedSettings = (text: string): readonly Named[] => known.filter((name) => text.includes(name))

const questions = {
  REDIS_CA_FILE: "File with the certificate of Redis' authority (PEM)",
  REDIS_CERT_FILE: 'File with our certificate (PEM)',
  REDIS_KEY_FILE: 'File with its private key (PEM)',
  REDIS_SENTINEL_PASSWORD: 'Paste the password of the Sentinels',
  REDIS_SENTINEL_USER: 'User of the Sentinels (empty for the default one)',
  REDIS_SENTINEL_TLS: 'Do the Sentinels use TLS?',
} as const satisfies Record<Named, string>

const ask = async ({ dialog }: StepDeps, name: Named): Promise<string> => {
  const question = { message: questions[name], flag: name }
  switch (name) {
    case 'REDIS_SENTINEL_PASSWORD':
      return dialog.secret(question)
    case 'REDIS_SENTINEL_TLS':
      return dialog.choose({
        ...question,
        choices: [
          { value: 'off', label: 'No' },
          { value: 'on', label: 'Yes' },
        ],
      })
    default:
      return (await dialog.text({ ...question, proposal: '' })).trim()
  }
}

/** Asks for each of these settings. A file that can't be read is said at once. */
export const askNamed = async (deps: StepDeps, names: readonly Named[]): Promise<void> => {
  const { dialog, draft } = deps
  for (const name of names) {
    const answer = await ask(deps, name)
    if (answer === '') continue
    draft.put(name, answer)
    try {
      if (name === 'REDIS_CA_FILE') draft.value('REDIS_CA')
      if (name === 'REDIS_CERT_FILE') draft.value('REDIS_CERT')
      if (name === 'REDIS_KEY_FILE') draft.value('REDIS_KEY')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      dialog.bad(error.message)
    }
  }
}
