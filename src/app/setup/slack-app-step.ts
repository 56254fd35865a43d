import { readSlackInstalls } from '../manifest-settings.ts'
import { askSecret, type StepDeps } from './ask-secret.ts'
import type { Draft } from './draft.ts'
import {
  appsPage,
  defaultApiUrl,
  isByHttp,
  manifestFile,
  numbered,
  setUpTransport,
  writeManifest,
} from './slack-step.ts'

/** Whether the settings are for an app that many workspaces install. */
export const isForMany = (draft: Draft): boolean =>
  draft.value('SLACK_CLIENT_ID') !== undefined || draft.value('SLACK_CLIENT_SECRET') !== undefined

const steps = (publicUrl: string) => [
  `Open ${appsPage} and your app, paste ${manifestFile} under App Manifest, and save`,
  'Manage Distribution → Activate Public Distribution',
  `Give admins the address ${publicUrl}/slack/install, once "npm start" runs`,
]

/** Sets up an app for many workspaces: its manifest, its client secret, and how its events arrive. */
export const setUpSlackApp = async (deps: StepDeps): Promise<void> => {
  const { dialog, draft } = deps
  const { slackManifestText } = await import('../slack-manifest.ts')
  const look = await import('../../bots/slack/setup/look.ts')
  const publicUrl = draft.value('PUBLIC_URL') ?? 'PUBLIC_URL'
  const installs = readSlackInstalls(draft.environment())
  writeManifest(deps, slackManifestText(isByHttp(deps) ? draft.value('PUBLIC_URL') : undefined, installs))
  dialog.success(`Wrote the manifest of an app for many workspaces to ${manifestFile}.`)
  dialog.explain('Slack, for many workspaces', numbered(steps(publicUrl)))
  for (const name of ['SLACK_CLIENT_ID', 'PUBLIC_URL'] as const) draft.keep(name)
  const clientId = draft.value('SLACK_CLIENT_ID') ?? ''
  const apiUrl = draft.value('SLACK_API_URL') ?? defaultApiUrl
  await askSecret(deps, {
    name: 'SLACK_CLIENT_SECRET',
    message: 'Paste the Client Secret',
    flag: 'SLACK_CLIENT_SECRET',
    otherThan: look.otherThanClientSecret,
    checking: 'Asking Slack',
    check: (clientSecret) => look.lookAtClient({ clientId, clientSecret, apiUrl }),
    again: 'Copy Client ID and Client Secret from Basic Information.',
  })
  dialog.success('Slack knows the client ID and its secret.')
  await setUpTransport(deps)
}
