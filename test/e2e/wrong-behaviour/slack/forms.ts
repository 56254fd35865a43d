import { slackManifest } from '../../../../src/bots/slack/setup/manifest.ts'
import { allCommands } from '../../../support/commands/commands.ts'
import { payloadOf, withPayload } from '../call.ts'
import { type Change, goesTo, late, long, many, omits, says, times, writes } from '../changes.ts'
import type { Row } from '../row.ts'

const text = (words: string) => ({ type: 'plain_text', text: words })
const input = (id: string) => ({
  type: 'input',
  block_id: id,
  label: text('x'),
  element: { type: 'plain_text_input', action_id: id },
})

/** Changes the form that was opened, as if it were another by now. */
const updatesWrongly: Change = async (call, send) => {
  const answer = await send(call)
  const { view } = JSON.parse(answer.body.toString()) as { view: { id: string } }
  const { view: data } = (await payloadOf(call)) as { view: object }
  const update = { ...call, path: call.path.replace('views.open', 'views.update') }
  await send(await withPayload(update, { view_id: view.id, hash: 'stale', view: data }))
  return answer
}

type Wrong = readonly [name: string, does: Change, code: string, besides?: readonly RegExp[]]

const late3 = [/: not acknowledged within 3000 ms$/, /: acknowledged too late$/]

/** https://docs.slack.dev/surfaces/modals and https://docs.slack.dev/reference/views */
const wrong: readonly Wrong[] = [
  ['a form that opens after three seconds', late(3_001), 'expired_trigger_id', late3],
  ['a form that nobody requested', says('trigger_id', '1.2.abc'), 'invalid_trigger_id'],
  ['a form with a title of 25 characters', says('view.title', text(long(25))), 'invalid_arguments'],
  ['a form with a title with marks', says('view.title', { type: 'mrkdwn', text: 'x' }), 'invalid_arguments'],
  ['a form with inputs that cannot be sent', omits('view.submit'), 'invalid_arguments'],
  ['a form that keeps 3001 characters', says('view.private_metadata', long(3_001)), 'invalid_arguments'],
  ['a form whose name has 256 characters', says('view.callback_id', long(256)), 'invalid_arguments'],
  [
    'a form of 101 blocks',
    says(
      'view.blocks',
      many(101, (index) => input(`${index}`)),
    ),
    'invalid_arguments',
  ],
  ['two inputs of one name', says('view.blocks', [input('same'), input('same')]), 'invalid_arguments'],
  ['an input without a label', omits('view.blocks.1.label'), 'invalid_arguments'],
  ['a form of no known kind', says('view.type', 'page'), 'invalid_arguments'],
  ['a form with a field that Slack does not know', says('view.colour', 'red'), 'invalid_arguments'],
  ['a form that is no JSON', says('view', '{'), 'invalid_arguments'],
]

/** What a form may be, and when it may open. */
export const forms: readonly Row[] = [
  ...wrong.map(
    ([name, does, code, besides = []]): Row => ({
      name,
      scenario: 'form',
      does: { on: 'views.open', does },
      besides,
      tells: /Nothing has been charged yet/,
      refusals: [new RegExp(`^views\\.open: ${code}$`)],
    }),
  ),
  {
    name: 'a form that opens twice',
    scenario: 'form',
    does: { on: 'views.open', does: times(2) },
    refusals: [/^views\.open: exchanged_trigger_id$/],
    endsWell: true,
  },
  {
    name: 'a change of a form that has changed since',
    scenario: 'form',
    does: { on: 'views.open', does: updatesWrongly },
    refusals: [/^views\.update: hash_conflict$/],
    endsWell: true,
  },
]

/** The app as its manifest would have it that forgot to ask for a right. */
const without =
  (scope: string): Change =>
  async (call, send, { slack }) => {
    const manifest = slackManifest(allCommands, { requestUrl: undefined })
    const poor = JSON.parse(JSON.stringify(manifest).replace(`"${scope}",`, '').replace(`,"${scope}"`, ''))
    slack.installManifest(poor)
    const answer = await send(call)
    slack.installManifest(manifest)
    return answer
  }

const begin = 'files.getUploadURLExternal'
const complete = 'files.completeUploadExternal'

type WrongUpload = readonly [name: string, on: string, does: Change, refusal: RegExp]

const uploaded = ([name, on, does, refusal]: WrongUpload): Row => ({
  name,
  scenario: 'reading',
  does: { on, does },
  refusals: [refusal],
})

/** What became of a file whose completion failed is looked up before it is repeated. */
const notThere = /^files\.info: file_not_found$/

/** What the bot tries again. */
const passing: readonly WrongUpload[] = [
  [
    'other bytes than were announced',
    'upload',
    writes((body) => body.slice(1)),
    /^POST \/upload .*: other bytes came/,
  ],
  ['bytes that are sent twice', 'upload', times(2), /^POST \/upload .*: this address was used$/],
  [
    'bytes to an address that was never given',
    'upload',
    goesTo(/\w+$/, 'forged'),
    /no upload has this address$/,
  ],
  [
    'an upload that is completed twice',
    complete,
    times(2),
    /^files\.completeUploadExternal: file_not_found$/,
  ],
  ['an upload that nobody began', complete, says('files', [{ id: 'F0000000000' }]), /: file_not_found$/],
]

/** What it links instead. */
const linked: readonly WrongUpload[] = [
  [
    'a file of a gigabyte and a byte',
    begin,
    says('length', `${2 ** 30 + 1}`),
    /: file_upload_size_restricted$/,
  ],
  [
    'a file without the right to files',
    begin,
    without('files:write'),
    /^files\.getUploadURLExternal: missing_scope$/,
  ],
]

/** What it can only own up to. */
const hopeless: readonly WrongUpload[] = [
  ['a file of no bytes', begin, says('length', '0'), /^files\.getUploadURLExternal: \w+$/],
  ['a file without a name', begin, omits('filename'), /^files\.getUploadURLExternal: \w+$/],
  [
    'an upload to a channel that does not exist',
    complete,
    says('channel_id', 'C0000000000'),
    /: channel_not_found$/,
  ],
]

/** https://docs.slack.dev/messaging/working-with-files#upload */
export const uploads: readonly Row[] = [
  ...passing.map((wrong): Row => ({ ...uploaded(wrong), besides: [notThere], endsWell: true })),
  ...linked.map((wrong): Row => ({ ...uploaded(wrong), tells: /Made with AI/ })),
  ...hopeless.map((wrong): Row => ({ ...uploaded(wrong), tells: /I couldn't show it where you asked/ })),
]
