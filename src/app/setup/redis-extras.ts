import type { StepDeps } from './ask-secret.ts'

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

const isNamed = (name: string, text: string): boolean =>
  new RegExp(`\\b${name.replace('_FILE', '')}(?:_FILE)?\\b`).test(text)

/** The settings that a text names as the fix. */
export const namedSettings = (text: string): readonly Named[] => known.filter((name) => isNamed(name, text))

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

/** Asks for each of these settings. */
export const askNamed = async (deps: StepDeps, names: readonly Named[]): Promise<void> => {
  for (const name of names) {
    const answer = await ask(deps, name)
    if (answer !== '') deps.draft.put(name, answer)
  }
}
