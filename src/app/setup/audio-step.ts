import { AppError } from '../../core/errors.ts'
import type { ServiceLook } from '../../core/job/audio-service.ts'
import { networkFault } from '../../core/network-faults.ts'
import type { StepDeps } from './ask-secret.ts'
import { cleaned, settingFault } from './draft.ts'

/** The public service and the host of its files, as its documentation names them. */
const publicService = { address: 'https://api.wav.com/api/public', hosts: 'cdn1.wav.com' }

const lookAt = async (baseUrl: string, apiKey: string): Promise<ServiceLook> => {
  const { lookOnce } = await import('../../audio-api/look-once.ts')
  return lookOnce({ baseUrl, apiKey }, () => Promise.resolve({ status: 'spent' }))
}

/** What a look means: which setting to ask for again, if any. */
interface Verdict {
  kind: 'accepted' | 'doubtful' | 'wrong_key' | 'wrong_address' | 'away'
  text: string
}

const unreached = (code: string): string => {
  const fault = networkFault(code, 'AUDIO_API_URL')
  return fault === undefined
    ? `The audio service does not answer (${code}).`
    : `The audio service could not be reached (${code}): ${fault.why}. ${fault.mend}`
}

const verdictOf = (looked: ServiceLook): Verdict => {
  switch (looked.status) {
    case 'accepted':
      return { kind: 'accepted', text: 'The audio service accepts the key.' }
    case 'away':
      return { kind: 'away', text: unreached(looked.reason) }
    case 'later':
      return { kind: 'away', text: 'The audio service could not be asked now.' }
    case 'refused':
      break
  }
  const { why, said } = looked
  if (why === 'balance')
    return {
      kind: 'doubtful',
      text: `The audio service accepts the key, but its account needs a top-up (${said}).`,
    }
  if (why === 'key')
    return { kind: 'wrong_key', text: `The audio service does not accept the key (${said}).` }
  const text =
    networkFault(said, 'AUDIO_API_URL') === undefined
      ? `There is no audio service at that address (${said}). Give it without a version, such as ${publicService.address}.`
      : unreached(said)
  return { kind: 'wrong_address', text }
}

const askAddress = ({ dialog }: StepDeps): Promise<string> =>
  dialog.text({
    message: 'Address of the audio service (Enter: the usual one)',
    flag: '--audio-url',
    proposal: publicService.address,
  })

const askKey = ({ dialog }: StepDeps): Promise<string> =>
  dialog.secret({ message: 'Paste your API key', flag: '--audio-key-file' })

const isOver = ({ kind }: Verdict): boolean => kind === 'accepted' || kind === 'doubtful'

const show = ({ dialog }: StepDeps, { kind, text }: Verdict): void => {
  if (kind === 'accepted') dialog.success(text)
  else if (kind === 'doubtful') dialog.warn(text)
  else dialog.error(text)
}

const flags = '--audio-url and --audio-key-file'

const refusal = ({ text }: Verdict): AppError =>
  new AppError(
    'configuration',
    `${text} The address and the key were given with ${flags}, in the environment or in .env.`,
  )

/** What to ask for again. */
const afterRefusal = async ({ dialog }: StepDeps, { kind }: Verdict) => {
  if (kind === 'wrong_key') return 'key'
  if (kind === 'wrong_address') return 'address'
  return dialog.choose({
    message: 'What now?',
    flag: flags,
    choices: [
      { value: 'again', label: 'Try again' },
      { value: 'address', label: 'Give another address' },
      { value: 'keep', label: 'Keep it untested' },
    ],
  })
}

const judge = async ({ dialog }: StepDeps, address: string, key: string): Promise<Verdict> => {
  const fault = settingFault('AUDIO_API_URL', address)
  if (fault !== undefined) return { kind: 'wrong_address', text: fault }
  const keyFault = settingFault('AUDIO_API_KEY', key)
  if (keyFault !== undefined) return { kind: 'wrong_key', text: keyFault }
  return verdictOf(await dialog.busy('Asking the audio service', () => lookAt(address, key)))
}

const setUpAccess = async (deps: StepDeps): Promise<string> => {
  const { dialog, draft } = deps
  let address = draft.value('AUDIO_API_URL')
  let key = draft.value('AUDIO_API_KEY')
  for (;;) {
    address ??= cleaned('AUDIO_API_URL', await askAddress(deps))
    key ??= cleaned('AUDIO_API_KEY', await askKey(deps))
    const verdict = await judge(deps, address, key)
    if (!isOver(verdict) && !dialog.isInteractive) throw refusal(verdict)
    show(deps, verdict)
    const next = isOver(verdict) ? 'keep' : await afterRefusal(deps, verdict)
    if (next === 'keep') break
    if (next === 'key') key = undefined
    if (next === 'address') address = undefined
  }
  draft.put('AUDIO_API_URL', address)
  if (draft.value('AUDIO_API_KEY') === key) draft.keep('AUDIO_API_KEY')
  else draft.put('AUDIO_API_KEY', key)
  draft.save()
  return address
}

/** Another service probably has its files where it is. */
const likelyHosts = (address: string): string => {
  if (address === publicService.address) return publicService.hosts
  const { protocol, host, origin } = new URL(address)
  return protocol === 'https:' ? host : origin
}

const setUpHosts = async ({ dialog, draft }: StepDeps, address: string): Promise<void> => {
  let hosts = draft.value('AUDIO_FILE_HOSTS')
  for (;;) {
    hosts ??= await dialog.text({
      message: 'Hosts that its files come from, separated by commas (Enter: the usual ones)',
      flag: '--audio-file-hosts',
      proposal: likelyHosts(address),
    })
    const fault = settingFault('AUDIO_FILE_HOSTS', hosts)
    if (fault === undefined) return draft.put('AUDIO_FILE_HOSTS', hosts.trim())
    if (!dialog.isInteractive) throw new AppError('configuration', `AUDIO_FILE_HOSTS: ${fault}`)
    dialog.error(fault)
    hosts = undefined
  }
}

/** Sets the audio service up: its address, the key, and the hosts of its files. */
export const setUpAudio = async (deps: StepDeps): Promise<void> => {
  const { dialog, draft } = deps
  if (draft.value('AUDIO_API_KEY') === undefined)
    dialog.explain('Audio service', [
      'It makes the music, and your account there pays for it.',
      'Your API key: https://wav.com/api',
      'Testing it is free.',
    ])
  await setUpHosts(deps, await setUpAccess(deps))
}
