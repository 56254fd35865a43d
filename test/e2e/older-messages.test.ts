import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople, type People } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { isTriedOn } from '../support/suite/runs.ts'

// Messages stay in a channel longer than any version of the bot. Each row is a button as some version wrote it: rows are
// added, and none is ever changed.

interface OlderButton {
  /** The custom id on Discord. */
  discord: string
  /** The action id on Slack, a blank, and the value. */
  slack: string
  /** The title of the form that opens, or words of the answer. */
  expected: { form: RegExp } | RegExp
  as: 'max' | 'mia' | 'ada'
}

/** JOB is a song with lyrics, GONE a job without a record; CHANNEL, THREAD and MAX are where and who. */
const row = (
  discord: string,
  slack: string,
  expected: OlderButton['expected'],
  as: OlderButton['as'] = 'max',
): OlderButton => ({ discord, slack, expected, as })

const lapsed = /This (?:form|button) has expired\./
const notKept = /That job is no longer stored.*Run the command again/
const songForm = { form: /^Make a song/ }

/**
 * Since 2026-11-21, those with a page and those that send since the 22nd, on Slack since the 29th. A draft lapses after
 * a day.
 */
const ofForms: readonly OlderButton[] = [
  row(
    'form:music::3f2akd7c',
    'form {"command":"music","draft":"3f2akd7c","channel":"CHANNEL","replyUrl":"","kept":[]}',
    lapsed,
  ),
  row(
    'form:budget:limit:3f2akd7c',
    'form {"command":"budget","action":"limit","draft":"3f2akd7c","channel":"CHANNEL","replyUrl":"","kept":[]}',
    lapsed,
    'ada',
  ),
  row(
    'form:music::3f2akd7c:1',
    'form {"command":"music","draft":"3f2akd7c","channel":"CHANNEL","thread":"THREAD","replyUrl":"","kept":[]}',
    lapsed,
  ),
  row(
    'send:music::3f2akd7c',
    'form {"command":"tts","draft":"3f2akd7c","channel":"CHANNEL","replyUrl":"","kept":["text"]}',
    lapsed,
  ),
  row(
    'send:tts::3f2akd7c',
    'send.0 {"command":"music","draft":"3f2akd7c","channel":"CHANNEL","replyUrl":"","kept":[],"dropped":[]}',
    lapsed,
  ),
]

const ofJob = (action: string, job: string, expected: OlderButton['expected'], as?: OlderButton['as']) =>
  row(
    `do:jobs:${action}:job=${job}`,
    `do:0 {"command":"jobs","action":"${action}","values":{"job":"${job}"}}`,
    expected,
    as,
  )

/** Since 2026-11-22; a Cancel has had `if_free` since the 23rd, and has none where it may be billed. */
const ofJobs: readonly OlderButton[] = [
  ofJob('cancel', 'JOB', /nothing to cancel/),
  ofJob('recover', 'JOB', /was already shown/),
  ofJob('lyrics', 'JOB', /Lyrics for “/, 'mia'),
  ofJob('edit', 'JOB', songForm),
  ofJob('sing', 'JOB', songForm, 'mia'),
  ...['again', 'edit', 'lyrics', 'sing', 'cancel', 'recover', 'delete'].map((action) =>
    ofJob(action, 'GONE', notKept),
  ),
  row(
    'do:jobs:cancel:job=JOB:if_free=yes',
    'do:0 {"command":"jobs","action":"cancel","values":{"job":"JOB","if_free":"yes"}}',
    /nothing to cancel/,
  ),
  row(
    'do:result::job=JOB:take=1:wav=yes',
    'do:1.3 {"command":"result","values":{"job":"JOB","take":"1","wav":"yes"}}',
    /Made with AI/,
  ),
  row('do:result::job=JOB', 'do:0 {"command":"result","values":{"job":"JOB"}}', /Made with AI/),
  row('do:result::job=GONE', 'do:0 {"command":"result","values":{"job":"GONE"}}', notKept),
]

const ofClip = (feature: string, title: RegExp) =>
  row(
    `do:${feature}::clip=JOB.1`,
    `do:1.0 {"command":"${feature}","values":{"clip":"JOB.1"}}`,
    { form: title },
    'mia',
  )

/** Since 2026-11-22: below a take, and in the menu of a message. None of them buys before its form is sent. */
const ofClips: readonly OlderButton[] = [
  ofClip('remix', /^Remix this clip/),
  ofClip('voice', /^Change the voice/),
  ofClip('cut', /^Trim this clip/),
  ofClip('inpaint', /^Redo part of this clip/),
  ofClip('transcribe', /^Transcribe this clip/),
  ofClip('master', /^Master this clip/),
  row('do:remix::clip=GONE.1', 'do:1.0 {"command":"remix","values":{"clip":"GONE.1"}}', notKept),
  row(
    'do:cut::clip=message%3A12',
    'do:0 {"command":"cut","values":{"clip":"message:12"}}',
    /no longer remember that message's audio\. Open the message's menu again\. Nothing was charged/,
  ),
  row(
    'do:More with this clip::take=JOB.1',
    'do:1.4 {"command":"More with this clip","values":{"take":"JOB.1"}}',
    /What do you want to do with this clip/,
  ),
  row(
    'do:music::prompt=50%25 sad%3A a%3Db',
    'do:0 {"command":"music","values":{"prompt":"50% sad: a=b"}}',
    songForm,
  ),
]

/** Since 2026-11-22. */
const ofPages: readonly OlderButton[] = [
  row(
    'do:jobs:mine:page=2',
    'do:0 {"command":"jobs","action":"mine","values":{"page":"2"}}',
    /You have no older jobs here/,
  ),
  row(
    'do:jobs:server:page=2',
    'do:0 {"command":"jobs","action":"server","values":{"page":"2"}}',
    /No older jobs here/,
    'ada',
  ),
  row(
    'do:history::page=2:member=MAX:feature=music',
    'do:0 {"command":"history","values":{"page":"2","member":"MAX","feature":"music"}}',
    /No more results here/,
  ),
  row('do:voices::page=1', 'do:0 {"command":"voices","values":{"page":"1"}}', /\d+ voices, page 1/),
  row(
    'do:voices::name=a:page=2',
    'do:0 {"command":"voices","values":{"name":"a","page":"2"}}',
    /\d+ matching voices, page 2/,
  ),
  row(
    'do:settings:mine:voice=no-such-voice',
    'do:2 {"command":"settings","action":"mine","values":{"voice":"no-such-voice"}}',
    /Voice: no match/,
  ),
]

/**
 * Since 2026-11-22. Until the 29th an export came in parts; where one began had no number before it until the 23rd.
 */
const ofPrivacy: readonly OlderButton[] = [
  ...['jobs', 'books 1790000000000-0', '2 jobs', '2 books'].map((from) =>
    row(
      `do:privacy:export:from=${from}`,
      `do:0 {"command":"privacy","action":"export","values":{"from":"${from}"}}`,
      /This is all your data here/,
    ),
  ),
  row(
    'do:privacy:delete:sure=yes',
    'do:0 {"command":"privacy","action":"delete","values":{"sure":"yes"}}',
    /0 records were deleted/,
    'mia',
  ),
]

const ofAction = (
  command: string,
  action: string,
  expected: OlderButton['expected'],
  as?: OlderButton['as'],
) =>
  row(
    `do:${command}:${action}`,
    `do:0 {"command":"${command}","action":"${action}","values":{}}`,
    expected,
    as,
  )

/** Since 2026-11-22: below a command that does several things. */
const ofActions: readonly OlderButton[] = [
  ofAction('privacy', 'show', /What I store about you here/),
  ofAction('privacy', 'export', /This is all your data here/),
  ofAction('privacy', 'delete', /This deletes your requests/),
  ofAction('settings', 'mine', { form: /^\/settings mine/ }),
  ofAction('settings', 'channel', { form: /^\/settings channel/ }, 'ada'),
  ofAction('settings', 'server', { form: /^\/settings server/ }, 'ada'),
  ofAction('settings', 'where', /This applies to everyone/, 'ada'),
  ofAction('budget', 'show', /credits left here/, 'ada'),
  ofAction('budget', 'log', /The latest budget changes/, 'ada'),
  ...['limit', 'give', 'take', 'member', 'channel', 'group', 'manager', 'block'].map((action) =>
    ofAction('budget', action, { form: new RegExp(`^/budget ${action}`) }, 'ada'),
  ),
  ...['show', 'cancel', 'recover', 'again', 'edit', 'lyrics', 'sing', 'delete'].map((action) =>
    ofAction('jobs', action, { form: new RegExp(`^/jobs ${action}`) }),
  ),
]

/** As a later version may write them, of which this one knows nothing. */
const ofLaterVersions: readonly OlderButton[] = [
  row('vote:3f2akd7c', 'vote 3f2akd7c', /from an older version|no longer exists/),
  row('form:music', 'form {"command":"music"}', /from an older version|no longer exists/),
  row(
    'do:sculpt::clip=JOB.1',
    'do:1.0 {"command":"sculpt","values":{"clip":"JOB.1"}}',
    /That command no longer exists\. See .?\/help/,
  ),
]

const rows = [
  ...ofForms,
  ...ofJobs,
  ...ofClips,
  ...ofPages,
  ...ofPrivacy,
  ...ofActions,
  ...ofLaterVersions,
  // Last, for it takes the song's message away.
  ofJob('delete', 'JOB', /I'm deleting the message/),
]

const posted = z
  .object({ id: z.string().optional(), ts: z.string().optional() })
  .transform(({ id = '', ts = id }) => ts)

const chunked = <T>(all: readonly T[], length: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / length) }, (_, index) =>
    all.slice(index * length, (index + 1) * length),
  )

/** What a person reads on the button. */
const labelOf = ({ discord }: OlderButton): string => discord.slice(0, 75)

let world: World

beforeAll(async () => {
  world = await startStrictWorld({ bot: { callbacks: true } })
})
afterAll(() => world.stop())

describe.each<ChatPlatform>(chatPlatforms)('on %s', (platform) => {
  let people: People
  let names: Readonly<Record<string, string>>
  let left: string
  const messages = new Map<string, string>()
  const tried = rows.filter((_, index) => isTriedOn(platform, index))

  const leftNow = async (): Promise<string> => {
    const since = await people.latest('max')
    await people.uses('max', '/credits')
    const { text } = await people.sees('max', /credits left here/, since)
    return /([\d.]+) credits left here/.exec(text)?.[1] ?? text
  }

  /** The id of the newest job, which stands on the buttons of its message. */
  const newestJob = async (): Promise<string> => {
    const { url } = world.addresses.control
    const seen = await fetch(`${url}/messages?platform=${platform}&viewer=max&original=1`)
    return (await seen.text()).match(/b\d{2}x[a-z2-7]{25}/g)?.at(-1) ?? ''
  }

  const filled = (text: string) =>
    text.replaceAll(/JOB|GONE|CHANNEL|THREAD|MAX/g, (name) => names[name] ?? name)

  const discordMessage = (buttons: readonly OlderButton[]) => ({
    content: 'From an older version.',
    components: chunked(buttons, 5).map((some) => ({
      type: 1,
      components: some.map((button) => ({
        type: 2,
        style: 2,
        label: labelOf(button),
        custom_id: filled(button.discord),
      })),
    })),
  })

  const slackBlock = (button: OlderButton) => {
    const [, action_id, value = ''] = /^(\S+) (.*)$/.exec(button.slack) ?? []
    const text = { type: 'plain_text', text: labelOf(button) }
    return { type: 'actions', elements: [{ type: 'button', action_id, text, value: filled(value) }] }
  }

  const slackMessage = (buttons: readonly OlderButton[]) => ({
    channel: world.addresses.slack.channelId,
    text: 'From an older version.',
    blocks: buttons.map(slackBlock),
  })

  /** Posts as the bot, past everything that the bot would write today. */
  const post = async (buttons: readonly OlderButton[]): Promise<string> => {
    const { discord, slack } = world.addresses
    const [url, authorization, body] =
      platform === 'discord'
        ? [
            `${discord.api}/v10/channels/${discord.channelId}/messages`,
            `Bot ${discord.token}`,
            discordMessage(buttons),
          ]
        : [`${slack.api}chat.postMessage`, `Bearer ${slack.botToken}`, slackMessage(buttons)]
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return posted.parse(await response.json())
  }

  /** A message is there a moment before its record says so. */
  const jobsOfMax = async (): Promise<string> => {
    const since = await people.latest('max')
    await people.uses('max', '/jobs mine')
    return (await people.sees('max', /Your jobs here/, since)).text
  }

  beforeAll(async () => {
    people = createPeople(world.addresses, platform)
    await people.allows('ada', 5)
    await people.uses('max', '/music', { prompt: 'a march of ants', lyrics: 'left, right', takes: 1 })
    await people.sees('max', 'Made with AI')
    while (!(await jobsOfMax()).includes('done · '));
    const { channelId, memberId } = world.addresses[platform]
    names = {
      JOB: await newestJob(),
      GONE: `b00x${'a'.repeat(25)}`,
      CHANNEL: channelId,
      THREAD: await people.says('max', 'An old thread.'),
      MAX: memberId,
    }
    left = await leftNow()
    for (const some of chunked(tried, 25)) {
      const message = await post(some)
      for (const { discord } of some) messages.set(discord, message)
    }
  })

  test.each(tried.map((each) => [each[platform], each] as const))(
    'a button that an earlier version wrote is answered: %s',
    async (_, button) => {
      const { expected, as } = button
      const since = await people.latest(as)
      const { form } = await people.presses(as, messages.get(button.discord) ?? '', labelOf(button))
      if (!('form' in expected)) await people.sees(as, expected, since)
      else if (form !== undefined) expect(form.title).toMatch(expected.form)
      // Slack opens only so many forms a minute; the others are one more press away.
      else await people.sees(as, ({ buttons }) => buttons.some((button) => button.label === 'Fill in'), since)
    },
  )

  test('none of them bought anything', async () => {
    expect(await leftNow()).toBe(left)
  })
})
