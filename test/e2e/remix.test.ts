import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Upload } from '../../sandbox/control/people.ts'
import type { ChatPlatform } from '../../sandbox/world/addresses.ts'
import type { World } from '../../sandbox/world/world.ts'
import { silentWave } from '../support/audio/silent-wave.ts'
import { sungTone } from '../support/audio/sung-tone.ts'
import { createPeople, type People, type SeenForm } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'
import { isLong, isTriedOn } from '../support/suite/runs.ts'

let world: World
let tune: Upload
let server: Server
let link: string
/** Where the audio service finds nothing. */
let deadLink: string
/** Messages show a link's host and file. */
const shownAs = (address: string): string => address.replace('http://', '')

const waitMs = 90_000
const perSecond = { interval: 1_000, timeout: waitMs }
const action = 'Remix this clip'
/** The short form has one prompt for several tests, because the studio caches a remix of the same clip by it. */
const promptFor = (way: string): string => (isLong ? `reggae ${way}` : 'reggae')

beforeAll(async () => {
  const settings = { AUDIO_API_LOOKUPS_PER_MINUTE: '1000', AUDIO_CLIP_LINKS: 'on' }
  world = await startStrictWorld({ bot: false, settings })
  const bytes = await sungTone(1.5)
  tune = upload('tune.mp3', bytes)
  server = createServer(({ url }, response) => {
    if (url === '/dead.mp3') response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  link = `${origin}/linked.mp3`
  deadLink = `${origin}/dead.mp3`
  const AUDIO_FILE_HOSTS = `${new URL(world.addresses.studio.cdnUrl).origin},${origin}`
  await world.startBot({ callbacks: true, settings: { AUDIO_URL_MAX_MINUTES: '1', AUDIO_FILE_HOSTS } })
})

afterAll(async () => {
  server.close()
  await world.stop()
})

const upload = (name: string, bytes: Buffer): Upload => ({
  name,
  contentType: name.endsWith('.mp3') ? 'audio/mpeg' : 'audio/wav',
  base64: bytes.toString('base64'),
})

describe.each<ChatPlatform>(['discord', 'slack'])('on %s', (platform) => {
  let people: People
  let member: string

  beforeAll(async () => {
    people = createPeople(world.addresses, platform)
    member = world.addresses[platform].memberId
    const { adminId } = world.addresses[platform]
    await people.allows(adminId, 10)
  })

  const left = async (): Promise<number> => {
    const since = await people.latest(member)
    await people.uses(member, '/credits')
    const { text } = await people.sees(member, /credits left here/, since)
    return Number(/([\d.]+) credits left here/.exec(text)?.[1])
  }

  /** The remix of this clip by this prompt: its message, and both takes, which may come beside it. */
  const seesRemix = async (clip: string, prompt: string, since: string): Promise<void> => {
    const { text } = await people.sees(member, /Made with AI|Nothing was charged/, since)
    expect(text).toContain('Made with AI')
    expect(text.replaceAll('\\', '')).toContain(`Clip: ${clip}`)
    expect(text).toContain(`“${prompt}”`)
    const { files } = await people.sees(
      member,
      (message) => message.files.length > 0 && message.authorId !== member,
      since,
    )
    expect(files.map(({ contentType }) => contentType)).toEqual(['audio/mpeg', 'audio/mpeg'])
  }

  const opened = ({ form, refused }: Awaited<ReturnType<People['picks']>>): SeenForm => {
    if (form === undefined) throw new Error(refused ?? 'no form opened')
    return form
  }

  const send = async (form: SeenForm, values: Record<string, unknown>): Promise<void> =>
    expect(await people.sends(member, form, values)).not.toHaveProperty('refused')

  /** Where the short form tries what both platforms have. */
  const testOn = { discord: test.runIf(isTriedOn(platform, 0)), slack: test.runIf(isTriedOn(platform, 1)) }

  testOn.slack('the message action takes the clip of its message', async () => {
    const message = await people.says(member, 'hear this', { files: [tune] })
    const form = opened(await people.picks(member, action, message))
    expect(form.title.startsWith(action)).toBe(true)
    await send(form, { Prompt: 'reggae' })
    await seesRemix('tune.mp3', 'reggae', message)
  })

  test.runIf(platform === 'discord')(
    'what finds no room in the form is asked for behind a button, and nothing that was given is lost',
    async () => {
      const message = await people.says(member, 'more of it', { files: [{ ...tune, name: 'paged.mp3' }] })
      const form = opened(await people.picks(member, action, message))
      const last = form.fields.at(-1)
      expect(last?.label).toBe('More options')
      await send(form, { Prompt: 'dub', 'More options': last?.choices?.[0]?.value })
      const { id } = await people.sees(member, "hasn't been sent yet", message)
      const more = opened(await people.presses(member, id, 'More options'))
      await send(more, { Title: 'Echo chamber' })
      await seesRemix('paged.mp3', 'dub', message)
      const { files } = await people.sees(
        member,
        ({ files: posted, authorId }) => posted.length > 1 && authorId !== member,
        message,
      )
      expect(files.map(({ name }) => name)).toEqual([
        expect.stringContaining('Echo'),
        expect.stringContaining('Echo'),
      ])
    },
  )

  test('a reply that names the bot takes the clip that it answers, and its result names the file that it left out', async () => {
    const message = await people.says(member, 'and this', { files: [{ ...tune, name: 'second.mp3' }] })
    const prompt = promptFor('in reply')
    const words = { name: 'words.txt', contentType: 'text/plain', base64: btoa('la la') }
    const since = await people.says(member, `@Tunesmith remix ${prompt}`, {
      replyTo: message,
      files: [words],
    })
    await seesRemix('second.mp3', prompt, since)
    const { text } = await people.sees(member, /Made with AI/, since)
    expect(text.split('Left out: words.txt. /remix already uses second.mp3.')).toHaveLength(2)
  })

  testOn.slack('a link is handed to the audio service', async () => {
    const since = await people.latest(member)
    const prompt = promptFor('by a link')
    await people.uses(member, '/remix', { prompt, [platform === 'discord' ? 'clip_link' : 'clip']: link })
    await seesRemix(shownAs(link), prompt, since)
  })

  testOn.slack(
    'a link that is mentioned names its job to the end, and the file beside it is left out',
    async () => {
      const files = [{ ...tune, name: 'beside.mp3' }]
      const since = await people.says(member, `@Tunesmith transcribe ${deadLink}`, { files })
      const { text } = await people.sees(member, /Your transcript failed\./, since)
      expect(text.replaceAll('\\', '')).toContain(`Clip: ${shownAs(deadLink)}`)
      expect(text).toContain(`Left out: beside.mp3. /transcribe already uses ${shownAs(deadLink)}.`)
      const listed = await people.latest(member)
      await people.uses(member, '/jobs mine')
      await people.sees(member, `/transcribe “${shownAs(deadLink)}”: failed`, listed)
    },
  )

  testOn.discord('without a clip the latest ones are offered by name', async () => {
    await people.says(member, 'and this', { files: [{ ...tune, name: 'second.mp3' }] })
    const asked = await people.says(member, 'a third', { files: [{ ...tune, name: 'third.mp3' }] })
    // The event of an upload may come after the request, and Slack limits how often an app may open forms.
    const { form, offered, names } = await vi.waitFor(async () => {
      const form = opened(await people.asks(member, '/remix', { prompt: 'techno' }))
      const offered = form.fields.find(({ kind, label }) => kind === 'choice' && label.startsWith('Clip'))
      const names = offered?.choices?.map(({ name }) => name) ?? []
      // Nor is it sure which is the newest: the event of the earlier result may come later.
      expect(names).toContainEqual(expect.stringMatching(/^third\.mp3 \(/))
      return { form, offered, names }
    }, perSecond)
    expect(names.join()).toContain('by Tunesmith')
    await send(form, { [offered?.label ?? '']: names.find((name) => name.startsWith('second.mp3')) })
    await seesRemix('second.mp3', 'techno', asked)
  })

  testOn.slack('what a message to the bot leaves out is asked for behind a button', async () => {
    await people.says(member, 'and that', { files: [{ ...tune, name: 'third.mp3' }] })
    const since = await people.says(member, '@Tunesmith remix polka')
    const { id, buttons } = await people.sees(member, 'still needs: Clip', since)
    const form = opened(await people.presses(member, id, buttons[0]?.label ?? ''))
    const offered = form.fields.find(({ kind, label }) => kind === 'choice' && label.startsWith('Clip'))
    const third = offered?.choices?.find(({ name }) => name.startsWith('third.mp3'))
    await send(form, { [offered?.label ?? '']: third?.value })
    await seesRemix('third.mp3', 'polka', since)
  })

  test('a file of a kind that is not taken is named, and nothing is held', async () => {
    const before = await left()
    const band = {
      name: 'band.caf',
      contentType: 'audio/x-caf',
      base64: Buffer.from('caff').toString('base64'),
    }
    const since = await people.says(member, '@Tunesmith remix as polka', { files: [band] })
    await people.sees(member, "band.caf: CAF files can't be used. Send it as MP3", since)
    expect(await left()).toBe(before)
  })

  testOn.slack('a file comes along with the request', async () => {
    const since = await people.latest(member)
    const handed = { ...tune, name: 'handed.mp3' }
    if (platform === 'discord') {
      await people.asks(member, '/remix', { prompt: 'folk' }, [handed])
    } else {
      const form = opened(await people.asks(member, '/remix', { prompt: 'folk' }))
      await send(form, { 'Clip: your own file': handed })
    }
    await seesRemix('handed.mp3', 'folk', since)
  })

  testOn.discord(
    "a file of the chat is a voice's sample, which the audio service fetches from us",
    async () => {
      const since = await people.latest(member)
      const sample = { ...tune, name: 'voice.mp3' }
      if (platform === 'discord') {
        await people.asks(member, '/tts', { text: 'like me', permission: true }, [sample])
      } else {
        const form = opened(await people.asks(member, '/tts'))
        await send(form, { Text: 'like me', 'Sample: your own file': sample, Options: ['permission'] })
      }
      await people.sees(member, /Made with AI/, since)
    },
  )

  test.each([
    [
      'no audio',
      upload('notes.mp3', Buffer.from('Dear diary, today I hummed.')),
      /notes\.mp3 isn't a readable audio file/,
    ],
    ['too long', upload('long.wav', silentWave(61)), /long\.wav is 1:01 long \(max 1:00\)/],
  ])('a file that is %s is refused with the reason, and nothing is charged', async (_, file, reason) => {
    const before = await left()
    const message = await people.says(member, 'and now?', { files: [file] })
    await send(opened(await people.picks(member, action, message)), { Prompt: 'anything' })
    const { text } = await people.sees(member, reason, message)
    expect(text).toContain('Nothing was charged')
    expect(await left()).toBe(before)
  })

  const refused = /isn't on the public internet.*Nothing was charged/s

  test('a link to another network than the internet is refused in every way to give one', async () => {
    const inside = 'http://0x7f000001:6379/dump.mp3'
    const before = await left()
    const since = await people.latest(member)
    const option = platform === 'discord' ? 'clip_link' : 'clip'
    await people.uses(member, '/remix', { prompt: 'surf', [option]: inside })
    await people.sees(member, refused, since)
    const said = await people.says(member, `@Tunesmith remix surf ${inside}`)
    await people.sees(member, refused, said)
    const lacking = await people.says(member, `@Tunesmith remix ${inside}`)
    const { id, buttons } = await people.sees(member, 'still needs: Prompt', lacking)
    const form = opened(await people.presses(member, id, buttons[0]?.label ?? ''))
    const sent = await people.sends(member, form, { Prompt: 'surf' })
    // Slack says it in the form itself.
    if (platform === 'slack') expect(JSON.stringify(sent)).toContain("isn't on the public internet")
    else await people.sees(member, refused, lacking)
    expect(await left()).toBe(before)
  })

  test('a result that was forwarded is offered take by take', async () => {
    const { id } = await people.sees(member, ({ files, authorId }) => files.length > 1 && authorId !== member)
    const { form } = await people.picks(member, action, await people.forwards(member, id))
    const offered = form?.fields.find(({ kind, label }) => kind === 'choice' && label.startsWith('Clip'))
    expect(offered?.choices?.map(({ name }) => name)).toEqual([
      expect.stringContaining('by Tunesmith'),
      expect.stringContaining('by Tunesmith'),
    ])
  })

  test('a message without a clip is told so at once', async () => {
    const message = await people.says(member, 'just words')
    expect(await people.picks(member, action, message)).not.toHaveProperty('form')
    const { text } = await people.sees(member, 'That message has no audio file', message)
    expect(text).toContain('Nothing was charged')
  })
})
