import { installed } from '../../installing.ts'
import { type Answer, type RawBot, times } from '../../support.ts'
import { alone, atLeast, atMost, type Border } from '../borders.ts'
import {
  answering,
  commandsPath,
  fileOf,
  messagesPath,
  nobody,
  posting,
  publishing,
  publishingAll,
  sending,
  song,
  typing,
} from '../provoking.ts'

const letters = (count: number) => 'x'.repeat(count)
const url = (length: number) => 'https://a.example/'.padEnd(length, 'x')
const line = (value: string) => ({ label: value, value })
const lines = (count: number) => times(count, (n) => line(`${n}`))

const embedding = (embed: object) => posting({ embeds: [{ title: 'T', ...embed }] })
const attaching = (attachment: object, more: object = {}) =>
  posting({ attachments: [{ id: 0, ...attachment }], ...more }, [song])

const ofMessages: readonly Border[] = [
  atMost('content', (n) => posting({ content: letters(n) })),
  atMost('embeds', (n) => posting({ embeds: times(n, () => ({ title: 'T' })) })),
  atMost('files', (n) =>
    posting(
      {},
      times(n, () => song),
    ),
  ),
  atMost('nonce', (n) => posting({ content: 'x', nonce: letters(n) })),
  atMost('fileDescription', (n) => attaching({ description: letters(n) })),
  atMost('fileName', (n) => attaching({ filename: letters(n) })),
  atMost('fileTitle', (n) => attaching({ title: letters(n) })),
  atMost('waveform', (n) =>
    attaching({ waveform: 'AAAA'.repeat(Math.ceil(n / 4)), duration_secs: 1 }, { flags: 1 << 13 }),
  ),
  atMost('allowedMentionIds', (n) =>
    posting({ content: 'x', allowed_mentions: { users: times(n, (m) => `${BigInt(nobody) + BigInt(m)}`) } }),
  ),
  atMost('messagesPerPage', (n) => (bot) => bot.call('GET', `${messagesPath(bot)}?limit=${n}`)),
]

const ofEmbeds: readonly Border[] = [
  atMost('embedTitle', (n) => embedding({ title: letters(n) })),
  atMost('embedDescription', (n) => embedding({ description: letters(n) })),
  atMost('embedFields', (n) => embedding({ fields: times(n, () => ({ name: 'n', value: 'v' })) })),
  atMost('embedFieldName', (n) => embedding({ fields: [{ name: letters(n), value: 'v' }] })),
  atMost('embedFieldValue', (n) => embedding({ fields: [{ name: 'n', value: letters(n) }] })),
  atMost('embedFooter', (n) => embedding({ footer: { text: letters(n) } })),
  atMost('embedAuthor', (n) => embedding({ author: { name: letters(n) } })),
  atMost('embedText', (n) =>
    posting({ embeds: [{ description: letters(4000) }, { description: letters(n - 4000) }] }),
  ),
  atMost('embedUrl', (n) => embedding({ url: url(n) })),
  atMost('embedColor', (n) => embedding({ color: n })),
]

/** A form of three files that is exactly so long. */
const formOf = (bytes: number) => {
  const [head, tail] = ['--border\r\n', '\r\n--border--\r\n']
  const part = (n: number) =>
    `Content-Disposition: form-data; name="files[${n}]"; filename="${n}.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n`
  const fixed = [`${head}${part(0)}`, `\r\n${head}${part(1)}`, `\r\n${head}${part(2)}`, tail]
  const rest = bytes - fixed.reduce((sum, text) => sum + text.length, 0)
  const sizes = [Math.floor(rest / 3), Math.floor(rest / 3), rest - 2 * Math.floor(rest / 3)]
  return Buffer.concat(fixed.flatMap((text, index) => [Buffer.from(text), Buffer.alloc(sizes[index] ?? 0)]))
}

const boosted =
  (tier: 2 | 3, then: (bot: RawBot) => Promise<Answer>) =>
  async (bot: RawBot): Promise<Answer> => {
    const { memberId, channelId } = bot.discord.addresses
    await bot.discord.people.act(memberId, channelId, { manage: { what: 'boost', tier } })
    return then(bot)
  }

const ofFiles: readonly Border[] = [
  // In the short form the catalogue tries a file that is too large.
  { ...atMost('fileBytes', (n) => posting({}, [fileOf(n)])), isCostly: true },
  { ...alone(atMost('fileBytesTier2', (n) => boosted(2, posting({}, [fileOf(n)])))), isCostly: true },
  { ...alone(atMost('fileBytesTier3', (n) => boosted(3, posting({}, [fileOf(n)])))), isCostly: true },
  {
    ...atMost('requestBytes', (n) => sending('multipart/form-data; boundary=border', formOf(n))),
    isCostly: true,
  },
]

const button = (more: object = {}) => ({ type: 2, style: 1, label: 'Go', custom_id: 'go', ...more })
const row = (...components: object[]) => ({ type: 1, components })
const showing = (...components: object[]) => posting({ content: 'x', components })
const menu = (more: object) => showing(row({ type: 3, custom_id: 'pick', options: [line('1')], ...more }))
const parts = (...components: object[]) => posting({ flags: 1 << 15, components })
const words = (count: number) => ({ type: 10, content: letters(count) })
const picture = { media: { url: 'https://a.example/a.png' } }

const ofComponents: readonly Border[] = [
  atMost('componentId', (n) => parts({ id: n, ...words(1) })),
  atMost('customId', (n) => showing(row(button({ custom_id: letters(n) })))),
  atMost('buttonLabel', (n) => showing(row(button({ label: letters(n) })))),
  atMost('buttonUrl', (n) => showing(row(button({ style: 5, custom_id: undefined, url: url(n) })))),
  atMost('buttonsPerRow', (n) => showing(row(...times(n, (m) => button({ custom_id: `${m}` }))))),
  atMost('rows', (n) => showing(...times(n, (m) => row(button({ custom_id: `${m}` }))))),
  atMost('selectOptions', (n) => menu({ options: lines(n) })),
  atMost('selectOptionText', (n) => menu({ options: [line(letters(n))] })),
  atMost('selectPlaceholder', (n) => menu({ placeholder: letters(n) })),
  atMost('selectValues', (n) => showing(row({ type: 5, custom_id: 'who', max_values: n }))),
  atMost('components', (n) => parts(...times(n, () => words(1)))),
  atMost('textDisplay', (n) => parts(words(n))),
  atMost('textDisplaySum', (n) => parts(words(1), words(n - 1))),
  atMost('sectionTexts', (n) =>
    parts({ type: 9, components: times(n, () => words(1)), accessory: button() }),
  ),
  atMost('galleryItems', (n) => parts({ type: 12, items: times(n, () => picture) })),
  atMost('mediaDescription', (n) => parts({ type: 12, items: [{ ...picture, description: letters(n) }] })),
]

const field = (component: object, more: object = {}) => ({ type: 18, label: 'Words', component, ...more })
const input = (more: object = {}) => ({ type: 4, custom_id: 'words', style: 1, ...more })
const form = (more: object) =>
  answering({ type: 9, data: { custom_id: 'form', title: 'Song', components: [field(input())], ...more } })
const asking = (component: object, more: object = {}) => form({ components: [field(component, more)] })

const ofForms: readonly Border[] = [
  atMost('modalTitle', (n) => form({ title: letters(n) })),
  atMost('modalParts', (n) => form({ components: times(n, (m) => field(input({ custom_id: `${m}` }))) })),
  atMost('modalLabel', (n) => asking(input(), { label: letters(n) })),
  atMost('modalDescription', (n) => asking(input(), { description: letters(n) })),
  atMost('modalText', (n) => asking(input({ value: letters(n) }))),
  atMost('modalPlaceholder', (n) => asking(input({ placeholder: letters(n) }))),
  atMost('modalFiles', (n) => asking({ type: 19, custom_id: 'f', max_values: n })),
  atMost('radioOptions', (n) => asking({ type: 21, custom_id: 'r', options: lines(n) })),
  atLeast('radioOptionsMin', (n) => asking({ type: 21, custom_id: 'r', options: lines(n) })),
  atMost('checkboxOptions', (n) => asking({ type: 22, custom_id: 'c', options: lines(n) })),
]

const command = (more: object = {}) => publishing({ name: 'music', description: 'Make a song', ...more })
const option = (more: object) => command({ options: [{ type: 3, name: 'a', description: 'A', ...more }] })
const choosing = (...choices: object[]) => option({ choices })

/** A command of exactly so many characters, nearly all of them in the values of choices. */
const commandOf = (length: number) => {
  const perOption = 25 * 102
  const rest = length - 'music'.length - 'M'.length
  const options = times(Math.ceil(rest / (perOption + 2)), (n) => {
    const own = Math.min(perOption, rest - n * (perOption + 2) - 2)
    return {
      type: 3,
      name: String.fromCodePoint(97 + n),
      description: 'A',
      choices: times(Math.ceil(own / 102), (m) => ({
        name: String(m).padStart(2, '0'),
        value: letters(Math.min(100, own - m * 102 - 2)),
      })),
    }
  })
  return publishing({ name: 'music', description: 'M', options })
}

const counting = (make: (n: number) => object) => (count: number) => publishingAll(times(count, make))

const ofCommands: readonly Border[] = [
  atMost('commandName', (n) => publishing({ name: letters(n), description: 'Make a song' })),
  atMost('commandDescription', (n) => command({ description: letters(n) })),
  atMost('commandOptions', (n) =>
    command({ options: times(n, (m) => ({ type: 3, name: `o${m}`, description: 'O' })) }),
  ),
  atMost('commandChoices', (n) => choosing(...times(n, (m) => ({ name: `${m}`, value: 'v' })))),
  atMost('choiceName', (n) => choosing({ name: letters(n), value: 'v' })),
  atMost('choiceValue', (n) => choosing({ name: 'n', value: letters(n) })),
  atMost('optionText', (n) => option({ max_length: n })),
  atMost('commandText', commandOf),
  atMost(
    'chatInputCommands',
    counting((n) => ({ name: `c${n}`, description: 'C' })),
  ),
  atMost(
    'messageCommands',
    counting((n) => ({ name: `Entry ${n}`, type: 3 })),
  ),
  atMost(
    'userCommands',
    counting((n) => ({ name: `Entry ${n}`, type: 2 })),
  ),
  alone(
    atMost('commandCreates', (n) => async (bot) => {
      const names = times(n, (m) => ({ name: `c${m}`, description: 'C' }))
      const answers = []
      for (let first = 0; first < n; first += 100)
        answers.push(await bot.call('PUT', commandsPath(bot), names.slice(first, first + 100)))
      return answers.at(-1) ?? { status: 0, body: {} }
    }),
  ),
  atMost('integer', (n) =>
    answering({ type: 8, data: { choices: [{ name: 'n', value: n }] } }, typing('/speed', 'bpm')),
  ),
]

const followUps = async (bot: RawBot, count: number): Promise<Answer> => {
  const begun = await installed(bot)
  await begun.callback({ type: 4, data: { content: 'x' } })
  for (const content of times(count - 1, String)) await begun.webhook('POST', '', { content })
  return begun.webhook('POST', '', { content: 'the last' })
}

const ofInteractions: readonly Border[] = [atMost('followUps', (n) => (bot) => followUps(bot, n))]

/** Every limit of a request, tried on both sides of it. */
export const requestBorders: readonly Border[] = [
  ...ofMessages,
  ...ofEmbeds,
  ...ofFiles,
  ...ofComponents,
  ...ofForms,
  ...ofCommands,
  ...ofInteractions,
]
